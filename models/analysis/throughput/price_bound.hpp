// What prices of channels prove: whatever the paths, theta <= sum of b l / sum of T(s, t) dist_l(s, t), where b are
// bandwidths, l >= 0 prices, and dist_l the cost of the cheapest way. All prices 1: the hop bound; prices of 1 across a
// cut: the cut's. Prices are whole numbers: only their ratios matter.
// Cost: Dijkstra's algorithm for every demand.
#pragma once

#include <optional>
#include <vector>

#include "models/analysis/throughput/flow_problem.hpp"

namespace dateline {

// None: the prices prove nothing, since every amount has a way that costs nothing. Throws InvariantError for a price
// below 0.
[[nodiscard]] std::optional<Rational> price_bound(const FlowProblem& problem, const std::vector<Integer>& prices);

// Whole numbers in the ratios of these prices, which are 0 or more and not all 0, from the simplest to six digits: what
// a linear program's prices may be meant to be.
[[nodiscard]] std::vector<std::vector<Integer>> whole_prices(const std::vector<double>& prices);

}  // namespace dateline
