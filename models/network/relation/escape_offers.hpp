// Whether a relation keeps escape channels (Duato): offers headers an escape beside channels that are none. Then a
// header must always be able to ask for its escape, and machines that could hold it back are refused.
// Asked are headers at their sources, to one terminal and from it: 2 N of them. A relation that offers escapes further
// on only is not recognised.
#pragma once

#include "models/network/relation/relation.hpp"
#include "models/network/topology/topology.hpp"

namespace dateline {

[[nodiscard]] bool offers_escapes(const Topology& topology, const RoutingRelation& relation);

}  // namespace dateline
