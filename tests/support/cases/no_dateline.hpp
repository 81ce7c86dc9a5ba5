// A relation that must deadlock: dimension order on a torus, always in the + direction, with no dateline classes (Dally
// and Seitz 1987 show why: the channels of a ring wait for each other in a circle). VC classes: 1, or, to offer several
// candidates a hop, one per VC.
#pragma once

#include "models/network/relation/relation.hpp"
#include "models/network/topology/cube.hpp"

namespace dateline::test {

class NoDateline final : public RoutingRelation {
 public:
  explicit NoDateline(const CubeTopology& topology, int classes = 1) : topology_(topology), classes_(classes) {}

  [[nodiscard]] StartStates start(NodeId /*src*/, NodeId /*dst*/) const override { return {StartState{}}; }
  // All candidates are unweighted: any of them may be taken.
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override;
  [[nodiscard]] int classes() const override { return classes_; }

 private:
  const CubeTopology& topology_;
  int classes_;
};

}  // namespace dateline::test
