// A relation for tests of absorption: dimension order, but every message that comes to one of the `stops` on its way
// (its source included, its destination not) is absorbed there once and goes on from there afresh. With `willing` it is
// absorbed only if no VC of its channel is free. The header counts how often; the rule is reverse the first time,
// orthogonal the second, then last_resort.
#pragma once

#include <vector>

#include "models/network/topology/cube.hpp"
#include "routing/oblivious/dimension_order.hpp"

namespace dateline::test {

class WayStops final : public RoutingRelation {
 public:
  WayStops(const CubeTopology& topology, std::vector<NodeId> stops, bool willing = false)
      : inner_(topology, TieRule::parity, VcPolicy::split, 2), stop_(topology.nodes(), false), willing_(willing) {
    for (const NodeId node : stops) stop_[node.value()] = true;
  }

  [[nodiscard]] StartStates start(NodeId /*src*/, NodeId /*dst*/) const override { return {StartState{}}; }
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override {
    const bool stops = stop_[node.value()] && node != dst && (state.word & kGoesOn) == 0;
    if (!stops || willing_) inner_.next(node, in, dst, {state.word & ~kGoesOn}, out);
    if (!stops) return;
    Candidate memory;
    memory.exit = Exit::absorb;
    memory.rank = 2;
    memory.route = 1;
    memory.weight = 0;
    for (Candidate& c : out) c.weight = 0;
    out.push_back(memory);
  }
  [[nodiscard]] bool absorbs() const override { return true; }
  [[nodiscard]] Resumption resume(NodeId /*node*/, NodeId /*dst*/, const SoftwareHeader& header) const override {
    const std::uint32_t before = header.words.empty() ? 0 : header.words[0];
    const AbsorptionRule rules[] = {AbsorptionRule::reverse, AbsorptionRule::orthogonal, AbsorptionRule::last_resort};
    return {{kGoesOn}, {{before + 1}}, rules[std::min(before, 2U)]};
  }
  [[nodiscard]] int classes() const override { return inner_.classes(); }
  // Absorptions on the way of a message, unless it is `willing`.
  [[nodiscard]] std::uint32_t stops_between(const CubeTopology& topology, NodeId from, NodeId to) const {
    std::uint32_t stops = 0;
    HeaderState state;
    Candidates candidates;
    for (NodeId at = from; at != to;) {
      stops += stop_[at.value()] ? 1 : 0;
      if (stop_[at.value()]) state = {};
      candidates.clear();
      inner_.next(at, kNoChannel, to, state, candidates);
      at = topology.channel(candidates.front().channel).to;
      state = candidates.front().next;
    }
    return stops;
  }

 private:
  static constexpr std::uint64_t kGoesOn = std::uint64_t{1} << 62U;
  DimensionOrder inner_;
  std::vector<bool> stop_;
  bool willing_;
};

}  // namespace dateline::test
