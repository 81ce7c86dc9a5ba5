// A change of the network in the course of a run: dynamic faults. From cycle `at` on routing, traffic and machine are
// those of another map of faults (docs/reference/router-cycle.md, section 9).
#pragma once

#include <vector>

#include "models/base/enum_names.hpp"
#include "models/network/relation/relation.hpp"
#include "models/network/traffic_pattern.hpp"
#include "sim/measure/verdict/verdict_watch.hpp"

namespace dateline {

// How the routing of one map follows that of another.
// at_once: what is in the network goes on by the new one. drain: sources hold what they have until all that the old one
// carries is delivered. flush: what it carries is taken out.
enum class Switchover { at_once, drain, flush };
constexpr std::array<EnumName<Switchover>, 3> enum_names(Switchover) {
  return {{{Switchover::at_once, "at_once"}, {Switchover::drain, "drain"}, {Switchover::flush, "flush"}}};
}

struct NetworkChange {
  Cycle at;  // nothing of this cycle has been executed when it takes effect
  const RoutingRelation* relation;
  const TrafficPattern* pattern;
  RunTheory theory = {};  // of the load on it
  Switchover switchover = Switchover::at_once;
  const FaultMap* known = nullptr;   // what the relation knows of, of the other ways to switch than at once
  const FaultMap* failed = nullptr;  // what has failed; null: what the relation knows of
  bool fails = false;                // something that worked before
  // Of faults that routers do not know of at once; null: none. What fails now and is known later; what was not known
  // until now, and has failed or works again; and the channels that carry flits to nowhere from now on.
  const FaultMap* unseen = nullptr;
  const FaultMap* noticed = nullptr;
  std::vector<ChannelId> swallowing = {};  // ascending

  [[nodiscard]] const FaultMap* faults() const { return failed != nullptr ? failed : relation->faults(); }
};

}  // namespace dateline
