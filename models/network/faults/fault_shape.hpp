// Convex and concave fault patterns, after F. Safaei et al. 2006, section 3: adjacent failed nodes coalesce into fault
// regions; convex regions ("block faults") are bars, pairs of bars and rectangles, concave ones are shaped like L, T,
// +, U, H, C.
// Here: a region is a set of failed nodes connected by links of the topology, and it is convex if it fills its box, the
// product of the coordinates that it has in each dimension (on a torus an arc of a ring, which may wrap; on a hypercube
// a subcube). A pattern is convex if all its regions are; none at all too. Links that failed alone belong to no region.
#pragma once

#include <optional>
#include <vector>

#include "models/network/faults/fault_map.hpp"

namespace dateline {

// The failed nodes by region; regions by their least node, nodes ascending.
[[nodiscard]] std::vector<std::vector<NodeId>> fault_regions_of(const FaultMap& faults);

// None where nodes failed of a network that is no lattice: in a graph, say.
[[nodiscard]] std::optional<bool> is_convex(const FaultMap& faults);

}  // namespace dateline
