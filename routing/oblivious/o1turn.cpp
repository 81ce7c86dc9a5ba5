#include "routing/oblivious/o1turn.hpp"

#include "routing/oblivious/claimed_symmetries.hpp"
#include "routing/oblivious/shorter_way.hpp"
#include "routing/oblivious/weighted_routes.hpp"

namespace dateline {

O1Turn::O1Turn(const CubeTopology& topology, TieRule tie_rule)
    : topology_(topology), tie_rule_(tie_rule), ladder_(topology, topology.dimensions() - 1) {}

StartStates O1Turn::start(NodeId /*src*/, NodeId /*dst*/) const { return {StartState{}}; }

// The state is the rung of the ladder, 0 on arrival. A dimension is in progress if the last hop was in it and hops are
// left.
void O1Turn::next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const {
  if (node == dst) {
    out.emplace_back().exit = Exit::deliver;
    return;
  }
  const std::uint16_t* const here = topology_.coordinates(node);
  const std::uint16_t* const there = topology_.coordinates(dst);
  const VcLadder::Rung rung = VcLadder::Rung::unpack(state.word);
  int unfinished = 0;
  for (int d = 0; d < topology_.dimensions(); ++d) unfinished += here[d] != there[d] ? 1 : 0;
  const auto hop = [&](int d, bool plus, std::uint64_t weight) {
    const VcLadder::Hop step = ladder_.hop(node, in, rung, d, plus);
    Candidate c;
    c.channel = step.channel;
    c.classes = step.classes;
    c.weight = weight;
    const bool finishes = hops_along(topology_, d, here[d], there[d], plus) == 1;
    if (!finishes || unfinished > 1) c.next.word = VcLadder::Rung{step.rung.descents, step.rung.wrapped && !finishes}.pack();
    return c;
  };
  if (in != kNoChannel) {
    const Channel& before = topology_.channel(in);
    if (here[before.dimension] != there[before.dimension]) {
      out.push_back(hop(before.dimension, before.sign > 0, 1));
      return;
    }
  }
  WeightedRoutes routes(out);
  for (int d = 0; d < topology_.dimensions(); ++d) {
    if (here[d] == there[d]) continue;
    const Way way = shorter_way(topology_, d, here[d], there[d], tie_rule_);
    const std::uint64_t weight = way == Way::either ? 1 : 2;
    if (way != Way::minus) routes.add(hop(d, true, weight));
    if (way != Way::plus) routes.add(hop(d, false, weight));
  }
  routes.finish();
}

std::vector<Symmetry> O1Turn::symmetries() const { return claims(topology_, tie_rule_, Dimensions::alike); }

}  // namespace dateline
