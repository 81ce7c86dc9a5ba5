// How much more a detour costs than a minimal route to routings that weigh hops (UGAL), where no option says it.
#pragma once

#include "sim/core/state/layout/router_config.hpp"
#include "sim/core/state/layout/wiring.hpp"

namespace dateline {

// Half of what the longest network channel's latency and that of its credits are together, in cycles: so many places of
// a busy channel at half load are taken by flits and credits under way, which say nothing of a queue. None where all
// latencies are one (docs/guide/machines.md has what was measured).
[[nodiscard]] int automatic_bias(const Wiring& wiring, const RouterConfig& config);

// The configuration with a number for its bias.
[[nodiscard]] RouterConfig with_bias(RouterConfig config, const Wiring& wiring);

}  // namespace dateline
