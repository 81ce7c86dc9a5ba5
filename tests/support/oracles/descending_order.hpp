// The routing algorithm that docs/extend/routing-algorithm.md shows, so that what it shows compiles, routes and is
// proved: dimension order from the last dimension to the first, on meshes and hypercubes.
#pragma once

#include "models/network/relation/relation.hpp"
#include "models/network/topology/cube.hpp"

namespace dateline::test {

// docs/extend/routing-algorithm.md begins
class DescendingOrder final : public RoutingRelation {
 public:
  explicit DescendingOrder(const CubeTopology& topology) : topology_(topology) {}
  [[nodiscard]] StartStates start(NodeId, NodeId) const override { return {StartState{}}; }
  void next(NodeId at, ChannelId, NodeId to, HeaderState, Candidates& out) const override {
    Candidate& hop = out.emplace_back();
    hop.exit = Exit::deliver;
    for (int d = 0; d < topology_.dimensions(); ++d) {  // the last dimension that differs decides
      if (topology_.coordinate(at, d) == topology_.coordinate(to, d)) continue;
      hop.exit = Exit::channel;
      hop.classes = 1;  // VC class 0
      hop.channel = topology_.out(at, topology_.port(d, topology_.coordinate(at, d) < topology_.coordinate(to, d) ? 1 : -1));
    }
  }
  [[nodiscard]] int classes() const override { return 1; }

 private:
  const CubeTopology& topology_;
};
// docs/extend/routing-algorithm.md ends

}  // namespace dateline::test
