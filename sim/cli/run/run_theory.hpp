// What theory says of a run before its first cycle: its bounds, and the proof that it cannot deadlock.
#pragma once

#include <string>
#include <vector>

#include "models/analysis/latency/bounds.hpp"
#include "sim/cli/run/run_plan.hpp"
#include "sim/options/network/changed_networks.hpp"
#include "sim/options/network/network_options.hpp"

namespace dateline {

// None where exact channel loads take more than about two seconds, or `part` of that. `splits`: see compute_bounds.
[[nodiscard]] Bounds bounds_of(const Topology& topology, const RoutingRelation& relation, const TrafficPattern& pattern, const RunPlan& plan,
                               double splits, double part = 1);
// Cycles that a packet of so many flits takes at most where it meets no other, on ways of twice the diameter at most.
// Cost: a walk of the network.
[[nodiscard]] Cycle longest_flight(const Topology& topology, const RouterConfig& machine, std::uint32_t length);
// What a run of that load must know of it.
[[nodiscard]] RunTheory theory_of(const Bounds& bounds, const Rational& load, const RunConfig& config, const NetworkObjects& network,
                                  const RouterConfig& machine);
// Of --cycles auto: from the window that it begins with, until its verdict stands.
[[nodiscard]] DecisionPlan plan_of_run(const RunConfig& config, const TrafficPattern& pattern, std::uint32_t terminals);
// Of a probe of `saturate` that is to exclude an overload of x.
[[nodiscard]] DecisionPlan plan_of_probe(double x, const RunConfig& config, const TrafficPattern& pattern, std::uint32_t terminals);
// The rule of VC reuse that is to be proved: packets of one flit lie whole wherever there is a place for them.
[[nodiscard]] VcReuse reuse_of(const RunPlan& plan);
// As --prove says; the text of the result's `proof`. Throws std::runtime_error for a network that is not safe.
[[nodiscard]] std::string proof_before(const RunPlan& plan, const NetworkObjects& network, const std::vector<ChangedNetwork>& changes);

}  // namespace dateline
