// P-cube routing on a hypercube: all moves 1 -> 0 first, in any order, then all moves 0 -> 1, in any order. Minimal,
// adaptive, one VC class, no escapes. Source: C. Glass and L. Ni, The turn model, 1992. For tests: an adaptive relation
// (unweighted routes) whose full dependency graph is acyclic.
#pragma once

#include "models/network/cube.hpp"
#include "models/network/relation.hpp"

namespace dateline::test {

class PCube final : public RoutingRelation {
 public:
  // `topology` must be a hypercube and outlive the relation.
  explicit PCube(const CubeTopology& topology);

  [[nodiscard]] StartStates start(NodeId src, NodeId dst) const override;
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override;
  [[nodiscard]] int classes() const override { return 1; }

 private:
  const CubeTopology& topology_;
};

}  // namespace dateline::test
