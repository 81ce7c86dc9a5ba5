// --open, --vcd-nodes: which routers run as SystemC modules of their own, the reference router (sim/systemc/router/);
// results are the same whichever do. Throws ConfigError.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/network/topology/topology.hpp"
#include "sim/cli/options/options.hpp"
#include "sim/core/compiled_network.hpp"

namespace dateline {

// The nodes of a list "3,5,7", in ascending order, each once; empty without the option.
[[nodiscard]] std::vector<NodeId> listed_nodes(const Options& options, const std::string& name, const Topology& topology);
// By node, those of --vcd-nodes among them; empty without either option. "half:SEED": each router with probability 1/2.
[[nodiscard]] std::vector<std::uint8_t> external_routers(const Options& options, const Topology& topology);
// For people: how many routers were open, and how many flits they forwarded. Empty if none was.
[[nodiscard]] std::string open_line(const CompiledNetwork& machine);

}  // namespace dateline
