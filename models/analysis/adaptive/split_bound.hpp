// What no way to split messages over the paths of a relation gets below: the least possible largest channel load gamma,
// a linear program of one commodity per destination (multi-commodity flow), with a proof in exact numbers.
// Proof from below: prices of channels, p_c >= 0, sum of p_c x bandwidth = 1. Whatever the split, the largest load is
// at least the mean over prices, sum of p_c load_c, and that at least the sum over flows of amount x the cheapest path.
// Proof from above: a split in fractions, propagated exactly. The program's solution in floating point (Clp) is only a
// hint for both: where they meet, gamma is exact; where they do not, both hold all the same, and gamma lies between.
// Units: packets/cycle over a channel, relative to its bandwidth, at one packet/terminal/cycle.
// Cost: the program's; 0.1 s for bit-reverse on hypercube:8, half a minute at 3e8 flows x steps (split_graph.hpp).
// Source of the duality: F. Shahrokhi, D. Matula, "The maximum concurrent flow problem", J. ACM 37(2), 1990.
#pragma once

#include <optional>
#include <vector>

#include "models/analysis/adaptive/split_graph.hpp"

namespace dateline {

struct SplitBound {
  Rational lower;                 // of gamma
  std::optional<Rational> upper;  // none: no split is known
  std::vector<Rational> prices;   // per channel, and per injection channel where they are crossed on the way
  [[nodiscard]] bool exact() const { return lower == upper; }
};

[[nodiscard]] SplitBound split_bound(const Topology& topology, const SplitGraph& graph);

// The two proofs, each for itself. Sum over flows of amount x the cheapest path.
[[nodiscard]] Rational cheapest_total(const SplitGraph& graph, const std::vector<Rational>& prices);
// The largest load where the packets at a place take its hops by these shares, one for each hop of the graph, those of
// a free place summing to 1; those of other places are not examined.
[[nodiscard]] Rational largest_load(const Topology& topology, const SplitGraph& graph, const std::vector<Rational>& shares);

}  // namespace dateline
