// Networks that change in the course of a run: random ones, and the machine driven through them in the terms of the
// reference machine.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "models/network/faults/fault_map.hpp"
#include "tests/reference/reference_machine.hpp"
#include "tests/support/cases/random_case.hpp"

namespace dateline::test {

struct NetworkAt {
  Cycle from = 0;
  std::shared_ptr<const FaultMap> faults;
  std::unique_ptr<RoutingRelation> relation;  // of what is left; the caller's to make
};

// Beginning with cycle 0, in which nothing or something has failed; up to five changes until about cycle `span`, or 47
// within three cycles of each other, of up to three nodes or links that fail or are repaired. All connected, with two
// healthy nodes at least. No relations.
[[nodiscard]] std::vector<NetworkAt> random_changes(const CubeTopology& topology, Dice& dice, std::uint32_t span);
[[nodiscard]] std::string describe(const std::vector<NetworkAt>& networks);
// The one of that cycle.
[[nodiscard]] const NetworkAt& network_in(const std::vector<NetworkAt>& networks, Cycle cycle);

// The machine in the place of reference::simulate, with an audit right after every change, every `audit_period` cycles
// and at the end. What no observer is told is left at its default: absorptions of a message, and whether a lost one was
// injected. `wiring`: null: that of the topology.
[[nodiscard]] reference::ReferenceOutcome run_machine(const CubeTopology& topology, const std::vector<NetworkAt>& networks,
                                                      const RouterConfig& config, const std::vector<Send>& sends, long long retransmit, Cycle limit,
                                                      Cycle audit_period, const Wiring* wiring = nullptr);

}  // namespace dateline::test
