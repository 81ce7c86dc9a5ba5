// What theory says of a run before its first cycle: its bounds, and the proof that it cannot deadlock.
#pragma once

#include <string>
#include <vector>

#include "models/analysis/latency/bounds.hpp"
#include "sim/cli/network_changes.hpp"
#include "sim/cli/network_options.hpp"
#include "sim/cli/simulate_options.hpp"

namespace dateline {

// None where exact channel loads take more than about two seconds. `splits`: see compute_bounds.
[[nodiscard]] Bounds bounds_of(const NetworkObjects& network, const TrafficPattern& pattern, const SimulateOptions& settings, double splits);
// As --verify says; the text of the result's `proof`. Throws std::runtime_error for a network that is not safe.
[[nodiscard]] std::string proof_before(const SimulateOptions& settings, const NetworkObjects& network, const std::vector<ChangedNetwork>& changes);

}  // namespace dateline
