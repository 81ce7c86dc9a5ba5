// The best worst case of an oblivious routing by its definition, written out: a flow per pair and channel, and one row
// per channel and permutation of the terminals, whose load is at most gamma x bandwidth. For networks of up to six
// terminals.
#pragma once

#include <utility>

#include "models/analysis/optimal/optimal_routing.hpp"
#include "models/network/topology/topology.hpp"

namespace dateline::test {

// The least gamma, and the fewest mean hops (over all N^2 pairs of terminals) at it; throws std::runtime_error if there
// is no routing.
[[nodiscard]] std::pair<double, double> by_all_permutations(const Topology& topology);

// The optimum that the product finds, checked to be that one.
[[nodiscard]] OptimalRouting optimum_of_all_permutations(const Topology& topology);

}  // namespace dateline::test
