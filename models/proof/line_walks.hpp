// What a dimension-ordered relation's headers may hold and ask for, from walks on one line of each dimension: a hop
// depends only on the coordinates in the lowest dimension that differs (RoutingRelation::by_dimension), so destinations
// are merged by coordinate, and all lines of a dimension are alike.
// A header that has come to its coordinate holds what the line's last hop gave it, and asks, in any higher dimension,
// for what a header asks for that enters there. What the relation claims is tried on drawn walks through the network.
// Cost: O(radix^2) places a dimension, and O(channels x ports x classes).
#pragma once

#include <optional>

#include "models/base/numbers/rational.hpp"
#include "models/network/relation/relation.hpp"
#include "models/network/topology/topology.hpp"
#include "models/proof/dependency_sets.hpp"

namespace dateline {

// As many terminals at every router, one at least.
[[nodiscard]] bool equal_terminals(const Topology& topology);

struct LineWalks {
  bool adaptive = false;  // some choice is left to what is free
  Rational hops;          // expected, summed over ordered pairs of routers
};

// Whether walks on lines may stand for all: the relation claims it, and the network is a whole lattice with as many
// terminals at every router. And how large the graph of them is: channels x ports x classes^2.
[[nodiscard]] bool goes_by_lines(const Topology& topology, const RoutingRelation& relation);
[[nodiscard]] double lines_size(const Topology& topology, const RoutingRelation& relation);

// Adds the dependencies of all headers. None, and nothing is added, where they may not stand for all, or some header on
// a line may go round. Throws InvariantError if
// the relation claims what does not hold on a drawn walk.
[[nodiscard]] std::optional<LineWalks> walk_lines(const Topology& topology, const RoutingRelation& relation, DependencySets& dependencies);

}  // namespace dateline
