// O1TURN and random dimension order: one of the n! orders of the dimensions, uniform per packet, the shorter way in
// each dimension.
// Source: D. Seo, A. Ali, W. T. Lim, N. Rafique and M. Thottethodi, 2005 (two dimensions); B. Towles, worst-case
// permutations.
// The order is revealed turn by turn: the next dimension is uniform among the unfinished ones. Ties: as dimension
// order, union is split.
// VC classes (VcLadder): at most n - 1 descents, so n classes on a mesh and a hypercube, 2n on a torus.
#pragma once

#include <vector>

#include "models/network/relation/relation.hpp"
#include "models/network/relation/ways_by_offset.hpp"
#include "models/network/topology/cube.hpp"
#include "routing/oblivious/tie_rule.hpp"
#include "routing/oblivious/vc_ladder.hpp"

namespace dateline {

class O1Turn final : public RoutingRelation, public WaysByOffset {
 public:
  // `topology` must outlive the relation.
  O1Turn(const CubeTopology& topology, TieRule tie_rule);

  [[nodiscard]] StartStates start(NodeId src, NodeId dst) const override;
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override;
  [[nodiscard]] int classes() const override { return ladder_.classes(); }
  [[nodiscard]] std::vector<Symmetry> symmetries() const override;

 private:
  const CubeTopology& topology_;
  TieRule tie_rule_;
  VcLadder ladder_;
};

}  // namespace dateline
