// From flows to paths: a flow of one pair of nodes, as units per channel, is the sum of weighted paths. The widest path
// left is taken first (ties: fewer hops, then lower node numbers), so few paths result; every path empties a channel,
// so at most C of them. No path visits a node twice. What is left when every unit has its path runs in circles and is
// dropped: the paths load no channel more than the flow did.
// Cost O(paths x C log C). Throws InvariantError if a unit that leaves the source does not reach the destination.
#pragma once

#include <cstdint>
#include <vector>

#include "models/network/relation/path_table.hpp"
#include "models/network/topology/topology.hpp"

namespace dateline {

// `flow`: units per channel, what comes into a node goes out but at the ends. The weights are coprime.
[[nodiscard]] std::vector<WeightedPath> decompose_flow(const Topology& topology, NodeId source, NodeId destination, std::vector<std::uint64_t> flow);

// A flow of 1, given approximately, as exactly `units` whole units: paths of less than half a unit are dropped, the
// others rounded to units that sum up, largest remainders first. The result is conserved exactly. Throws InvariantError
// if no path carries half a unit.
[[nodiscard]] std::vector<std::uint64_t> whole_units(const Topology& topology, NodeId source, NodeId destination, std::vector<double> flow,
                                                     std::uint64_t units);

}  // namespace dateline
