// What `simulate` says of faults in the course of a run: a random process of them, changes of the routing, and what
// failures did.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "sim/measure/run.hpp"
#include "sim/options/network/network_options.hpp"
#include "sim/options/run_settings.hpp"

namespace dateline {

// The network of the settings; a process draws until the window ends. Refuses a window without an end.
[[nodiscard]] NetworkOptions network_of_run(const RunSettings& settings);

// `fault_process`: what was drawn, and how long components were up in the window beside theory. Throws InvariantError
// where that is further from theory than chance can be.
[[nodiscard]] nlohmann::ordered_json fault_process_json(const NetworkObjects& network, const RunConfig& config, const RunResult& result);
[[nodiscard]] std::string fault_process_lines(const NetworkObjects& network, const RunConfig& config, const RunResult& result);
// The events, a line each, for --fault-events FILE.
[[nodiscard]] std::string fault_events_file(const DrawnFaults& drawn);

// `loss_notices`, where the run has them.
void add_loss_notices(nlohmann::ordered_json& report, const RunConfig& config, const RunResult& result);
[[nodiscard]] std::string loss_notice_lines(const RunConfig& config, const RunResult& result);
// `reconfigurations`, `undetected`, `loss_notices`, `fault_response`, each where the run has it.
void add_fault_run(nlohmann::ordered_json& report, const NetworkOptions& options, const RunConfig& config, const Run& run, const RunResult& result);
[[nodiscard]] std::string fault_run_lines(const NetworkOptions& options, const RunConfig& config, const RunResult& result);

}  // namespace dateline
