// The order of up*/down* routing (M. Schroeder et al., Autonet, IEEE JSAC 9(8), 1991) on what survives of any network.
// A breadth-first tree over the links that work, both ways each, gives every node its level; a channel is an up if it
// leads to a node of a lower level, or of the same level and a lower number, else a down. A holder of a down never
// asks for an up: so no cycle closes.
// The root is a node from which the farthest is nearest (least eccentricity over links that work), of several the one
// of the lowest number.
// A one-way channel counts in no tree, and is an up or a down by its ends as any other.
// Cost: O(N x channels), for the root. Throws ConfigError, naming two nodes, where links do not connect the healthy
// nodes: up*/down* is not defined there; and beyond LegalHops::kMaxNodes.
#pragma once

#include <string>

#include "models/network/faults/fault_map.hpp"
#include "routing/networks/any_topology/legal_hops.hpp"

namespace dateline {

// Null: nothing has failed.
[[nodiscard]] NodeId up_down_root(const Topology& topology, const FaultMap* faults);
// Failed channels are `none`. `name` is that of the routing, for errors.
[[nodiscard]] Slopes up_down_slopes(const Topology& topology, const FaultMap* faults, const std::string& name);
// All that survives is `up`: every way is legal. Throws ConfigError where the healthy nodes are not connected.
[[nodiscard]] Slopes surviving_slopes(const Topology& topology, const FaultMap* faults, const std::string& name);

}  // namespace dateline
