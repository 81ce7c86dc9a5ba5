// From --fault-events to the networks that follow each other in a run: per change a relation and a traffic pattern of
// the same names, for the faults from that cycle on. All are made, and checked as the first one is, before cycle 0.
#pragma once

#include <memory>
#include <vector>

#include "models/network/faults/fault_events.hpp"
#include "sim/cli/network/network_options.hpp"
#include "sim/cli/output/result_file.hpp"
#include "sim/measure/window/network_change.hpp"

namespace dateline {

struct ChangedNetwork {
  FaultChange change;
  std::unique_ptr<RoutingRelation> relation;
  std::unique_ptr<TrafficPattern> pattern;  // none until made
  [[nodiscard]] NetworkChange view() const { return {change.at, relation.get(), pattern.get()}; }
};

// Throws ConfigError as make_network does.
[[nodiscard]] std::vector<ChangedNetwork> changed_networks(const NetworkObjects& network);

// That of the network, and those it changes to.
[[nodiscard]] std::vector<const RoutingRelation*> relations_of(const NetworkObjects& network, const std::vector<ChangedNetwork>& changes);

// [{cycle, nodes, links}], what has failed from each cycle on.
[[nodiscard]] nlohmann::ordered_json changes_json(const std::vector<ChangedNetwork>& changes);
// The line on those that a run of so many cycles did not see, said on stderr when it has gone well.
void note_changes_to_come(const std::vector<ChangedNetwork>& changes, Cycle cycles);

}  // namespace dateline
