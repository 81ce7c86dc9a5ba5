// Valiant's two-phase routing: dimension order to a node uniform among all N (source and destination included),
// dimension order on from there; the shorter way in each dimension. Source: L. Valiant, 1982; B. Towles, worst-case
// permutations. A packet to its own node goes by way of the intermediate too. No loops are removed: a packet may cross
// a channel twice, once in each phase. Ties, in each phase by the coordinate at which it enters the dimension: as
// dimension order, union is split. The intermediate is deferred. Phase 1 enters dimension d at offset 0 of its k
// offsets (on a ring in halves, so that a tied offset can be reached either way); at every hop it stops there with the
// weight of this offset against those farther on. Phase 2 forgets the intermediate. VC classes (VcLadder): both phases
// ascend, so there is at most one descent or reversal, where they meet: 4 classes on a torus, 2 elsewhere. Cost of
// next(): O(n); no allocation beyond the candidates.
#pragma once

#include <cstdint>
#include <vector>

#include "models/network/relation/relation.hpp"
#include "models/network/topology/cube.hpp"
#include "routing/oblivious/tie_rule.hpp"
#include "routing/oblivious/vc_ladder.hpp"
#include "routing/oblivious/weighted_routes.hpp"

namespace dateline {

class Valiant final : public RoutingRelation {
 public:
  // `topology` must outlive the relation.
  Valiant(const CubeTopology& topology, TieRule tie_rule);

  [[nodiscard]] StartStates start(NodeId src, NodeId dst) const override;
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override;
  [[nodiscard]] int classes() const override { return ladder_.classes(); }
  [[nodiscard]] std::vector<Symmetry> symmetries() const override;

 private:
  struct Header;
  struct Offsets {  // weights of the offsets that phase 1 may end on in one dimension, out of all_offsets()
    std::uint64_t here, beyond;
  };
  // At coordinate `at` after `taken` hops the given way; beyond: farther on that way.
  [[nodiscard]] Offsets offsets(int d, std::uint32_t at, bool plus, std::uint32_t taken) const;
  [[nodiscard]] std::uint64_t all_offsets(int d) const;
  // Phase 1 makes its next hop in dimension `from` or a later one, or makes no more.
  void enter(const Header& header, int from, WeightedRoutes& routes) const;
  void second_phase(const Header& header, std::uint64_t weight, WeightedRoutes& routes) const;
  [[nodiscard]] Candidate first_phase_hop(const Header& header, int d, bool plus, std::uint32_t taken, std::uint64_t weight) const;
  // The state in phase 2 after a hop in dimension d, in its shortest form.
  [[nodiscard]] HeaderState in_second_phase(const Header& header, int d, bool plus, VcLadder::Rung rung) const;
  [[nodiscard]] std::uint32_t neighbour(NodeId node, int d, bool plus) const;  // its coordinate in dimension d

  const CubeTopology& topology_;
  TieRule tie_rule_;
  VcLadder ladder_;
};

}  // namespace dateline
