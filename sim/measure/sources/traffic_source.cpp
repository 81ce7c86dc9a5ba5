#include "sim/measure/sources/traffic_source.hpp"

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

TrafficSource::TrafficSource(const RunConfig& config, const TrafficPattern& pattern, std::uint32_t terminals,
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

void TrafficSource::generate(Cycle now, bool measured, CompiledNetwork& network) {
  wheel_.take(now, due_);
  for (const std::uint32_t terminal : due_) {
    Stream& stream = streams_[stream_of_[terminal]];
    Cycle next = now;
    while (next == now) {
      if (thinning_.used() && !thinning_.keeps(terminal, stream.destinations)) {
        next = stream.arrivals.next();
        continue;
      }
      PacketRequest order;
      order.generated = now;
      order.destination = pattern_->sample(TerminalId(terminal), stream.destinations);
      order.length = packet_length_;
      if (packet_length_ == 0) {
        order.length = lengths_.sample(length_streams_[stream_of_[terminal]]);
        mixed_flits_ += order.length;
      }
      order.tag = marks_.tag;
      order.measured = measured;
      order.vc_set = marks_.vc_set;
      order.priority = marks_.priority;
      network.send(TerminalId(terminal), order);
      ++sent_;
      next = stream.arrivals.next();
    }
    wheel_.insert(terminal, next);
  }
}

}  // namespace dateline
