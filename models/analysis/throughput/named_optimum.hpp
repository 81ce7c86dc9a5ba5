// A best oblivious routing without a linear program: where the worst case of a routing that is known meets what a cut
// forbids to pass, and its paths are shortest, nothing is better and nothing is shorter.
// Cut: half of a grid's rows against the other. Some permutation sends as many packets across as the smaller side has
// terminals, so its channels, whose bandwidths sum to B, carry that / B at least on the mean.
#pragma once

#include <optional>

#include "models/analysis/optimal/optimal_routing.hpp"
#include "models/network/relation/relation.hpp"

namespace dateline {

// What the best of the cuts across one dimension proves: gamma of every routing, adaptive or not, is at least this. 0
// for a network without coordinates.
[[nodiscard]] Rational cut_load(const Topology& topology);

// The paths of a relation as a table. Throws ConfigError as RouteGraph does, and BudgetError for more than `most` paths
// of a pair.
[[nodiscard]] PathTable paths_of_relation(const Topology& topology, const RoutingRelation& relation, std::size_t most);

// `relation`: minimal, and oblivious. None: its worst case is above the cuts' bound.
[[nodiscard]] std::optional<OptimalRouting> named_optimum(const Topology& topology, const RoutingRelation& relation);

}  // namespace dateline
