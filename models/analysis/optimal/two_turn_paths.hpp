// The paths of two turns of a torus or mesh of two dimensions: first along x, then y, then x again, or y, x, y, each
// segment either way round, none or more hops, and no router twice. One-turn and straight paths are among them.
// Source: B. Towles, W. J. Dally, S. Boyd, "Throughput-centric routing algorithm design", SPAA 2003, section 5.2
// (2TURN). They are few, and on small tori the best worst case needs no others.
// Cost: O(k) paths of O(k) hops a pair.
#pragma once

#include <vector>

#include "models/network/topology/topology.hpp"

namespace dateline {

// Of two routers that differ; each path once, in ascending order. The topology has a grid of two dimensions, of rings
// or of open lines.
[[nodiscard]] std::vector<std::vector<ChannelId>> two_turn_paths(const Topology& topology, NodeId source, NodeId destination);

}  // namespace dateline
