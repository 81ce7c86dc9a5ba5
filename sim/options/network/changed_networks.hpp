// From --fault-events to the networks that follow each other in a run: per change a relation and a traffic pattern of
// the same names, for the faults from that cycle on. All are made, and checked as the first one is, before cycle 0.
#pragma once

#include <memory>
#include <vector>

#include "models/network/faults/fault_events.hpp"
#include "sim/measure/window/network_change.hpp"
#include "sim/options/network/network_options.hpp"

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

}  // namespace dateline
