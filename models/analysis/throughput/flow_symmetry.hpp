// Automorphisms of a network that keep what a traffic pattern asks for: under them the best flows and prices may be
// taken alike, as the mean over them is no worse.
// Generators of a group of them: those of the network's own generators that keep it, and more found among the products
// of these, of which the first few thousand are tried. Under a transpose: moves along the diagonal, and turns.
// Cost: products x N, and for those that keep it the pattern.
#pragma once

#include <cstdint>
#include <vector>

#include "models/analysis/throughput/flow_problem.hpp"

namespace dateline {

// Per map, per router: where it goes. None where something has failed.
using RouterMap = std::vector<std::uint32_t>;
[[nodiscard]] std::vector<RouterMap> demand_symmetries(const FlowProblem& problem);

}  // namespace dateline
