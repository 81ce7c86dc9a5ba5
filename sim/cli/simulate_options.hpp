// The options of `dateline simulate`, checked and turned into the configurations of machine and run.
#pragma once

#include "sim/cli/network_options.hpp"
#include "sim/core/machine_config.hpp"
#include "sim/measure/run.hpp"

namespace dateline {

[[nodiscard]] MachineConfig machine_config(const Options& options, const NetworkObjects& network);
// `pattern` is the traffic or the workload's permutation.
[[nodiscard]] RunConfig run_config(const Options& options);
[[nodiscard]] std::unique_ptr<TrafficPattern> traffic_of(const Options& options, const NetworkObjects& network);
// Refuses a network with a channel of another bandwidth than 1.
void check_bandwidth(const Options& options, const Topology& topology);
// Refuses a network that this machine's memory could not hold, before it is built.
void check_memory(const Options& options, const Topology& topology, const MachineConfig& config);

}  // namespace dateline
