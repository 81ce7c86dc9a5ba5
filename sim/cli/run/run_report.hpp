// A run's result as JSON and as a summary for people.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "models/analysis/latency/bounds.hpp"
#include "models/network/topology/topology.hpp"
#include "sim/cli/run/run_plan.hpp"
#include "sim/measure/run.hpp"
#include "sim/options/run_settings.hpp"

namespace dateline {

// Of one quantity, and the line that people see of it; latencies in cycles.
[[nodiscard]] nlohmann::ordered_json summary_json(const Summary& summary);
[[nodiscard]] std::string latency_line(const char* name, const Summary& summary);
[[nodiscard]] nlohmann::ordered_json bounds_json(const Bounds& bounds);
// `unit`: of loads.
[[nodiscard]] std::string bound_lines(const Bounds& bounds, const std::string& unit);
[[nodiscard]] nlohmann::ordered_json simulate_json(const RunSettings& settings, const RunResult& result, const Bounds& bounds,
                                                   const std::string& proof);
// `more_bounds`: lines behind those of the bounds.
[[nodiscard]] std::string simulate_summary(const RunPlan& plan, const RunResult& result, const Bounds& bounds, const std::string& more_bounds,
                                           const std::string& proof);

// Of a routing that weighs hops: what a detour costs more.
void add_bias(nlohmann::ordered_json& json, const RunPlan& plan);

// Two digits and zeros, not below `value`: "40000" of 39,120.3; a length to try.
[[nodiscard]] std::string rounded_up(double value);

}  // namespace dateline
