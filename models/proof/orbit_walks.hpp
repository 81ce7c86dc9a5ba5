// What the headers of a relation may hold and ask for, from the walks to one destination of every orbit of its
// symmetries (SymmetricClasses): their images are those to all others. The claim is tried for each symmetry on drawn
// destinations: what their headers hold and ask for, and their hops, against those to the image.
// Cost: that of the walks to the orbits and of those tried; channels x ports x classes for each symmetry and doubling
// of it.
#pragma once

#include <cstdint>
#include <optional>

#include "models/base/numbers/rational.hpp"
#include "models/network/relation/relation.hpp"
#include "models/network/topology/topology.hpp"
#include "models/proof/dependency_sets.hpp"

namespace dateline {

struct OrbitWalks {
  bool adaptive = false;  // some choice is left to what is free
  std::uint64_t delivered_pairs = 0, delivered_self_pairs = 0;
  Rational hops;  // expected, summed over ordered pairs of terminals
};

// How many destinations are walked to; none where the relation does not claim it, terminals are distinguished, packets
// are absorbed or something has failed, or where that is no fewer than all.
[[nodiscard]] std::optional<std::uint64_t> orbit_walks(const Topology& topology, const RoutingRelation& relation);

// Adds the dependencies of all headers. None where orbit_walks() has none, or some header may go round; then what was
// added means nothing. Throws InvariantError if the relation claims what does not hold.
[[nodiscard]] std::optional<OrbitWalks> walk_orbits(const Topology& topology, const RoutingRelation& relation, DependencySets& dependencies);

}  // namespace dateline
