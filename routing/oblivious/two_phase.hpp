// Two-phase routing inside a quadrant: a direction in every dimension, an intermediate node uniform among the nodes
// that the packet can reach in these directions without passing its destination (source and destination included), two
// legs with a uniformly random dimension order each.
// Source: T. Nesson and S. L. Johnsson, 1995 (ROMM); B. Towles, worst-case permutations. Subclasses say how the
// directions are drawn.
// Nothing is enumerated. Phase 1 stops in a dimension with r hops left to the destination's coordinate with probability
// 1 / (r + 1), hop by hop, which makes the r + 1 coordinates equally likely; the dimension order is revealed by
// RandomOrder; a direction is drawn by the first hop that needs it, in phase 2 conditional on no hop in phase 1. Phase
// 2 forgets the intermediate, and a header with nothing left to decide in phase 1 is in phase 2. VC classes (VcLadder):
// at most n - 1 descents, and one more for every dimension but one in which a packet may make two hops or more (only
// such a dimension can be entered in both phases): up to 2 (2n - 1) classes on a torus, 2n - 1 on a mesh, n on a
// hypercube. Cost of next(): O(n^3), n dimensions; no allocation beyond the candidates.
#pragma once

#include <array>
#include <cstdint>

#include "models/network/relation/relation.hpp"
#include "models/network/topology/cube.hpp"
#include "routing/oblivious/random_order.hpp"
#include "routing/oblivious/vc_ladder.hpp"
#include "routing/oblivious/weighted_routes.hpp"

namespace dateline {

class TwoPhase : public RoutingRelation {
 public:
  [[nodiscard]] StartStates start(NodeId src, NodeId dst) const override;
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override;
  [[nodiscard]] int classes() const override { return ladder_.classes(); }

 protected:
  // What may happen in a dimension that has not been entered, as weights; [0] the + way, [1] the - way.
  struct Odds {
    std::array<std::uint64_t, 2> stay{};  // no hop in phase 1, and phase 2 goes that way
    std::array<std::uint64_t, 2> go{};    // phase 1 makes a hop that way
    bool whole_ring = false;              // phase 1 ends on any of the k coordinates, the destination's by either way: union
  };
  enum class Directions { follow_from_place, remembered };

  // `longest`: the most hops of a packet in a dimension of radix k. `directions`: remembered if a place does not tell
  // which way a packet is going.
  TwoPhase(const CubeTopology& topology, std::uint32_t (*longest)(const CubeTopology&, int d), Directions directions);
  [[nodiscard]] const CubeTopology& topology() const { return topology_; }

  // From coordinate `at` to another one, `to`.
  [[nodiscard]] virtual Odds odds(int d, std::uint32_t at, std::uint32_t to) const = 0;

 private:
  struct Header;
  [[nodiscard]] Header read(NodeId node, ChannelId in, NodeId dst, HeaderState state) const;
  // Turns into a dimension: of phase 1 where it goes on, of phase 2.
  void turn(const Header& header, WeightedRoutes& routes) const;
  [[nodiscard]] Candidate hop(const Header& header, int d, bool plus, bool second_phase, bool whole_ring, std::uint64_t weight) const;

  const CubeTopology& topology_;
  RandomOrder order_;
  VcLadder ladder_;
  bool remember_;
};

}  // namespace dateline
