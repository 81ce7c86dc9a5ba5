// How long what crosses a channel is under way, in cycles (docs/reference/router-cycle.md, sections 2 and 3).
#pragma once

#include <algorithm>

#include "sim/core/layout/router_config.hpp"
#include "sim/core/layout/wiring.hpp"

namespace dateline {

struct Delays {
  Delays(const RouterConfig& config, const Wiring& wiring)
      : pipeline(config.router_pipeline), credit(config.credit_latency), longest(wiring.longest_latency(config.channel_latency)) {
    const bool differ = std::any_of(wiring.channels.begin(), wiring.channels.end(),
                                    [&](const Wiring::Wire& wire) { return (wire.latency == 0 ? config.channel_latency : wire.latency) != longest; });
    one_for_flits = differ || pipeline > 0 ? 0 : longest;
    one_for_credits = credit > 0 ? credit : differ ? 0 : longest;
    longest = std::max(longest + pipeline, credit);
  }

  int pipeline;         // of the routers, for flits that go on from them
  int credit;           // of credits of network channels; 0: the channel's latency
  int longest;          // of anything
  int one_for_flits;    // of all flits on network channels; 0 if they differ
  int one_for_credits;  // of all credits of network channels; 0 if they differ
};

}  // namespace dateline
