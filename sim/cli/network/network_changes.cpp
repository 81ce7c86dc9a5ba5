#include "sim/cli/network/network_changes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/cli/command_line/command.hpp"
#include "sim/cli/network/fault_report.hpp"

namespace dateline {
nlohmann::ordered_json changes_json(const std::vector<ChangedNetwork>& changes) {
  auto json = nlohmann::ordered_json::array();
  for (const ChangedNetwork& changed : changes) {
    if (changed.unseen_only()) continue;
    nlohmann::ordered_json entry = {{"cycle", changed.change.at}};
    const auto faults = faults_json(changed.faults());
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
