#include "sim/core/route_computation/foreseen_exit.hpp"

#include "sim/core/route_computation/selection.hpp"

namespace dateline {

// The head flit will find what the relation offers it there; a drawn route is the one that it will draw.
void foresee_exit(RoutingView p, VcId vc) {
  const ChannelId channel = p.numbering().channel_of(vc);
  const Packet& packet = p.packets()[p.store().packets(vc).holder];
  const HeaderQuery query{p.store().channel(channel).to, p.numbering().is_network(channel) ? channel : kNoChannel,
                          p.routing().router_of[packet.order.destination.value()], packet.state};
  bool delivered = false;
  if (query.node == query.destination && p.config().ejection_delay == EjectionDelay::none) {
    Candidates& candidates = p.heads().scratch().foreseen;
    candidates.clear();
    p.routing().offers(query, packet, candidates);
    delivered = delivers(candidates, packet);
  }
  p.store().set_delivers(vc, delivered);
}

}  // namespace dateline
