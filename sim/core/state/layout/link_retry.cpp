#include "sim/core/state/layout/link_retry.hpp"

#include <algorithm>

#include "sim/core/state/layout/channel_delays.hpp"

namespace dateline {

LinkRetry::LinkRetry(const RouterConfig& config, const VcNumbering& numbering, const Wiring& wiring) : window_(0), replay_(0), seed_(config.seed) {
  if (config.link_errors == nullptr || config.link_errors->detection != ErrorDetection::link) return;
  const LinkErrors& errors = *config.link_errors;
  window_ = errors.window;
  replay_ = errors.replay;
  const Delays delays(config, wiring);
  link_of_.assign(numbering.channels(), kNone);
  for (std::uint32_t c = 0; c < wiring.channels.size(); ++c) {
    const ChannelId in_network = numbering.in_network(ChannelId(c));
    if (in_network.value() >= errors.errs.size() || errors.errs[in_network.value()] == 0) continue;
    const ChannelDelay delay = delays.different()[delays.number_of(wiring, c)];
    Link link;
    link.below = errors.below[in_network.value()];
    link.key = error_key(seed_, in_network.value());
    link.round_trip = static_cast<Cycle>(delay.flit + delay.credit);
    link.p = static_cast<std::int64_t>(wiring.bandwidth(c).numerator());
    link.q = static_cast<std::int64_t>(wiring.bandwidth(c).denominator());
    link.window = window_ > 0 ? static_cast<std::uint64_t>(window_) : link.round_trip;
    link.replay = replay_ > 0 ? static_cast<std::uint64_t>(replay_) : link.window;
    link.starts.resize(std::max(link.window, link.replay));
    link_of_[c] = static_cast<std::uint32_t>(links_.size());
    links_.push_back(std::move(link));
  }
}

Cycle LinkRetry::take(ChannelId channel, Cycle now) {
  if (!errs(channel)) return 0;
  Link& link = links_[link_of_[channel.value()]];
  const auto free = static_cast<Cycle>(std::max<std::int64_t>(0, (link.next + link.p - 1) / link.p));
  Cycle start = std::max({now, free, link.answered(link.window)});
  for (std::uint64_t k = 0; error_bits(link.key, link.sent, k) < link.below; ++k) {
    start += link.round_trip;
    ++counts_.errors;
  }
  ++counts_.flits;
  link.next = std::max(link.next, (static_cast<std::int64_t>(start) - 1) * link.p + 1) + link.q;
  link.late = start - now;
  link.starts[link.sent % link.starts.size()] = start;
  ++link.sent;
  return link.answered(link.replay);
}

}  // namespace dateline
