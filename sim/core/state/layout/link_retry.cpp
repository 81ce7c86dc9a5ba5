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
    if (config.execution.count_channels) resent_.emplace_back(ResentFlits::Link{link.round_trip, link.p, link.q, link.window, link.replay});
    links_.push_back(std::move(link));
  }
}

Cycle LinkRetry::take(ChannelId channel, Cycle now) {
  if (!errs(channel)) return 0;
  Link& link = links_[link_of_[channel.value()]];
  const Cycle free = link.last_start + static_cast<Cycle>((link.next + link.p - 1) / link.p);
  Cycle start = link.answers ? std::max({now, free, link.answered(link.window)}) : now;
  const Cycle tried = start;
  for (std::uint64_t k = 0; link.answers && error_bits(link.key, link.sent, k) < link.below; ++k) {
    start += link.round_trip;
    ++counts_.errors;
  }
  ++counts_.flits;
  if (!resent_.empty()) resent_[link_of_[channel.value()]].take(now, tried, link.busy_from(tried), (start - tried) / link.round_trip);
  link.next = link.busy_from(start);
  link.last_start = start;
  link.late = start - now;
  link.starts[link.sent % link.starts.size()] = start;
  ++link.sent;
  if (!link.answers) return link.sent - link.renewed < link.replay ? 0 : kNever;
  return link.answered(link.replay);
}

std::int64_t LinkRetry::Link::busy_from(Cycle cycle) const {
  const Cycle gone = cycle - last_start;
  const bool idle = gone > static_cast<Cycle>(next / p) + 1;
  const std::int64_t left = idle ? 1 - p : next - p * static_cast<std::int64_t>(gone);
  return std::max(left, 1 - p) + q;
}

void LinkRetry::renew(ChannelId channel, Cycle now) {
  Link& link = links_[link_of_[channel.value()]];
  if (!resent_.empty()) resent_[link_of_[channel.value()]].renew(now);
  counts_.errors -= link.errors_from(now);
  link.renewed = link.sent;
  link.next = 0;
  link.last_start = 0;
  link.late = 0;
}

// Flit i is sent to effect in S_i, and errs in S_i - R, S_i - 2 R, ...: as often as its bits say. S ascends.
std::uint64_t LinkRetry::Link::errors_from(Cycle end) const {
  std::uint64_t later = 0;
  for (std::uint64_t back = 1; back <= std::min<std::uint64_t>(sent - renewed, starts.size()); ++back) {
    const std::uint64_t flit = sent - back;
    const Cycle start = starts[flit % starts.size()];
    if (start < end) break;
    std::uint64_t errors = 0;
    while (error_bits(key, flit, errors) < below) ++errors;
    later += std::min<std::uint64_t>(errors, (start - end) / round_trip);
  }
  return later;
}

ErrorCounts LinkRetry::counts(Cycle end) const {
  ErrorCounts counts = counts_;
  for (const Link& link : links_) counts.errors -= link.errors_from(end);
  return counts;
}

}  // namespace dateline
