#include "sim/core/state/layout/ugal_bias.hpp"

#include <algorithm>

namespace dateline {

int automatic_bias(const Wiring& wiring, const RouterConfig& config) {
  int longest = 0;
  for (const Wiring::Wire& wire : wiring.channels) {
    const int latency = wire.latency == 0 ? config.channel_latency : wire.latency;
    longest = std::max(longest, latency + (config.credit_latency == 0 ? latency : config.credit_latency));
  }
  return longest > 2 ? longest / 2 : 0;
}

RouterConfig with_bias(RouterConfig config, const Wiring& wiring) {
  if (!config.ugal.bias) config.ugal.bias = automatic_bias(wiring, config);
  return config;
}

}  // namespace dateline
