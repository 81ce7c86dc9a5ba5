// --warmup detect and --until-ci: where a run's steady state begins, and whether its mean is known well enough.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "sim/cli/run/run_plan.hpp"
#include "sim/measure/transient.hpp"
#include "sim/options/network/network_options.hpp"
#include "sim/options/run_settings.hpp"

namespace dateline {

// The options' warm-up and wish into `config`, whose cycles are known. Refuses what does not go together.
void take_steady_state(const WindowSettings& settings, RunPlan& plan);

// Runs what `config` says once to find its transient (none if that was not asked for); from then on the warm-up of
// `config` is that, and its window the rest of its cycles. Without a steady state nothing is measured there.
[[nodiscard]] std::optional<Transient> find_transient(const RunSettings& settings, const RunPlan& plan, const NetworkObjects& network,
                                                      const TrafficPattern& pattern, RunConfig& config);

// Likewise, where it is known.
void take_transient(const RunSettings& settings, const Transient& transient, RunConfig& config);

void add_steady(nlohmann::ordered_json& json, const RunConfig& config, const RunResult& result, const std::optional<Transient>& transient);
[[nodiscard]] std::string steady_lines(const RunConfig& config, const RunResult& result, const std::optional<Transient>& transient);

}  // namespace dateline
