// The VC classes that a relation uses on channels of each kind: "local 0-2, global 0-2"; empty where all channels are
// of one kind, and on cubes, whose dimensions are alike.
// Walked to one destination of each orbit of what the relation claims as symmetries.
#pragma once

#include <string>

#include "models/network/relation/relation.hpp"
#include "models/network/topology/topology.hpp"

namespace dateline {

[[nodiscard]] std::string classes_by_kind(const Topology& topology, const RoutingRelation& relation);

}  // namespace dateline
