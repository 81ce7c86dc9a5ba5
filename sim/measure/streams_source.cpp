#include "sim/measure/streams_source.hpp"

#include <algorithm>

namespace dateline {
namespace {

constexpr std::uint64_t kStreamSeeds = 0x73747265616d7300ULL;

RunConfig config_of(const StreamSpec& stream, std::uint64_t seed, std::size_t number) {
  RunConfig config;
  if (stream.lengths.one()) {
    config.message_length = stream.lengths.shortest();
  } else {
    config.length_mix = stream.lengths;
  }
  config.exact_rate = stream.rate();
  config.rate = to_double(*config.exact_rate);
  config.injection = stream.injection;
  config.seed = number == 0 ? seed : mix(seed ^ mix(kStreamSeeds + number));
  return config;
}

}  // namespace

StreamsSource::StreamsSource(const std::vector<StreamSpec>& streams, const std::vector<const TrafficPattern*>& patterns, std::uint32_t terminals,
                             std::uint64_t seed, const std::vector<std::uint8_t>& vc_sets)
    : counts_(streams.size()) {
  for (std::size_t i = 0; i < streams.size(); ++i) {
    sources_.push_back(std::make_unique<TrafficSource>(config_of(streams[i], seed, i), *patterns[i], terminals));
    sources_.back()->mark(static_cast<std::uint32_t>(i), vc_sets.empty() ? std::uint8_t{0} : vc_sets[i],
                          static_cast<std::uint8_t>(streams[i].priority.value_or(0)));
  }
}

void StreamsSource::generate(Cycle now, bool measured, Machine& machine) {
  in_window_ = measured;
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    counts_[i].measured.end_of_cycle();
    const std::uint64_t before = sources_[i]->offered_flits();
    sources_[i]->generate(now, measured, machine);
    counts_[i].generated = sources_[i]->offered();
    if (measured) counts_[i].generated_flits += sources_[i]->offered_flits() - before;
  }
}

void StreamsSource::delivered(const Delivery& delivery) {
  const MessageOrder& order = delivery.message.order;
  StreamCounts& counts = counts_[order.tag];
  ++counts.delivered;
  if (in_window_) counts.ejected_flits += order.length;
  if (order.measured) counts.measured.add(delivery);
}

Cycle StreamsSource::next_cycle(Cycle from) const {
  Cycle next = kNever;
  for (const auto& source : sources_) next = std::min(next, source->next_cycle(from));
  return next;
}

bool StreamsSource::finished() const {
  return std::all_of(sources_.begin(), sources_.end(), [](const auto& source) { return source->finished(); });
}

std::uint64_t StreamsSource::offered() const {
  std::uint64_t sum = 0;
  for (const auto& source : sources_) sum += source->offered();
  return sum;
}

// Poisson processes of several kinds of messages add up to one of the mix. With work counted in messages of mean length
// m its exponent is at most that of square = E[L^2] / (m E[L]), L the lengths of the source's mix, and of the longest
// over m; those of the source where it is largest hold for all.
OverloadRule overload_rule(const std::vector<StreamSpec>& streams, const std::vector<const TrafficPattern*>& patterns, std::uint32_t terminals) {
  Rational load = 0, rate = 0;
  ArrivalLaw law;
  std::uint32_t longest = 0;
  bool known = true;
  for (const StreamSpec& stream : streams) {
    load += stream.load, rate += stream.rate();
    longest = std::max(longest, stream.lengths.longest());
    // One more message may come of each periodic stream: the law knows of one such.
    known = known && stream.injection.kind != Injection::on_off && !(law.one_more && stream.injection.kind == Injection::periodic);
    law.one_more = law.one_more || stream.injection.kind == Injection::periodic;
  }
  const double mean = to_double(Rational(load / rate));
  double square = 0;  // flits
  for (std::uint32_t t = 0; t < terminals; ++t) {
    double work = 0, squares = 0;
    for (std::size_t i = 0; i < streams.size(); ++i) {
      const double own = to_double(Rational(streams[i].rate() * patterns[i]->share(TerminalId(t))));
      work += own * to_double(streams[i].lengths.mean());
      squares += own * to_double(streams[i].lengths.mean_square());
    }
    if (work > 0) square = std::max(square, squares / work);
  }
  if (!known) return {std::nullopt, mean};
  law.longest = longest / mean;
  law.square = std::max(1.0, square / mean);
  return {law, mean};
}

}  // namespace dateline
