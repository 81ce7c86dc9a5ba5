// Any minimal hop at any time, one VC class, on a mesh or hypercube: it deadlocks. For tests: the proof must reject it.
#pragma once

#include "models/network/relation/relation.hpp"
#include "models/network/topology/cube.hpp"

namespace dateline::test {

class FullyAdaptive final : public RoutingRelation {
 public:
  explicit FullyAdaptive(const CubeTopology& t) : t_(t) {}
  [[nodiscard]] StartStates start(NodeId, NodeId) const override { return {StartState{}}; }
  void next(NodeId node, ChannelId, NodeId dst, HeaderState, Candidates& out) const override {
    if (node == dst) {
      out.emplace_back().exit = Exit::deliver;
      return;
    }
    for (int d = 0; d < t_.dimensions(); ++d) {
      const std::uint32_t here = t_.coordinate(node, d), there = t_.coordinate(dst, d);
      if (here == there) continue;
      Candidate& hop = out.emplace_back();
      hop.route = static_cast<std::uint32_t>(d);
      hop.channel = t_.out(node, t_.port(d, here < there ? 1 : -1));
      hop.classes = 1;
      hop.weight = 0;
    }
  }
  [[nodiscard]] int classes() const override { return 1; }

 private:
  const CubeTopology& t_;
};

}  // namespace dateline::test
