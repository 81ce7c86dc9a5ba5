// --external, and the routers of a waveform: which routers run as SystemC modules, the reference router
// (sim/systemc/router/), with the same results whichever do, or those of a program's own. Throws ConfigError.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/network/topology/topology.hpp"
#include "sim/core/compiled_network.hpp"
#include "sim/options/run_settings.hpp"

namespace dateline {

// In ascending order, each once.
[[nodiscard]] std::vector<NodeId> listed_nodes(const ValueSource& source, const std::vector<std::string>& numbers, const Topology& topology);
// Of --out vcd=FILE,routers=3+4.
[[nodiscard]] std::vector<NodeId> routers_of_waveform(const OutputSetting& vcd, const Topology& topology);
// By node, those of a waveform among them; empty if there are none. "half:SEED": each router with probability 1/2.
// `own`: the program has routers of its own; they are all external where the option does not say which.
[[nodiscard]] std::vector<std::uint8_t> external_routers(const RunSettings& settings, const Topology& topology, bool own);
// For people: how many routers were external, and how many flits they forwarded. Empty if none was.
[[nodiscard]] std::string external_line(const CompiledNetwork& machine);

}  // namespace dateline
