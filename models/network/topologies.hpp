// Topologies by name, as every command takes them: torus:K0xK1x..., mesh:K0xK1x..., hypercube:N, graph:FILE.
#pragma once

#include <memory>
#include <string_view>

#include "models/network/topology.hpp"

namespace dateline {

// Throws ConfigError: unknown kind, a size that is wrong, a file that is no graph.
[[nodiscard]] std::unique_ptr<Topology> make_topology(std::string_view text);

}  // namespace dateline
