// The oblivious routing whose ratio to the best routing for the same traffic (against_optimum.hpp) is least, whatever
// the traffic.
// Source: D. Applegate, E. Cohen, "Making intra-domain routing robust to changing and uncertain traffic demands",
// SIGCOMM 2003: for each channel e prices of channels, whose sum with the bandwidths is at most the ratio, and costs of
// ways under them, at least the share of a pair's packets that e carries. Flows and costs are alike on orbits
// (models/analysis/optimal/routing_orbits.hpp): the mean over automorphisms of a routing is no worse.
// Exact: the flows, as simple fractions, and so the table; its own ratio: against_optimum. The program's ratio is a
// floating-point number.
// Cost: one focus channel an orbit, N C rows each; torus:5x5 seconds. Throws ConfigError beyond kMostRowsAgainstOptimum
// rows, and as RoutingOrbits does.
#pragma once

#include <cstdint>
#include <vector>

#include "models/analysis/optimal/optimal_routing.hpp"

namespace dateline {

// OptimalRouting::lp_gamma is the program's ratio, gamma 0.
[[nodiscard]] OptimalRouting competitive_routing(const Topology& topology, const std::vector<Symmetry>& automorphisms, std::uint64_t pivots);

}  // namespace dateline
