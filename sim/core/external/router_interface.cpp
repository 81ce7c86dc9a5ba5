#include "sim/core/external/router_interface.hpp"

#include "sim/core/route_computation/cheapest_route.hpp"

namespace dateline {

void RouterInterface::offers(Cycle now, ChannelId in, PacketId id, HeaderState state, Candidates& out) const {
  p_->routing.offers({node_, p_->numbering.is_network(in) ? in : kNoChannel, destination(id), state}, p_->packets[id], out);
  if (!p_->routing.weighs_hops) return;
  std::uint32_t route = 0;
  std::uint8_t rank = 0;
  const AppendList<MarkedVc>& due = p_->events.slots()[now & (p_->events.slots().size() - 1)].credits;
  keep_cheapest_route({p_->config, p_->numbering, p_->store, &due}, out, route, rank);
}

}  // namespace dateline
