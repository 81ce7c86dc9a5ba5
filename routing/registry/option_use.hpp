// Which options a routing of the registry uses on a topology; what is not used is refused, never ignored.
#pragma once

#include "routing/registry/registry.hpp"

namespace dateline {

// Throws ConfigError that names the option, its value and what is allowed.
void require_use(const RoutingEntry& entry, const Topology& topology, const RoutingOptions& options);

}  // namespace dateline
