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
  FaultChange change;  // what routing knows of
  std::unique_ptr<RoutingRelation> relation;
  std::unique_ptr<TrafficPattern> pattern;  // none until made
  Switchover switchover = Switchover::at_once;
  bool fails = false, repairs = false;  // something
  // What the routing knows of, where it is reconfigured. With --detect-delay, else as the change has it: what has
  // failed, and what routers do not know of (network_change.hpp).
  std::shared_ptr<const FaultMap> known = {}, failed = {}, unseen = {}, noticed = {};
  std::vector<ChannelId> swallowing = {};
  // What has failed; null: nothing.
  [[nodiscard]] const FaultMap* faults() const { return failed != nullptr ? failed.get() : change.faults.get(); }
  // Nothing fails or is repaired: what had failed before is known from now on.
  [[nodiscard]] bool unseen_only() const { return failed != nullptr && !fails && !repairs; }
  [[nodiscard]] NetworkChange view() const {
    return {change.at, relation.get(), pattern.get(), {}, switchover, known.get(), failed.get(), fails, unseen.get(), noticed.get(), swallowing};
  }
};

// How a routing follows another is left open where its proof says (reconfigure=proved). Throws ConfigError as
// make_network does.
[[nodiscard]] std::vector<ChangedNetwork> changed_networks(const NetworkObjects& network);

// A pattern of the nodes that routers take to live, in which those that have failed send nothing. `changed` must
// outlive it.
[[nodiscard]] std::unique_ptr<TrafficPattern> silenced(std::unique_ptr<TrafficPattern> pattern, const ChangedNetwork& changed);

// That of the network, and those it changes to.
[[nodiscard]] std::vector<const RoutingRelation*> relations_of(const NetworkObjects& network, const std::vector<ChangedNetwork>& changes);

}  // namespace dateline
