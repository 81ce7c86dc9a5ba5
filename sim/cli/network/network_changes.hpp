// What results and texts say of the networks that follow each other in a run (--fault-events).
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "sim/options/network/changed_networks.hpp"

namespace dateline {

// [{cycle, nodes, links}], what has failed from each cycle on.
[[nodiscard]] nlohmann::ordered_json changes_json(const std::vector<ChangedNetwork>& changes);
// The line on those that a run of so many cycles did not see, said on stderr when it has gone well.
void note_changes_to_come(const std::vector<ChangedNetwork>& changes, Cycle cycles);

}  // namespace dateline
