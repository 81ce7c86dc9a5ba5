#include "sim/measure/sources/traffic_arrivals.hpp"

#include <algorithm>

#include "sim/measure/protocol/run_config.hpp"

namespace dateline {

namespace {

ArrivalProcess arrivals_of(const RunConfig& config, std::uint32_t terminal, const Rational& share, double rate) {
  const RandomStream random(config.seed, number_of(config, terminal), Purpose::arrival);
  const Injection kind = config.injection.kind;
  if (kind == Injection::poisson || kind == Injection::bernoulli) return {kind, rate, random};
  return {config.injection, exact_rate(config) * share, random};
}

}  // namespace

TrafficArrivals::TrafficArrivals(const RunConfig& config, const TrafficPattern& pattern, std::uint32_t terminals,
                                 const std::vector<const TrafficPattern*>& later)
    : pattern_(&pattern),
      lengths_(lengths_of(config)),
      packet_length_(lengths_.one() ? lengths_.shortest() : 0),
      stream_of_(terminals, 0),
      wheel_(terminals) {
  std::vector<double> largest;
  for (std::uint32_t terminal = 0; terminal < terminals; ++terminal) {
    Rational share = pattern.share(TerminalId(terminal));
    for (const TrafficPattern* other : later) share = std::max(share, other->share(TerminalId(terminal)));
    if (!later.empty()) largest.push_back(to_double(share));
    const double own_rate = config.rate * to_double(share);
    if (own_rate <= 0.0) continue;
    stream_of_[terminal] = static_cast<std::uint32_t>(streams_.size());
    streams_.push_back(
        {arrivals_of(config, terminal, share, own_rate), RandomStream(config.seed, number_of(config, terminal), Purpose::destination)});
    if (packet_length_ == 0) length_streams_.emplace_back(config.seed, number_of(config, terminal), Purpose::length);
    wheel_.insert(terminal, streams_.back().arrivals.next());
  }
  thinning_ = Thinning(std::move(largest));
  thinning_.change(pattern);
}

void Thinning::change(const TrafficPattern& pattern) {
  keep_.clear();
  for (std::uint32_t terminal = 0; terminal < largest_.size(); ++terminal) {
    keep_.push_back(largest_[terminal] <= 0.0 ? 0.0 : to_double(pattern.share(TerminalId(terminal))) / largest_[terminal]);
  }
}

void TrafficArrivals::pass(Cycle until) {
  for (Cycle now = wheel_.next_cycle(wheel_.begin()); now < until; now = wheel_.next_cycle(now + 1)) {
    take(now, [](TerminalId /*source*/, TerminalId /*destination*/, std::uint32_t /*length*/) {});
  }
}

}  // namespace dateline
