// Channels and routers of the reference machine, as docs/reference/router-cycle.md, section 1, has them; and what a
// configuration may not be.
#pragma once

#include <vector>

#include "reference_routing.hpp"
#include "reference_state.hpp"

namespace dateline::reference {

// The configuration with its defaults filled in. Throws std::invalid_argument.
[[nodiscard]] ReferenceConfig checked(ReferenceConfig config);

struct Network {
  std::vector<Channel> channels;
  std::vector<Router> routers;
};
[[nodiscard]] Network build_network(const ReferenceConfig& config, const ReferenceRouting& routing);

// Throws std::invalid_argument unless `allowed`.
void require(bool allowed, const std::string& what);

}  // namespace dateline::reference
