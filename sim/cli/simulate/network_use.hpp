// How a run used a network whose channels are of several kinds: flits by kind, and the packets that took a shortest
// way. Of networks beyond cubes: `local` and `global` channels, `up1`, `down1`, `dim0`, ...
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "models/network/topology/topology.hpp"
#include "sim/measure/run.hpp"
#include "sim/options/network/network_options.hpp"

namespace dateline {

// Whether packets on shortest ways are to be counted: of an adaptive routing where nothing fails.
[[nodiscard]] bool counts_minimal(const NetworkObjects& network, bool changes);
// `minimal_fraction` where they were counted, `channel_use` where channels were: flits/cycle of a channel.
void add_network_use(nlohmann::ordered_json& json, const Topology& topology, const RunResult& result);
[[nodiscard]] std::string network_use_lines(const Topology& topology, const RunResult& result);

}  // namespace dateline
