#include "sim/core/state/layout/channel_delays.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"
#include "sim/core/state/layout/link_errors.hpp"

namespace dateline {

Delays::Delays(const RouterConfig& config, const Wiring& wiring)
    : pipeline(config.router_pipeline), credit(config.credit_latency), longest(0), own_latency_(config.channel_latency), different_{{0, 0}} {
  bool flits_differ = false;
  ChannelDelay first{own_latency_, credit > 0 ? credit : own_latency_};
  if (!wiring.channels.empty()) first = delay_of(wiring, 0);
  for (std::uint32_t c = 0; c < wiring.channels.size(); ++c) {
    const ChannelDelay delay = delay_of(wiring, c);
    flits_differ = flits_differ || delay.flit != first.flit;
    longest = std::max(longest, delay.flit);
    if (std::find(different_.begin() + 1, different_.end(), delay) != different_.end()) continue;
    if (different_.size() > kMost) {
      throw ConfigError(kMachine, "topology", "network", fmt::format("has channels of more than {} different delays", kMost));
    }
    different_.push_back(delay);
  }
  longest = std::max(wiring.channels.empty() ? own_latency_ : longest, 1);
  one_for_flits = flits_differ || pipeline > 0 ? 0 : first.flit;
  longest += pipeline;
  // What errs comes later.
  if (config.link_errors != nullptr && config.link_errors->detection == ErrorDetection::link) longest = std::max(longest, 2);
  for (const ChannelDelay& delay : different_) longest = std::max(longest, delay.credit);
}

ChannelDelay Delays::delay_of(const Wiring& wiring, std::uint32_t channel) const {
  const int own = wiring.channels[channel].latency, latency = own == 0 ? own_latency_ : own;
  return {latency + static_cast<int>(wiring.bandwidth(channel).cycles()) - 1, credit > 0 ? credit : latency};
}

std::uint8_t Delays::number_of(const Wiring& wiring, std::uint32_t channel) const {
  return static_cast<std::uint8_t>(std::find(different_.begin() + 1, different_.end(), delay_of(wiring, channel)) - different_.begin());
}

}  // namespace dateline
