#include "sim/core/route_computation/foreseen_exit.hpp"

#include "sim/core/route_computation/selection.hpp"

namespace dateline {

// The header will find what the relation offers it there; a drawn route is the one that it will draw.
void foresee_exit(MachineParts& p, VcId vc) {
  const ChannelId channel = p.numbering.channel_of(vc);
  const Message& message = p.messages[p.store.worms(vc).holder];
  const HeaderQuery query{p.store.channel(channel).to, p.numbering.is_network(channel) ? channel : kNoChannel,
                          p.router_of[message.order.destination.value()], message.state};
  bool delivered = false;
  if (query.node == query.destination) {
    Candidates& candidates = p.headers.scratch().foreseen;
    candidates.clear();
    p.ask_next(query, message, candidates);
    delivered = delivers(candidates, message);
  }
  p.store.set_delivers(vc, delivered);
}

}  // namespace dateline
