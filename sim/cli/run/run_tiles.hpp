// --tiles and --threads of a run: into how many parts the network is cut, and how many threads execute them.
#pragma once

#include "sim/options/network/network_options.hpp"
#include "sim/core/compiled_network.hpp"
#include "sim/options/run_settings.hpp"

namespace dateline {

// Sets both in the configuration. Throws ConfigError for more tiles than routers, more threads than tiles, and for what
// runs in one tile only.
void take_tiles(const SimulateSettings& settings, const NetworkObjects& network, RouterConfig& machine);

// How the network was cut and how its threads worked, for people; empty of one tile.
[[nodiscard]] std::string tiling_line(const CompiledNetwork& network);

}  // namespace dateline
