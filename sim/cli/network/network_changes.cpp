#include "sim/cli/network/network_changes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"
#include "models/network/relation/fault_meeting.hpp"
#include "sim/cli/command_line/command.hpp"
#include "sim/cli/network/fault_report.hpp"

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

nlohmann::ordered_json changes_json(const std::vector<ChangedNetwork>& changes) {
  auto json = nlohmann::ordered_json::array();
  for (const ChangedNetwork& changed : changes) {
    nlohmann::ordered_json entry = {{"cycle", changed.change.at}};
    const auto faults = faults_json(changed.change.faults.get());
    for (const char* key : {"nodes", "links"}) entry[key] = faults[key];
    json.push_back(entry);
  }
  return json;
}

void note_changes_to_come(const std::vector<ChangedNetwork>& changes, Cycle cycles) {
  const auto first = std::find_if(changes.begin(), changes.end(), [&](const ChangedNetwork& changed) { return changed.change.at >= cycles; });
  if (first == changes.end()) return;
  say(fmt::format("note: fault-events: the run ended after {} cycles, before {} of {} changes of the network, the first of them in cycle {}", cycles,
                  changes.end() - first, changes.size(), first->change.at));
}

}  // namespace dateline
