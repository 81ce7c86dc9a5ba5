// ROMM, two phases: minimal, randomised. An intermediate node uniform over the minimal quadrant (source and destination
// included), two legs, each in an order uniform over all n! orders of the dimensions. Source: T. Nesson and S. L.
// Johnsson, 1995; B. Towles, worst-case permutations. Distance exactly k/2 on a ring, by tie rule: split draws the
// direction first (1/2 each) and keeps it in both phases; plus and parity fix it, parity by the coordinate of the
// source; union: the intermediate coordinate is uniform over all k positions of the ring, each phase the shorter way to
// it, with split ties. States, classes and cost: two_phase.hpp.
#pragma once

#include <vector>

#include "models/network/relation/ways_by_offset.hpp"
#include "routing/oblivious/tie_rule.hpp"
#include "routing/oblivious/two_phase.hpp"

namespace dateline {

class Romm final : public TwoPhase, public WaysByOffset {
 public:
  // `topology` must outlive the relation.
  Romm(const CubeTopology& topology, TieRule tie_rule);

  [[nodiscard]] std::vector<Symmetry> symmetries() const override;

 private:
  [[nodiscard]] Odds odds(int d, std::uint32_t at, std::uint32_t to) const override;

  TieRule tie_rule_;
};

}  // namespace dateline
