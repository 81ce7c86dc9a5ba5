#include "sim/options/network/changed_networks.hpp"

#include <fmt/format.h>

#include "models/base/error.hpp"
#include "models/network/relation/fault_meeting.hpp"

namespace dateline {
namespace {

// Then the VCs that headers hold would serve other classes than those they were given for.
void refuse_other_classes(const RoutingRelation& first, const RoutingRelation& then, Cycle at) {
  if (first.classes() == then.classes()) return;
  throw ConfigError(
      "routing", "routing", first.name(),
      fmt::format("cannot change in the course of a run: it has {} VC classes in the beginning and {} under the faults from cycle {} on",
                  first.classes(), then.classes(), at));
}

}  // namespace

std::vector<ChangedNetwork> changed_networks(const NetworkObjects& network) {
  std::vector<ChangedNetwork> changes;
  for (const FaultChange& change : network.changes) {
    RoutingOptions own = network.options.relation;
    own.faults = change.faults;
    auto relation = make_relation(network.options.routing, *network.topology, own);
    refuse_fault_meetings(*network.topology, *relation, routings_around_faults(*network.topology));
    refuse_other_classes(*network.relation, *relation, change.at);
    changes.push_back({change, std::move(relation), nullptr});
  }
  return changes;
}

std::vector<const RoutingRelation*> relations_of(const NetworkObjects& network, const std::vector<ChangedNetwork>& changes) {
  std::vector<const RoutingRelation*> relations = {network.relation.get()};
  for (const ChangedNetwork& changed : changes) relations.push_back(changed.relation.get());
  return relations;
}

}  // namespace dateline
