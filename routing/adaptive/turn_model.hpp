// Minimal partially adaptive routing by the turn model, one VC class and no escapes: all hops in a first group of
// directions, in any order, then all others, in any order. Never turning from the second group into the first leaves no
// circle of turns. Source: C. Glass and L. Ni, 1992 and 1994.
// A direction is a sign of a dimension; + leads to the higher coordinate (on a hypercube 0 -> 1). A minimal path uses
// one sign of a dimension, so the pair alone decides which dimensions come first: no state. A pair with first-group
// distances a_i and others b_j has (sum a)! / prod a_i! x (sum b)! / prod b_j! paths. Cost of next(): O(n).
#pragma once

#include <vector>

#include "models/network/relation/relation.hpp"
#include "models/network/topology/cube.hpp"

namespace dateline {

class TurnModel : public RoutingRelation {
 public:
  [[nodiscard]] StartStates start(NodeId src, NodeId dst) const override;
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override;
  void steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const override;
  [[nodiscard]] bool starts_plain() const override { return true; }
  [[nodiscard]] int classes() const override { return 1; }

 protected:
  // Whether the direction `sign` of dimension `d`, of n, belongs to the first group.
  using First = bool (*)(int d, int sign, int n);
  // `topology` must outlive the relation. Throws ConfigError if it is a torus.
  TurnModel(const CubeTopology& topology, First first);

 private:
  const CubeTopology& topology_;
  First first_;
  std::vector<ChannelId> first_channels_;  // per node; none: no short answers
};

}  // namespace dateline
