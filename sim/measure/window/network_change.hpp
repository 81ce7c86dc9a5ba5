// A change of the network in the course of a run: dynamic faults. From cycle `at` on routing, traffic and machine are
// those of another map of faults (docs/reference/router-cycle.md, section 9).
#pragma once

#include "models/network/relation/relation.hpp"
#include "models/network/traffic_pattern.hpp"
#include "sim/measure/verdict/verdict_watch.hpp"

namespace dateline {

struct NetworkChange {
  Cycle at;  // nothing of this cycle has been executed when it takes effect
  const RoutingRelation* relation;
  const TrafficPattern* pattern;
  RunTheory theory = {};  // of the load on it
};

}  // namespace dateline
