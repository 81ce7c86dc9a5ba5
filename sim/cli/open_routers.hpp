// --open: which routers run as SystemC modules of their own, the reference router (sim/systemc/router/); results are
// the same whichever do. Throws ConfigError.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/network/topology.hpp"
#include "sim/cli/options.hpp"
#include "sim/core/machine.hpp"

namespace dateline {

// By node; empty without the option. "half:SEED": each router with probability 1/2.
[[nodiscard]] std::vector<std::uint8_t> open_routers(const Options& options, const Topology& topology);
// For people: how many routers were open, and how many flits they forwarded. Empty if none was.
[[nodiscard]] std::string open_line(const Machine& machine);

}  // namespace dateline
