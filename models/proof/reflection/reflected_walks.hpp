// What the headers of a relation may hold and ask for, from the walks to the first destination of every orbit of
// reflections (RoutingRelation::by_reflection): their images are those to all others. The same walks fold the extended
// dependencies of escapes, as if every class that is an escape somewhere were one wherever it is used; where that is
// not so in the end, there is no answer.
// Cost: that of 1/2^dimensions of the destinations, each read once.
#pragma once

#include <cstdint>
#include <optional>

#include "models/base/numbers/rational.hpp"
#include "models/network/relation/relation.hpp"
#include "models/network/topology/topology.hpp"
#include "models/proof/dependency_sets.hpp"

namespace dateline {

struct ReflectedWalks {
  bool adaptive = false;                               // some choice is left to what is free
  std::uint64_t delivered_pairs = 0, delivered_self_pairs = 0;
  Rational hops;                                       // expected, summed over ordered pairs of terminals
  std::uint32_t most_hops = 0;                         // of one message, of a relation that may absorb
  std::optional<std::uint64_t> escape_dependencies;    // every place offers an escape, and their extended dependencies, so many, are acyclic
};

// Adds the dependencies of all headers. None where the relation does not claim it, the network is no cube with as many
// terminals at every router, or some header may go round or be absorbed; then what was added means nothing. Throws
// InvariantError if the relation claims what does not hold on a drawn walk.
[[nodiscard]] std::optional<ReflectedWalks> walk_reflections(const Topology& topology, const RoutingRelation& relation, DependencySets& dependencies);

}  // namespace dateline
