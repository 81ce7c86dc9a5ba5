#include "sim/measure/sources/streams_source.hpp"

#include <algorithm>

#include "sim/measure/verdict/work_dispersion.hpp"

namespace dateline {
namespace {

constexpr std::uint64_t kStreamSeeds = 0x73747265616d7300ULL;

RunConfig config_of(const StreamSpec& stream, std::uint64_t seed, std::size_t number) {
  RunConfig config;
  if (stream.lengths.one()) {
    config.packet_length = stream.lengths.shortest();
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

StreamsSource::StreamsSource(const std::vector<StreamSpec>& streams, const Patterns& patterns, std::uint32_t terminals, std::uint64_t seed,
                             const std::vector<std::uint8_t>& vc_sets, std::vector<Patterns> later)
    : later_(std::move(later)), counts_(streams.size()), delivered_flits_(streams.size(), 0) {
  for (std::size_t i = 0; i < streams.size(); ++i) {
    Patterns own;
    for (const Patterns& change : later_) own.push_back(change[i]);
    sources_.push_back(std::make_unique<TrafficSource>(config_of(streams[i], seed, i), *patterns[i], terminals, own));
    sources_.back()->mark(
        {static_cast<std::uint32_t>(i), vc_sets.empty() ? std::uint8_t{0} : vc_sets[i], static_cast<std::uint8_t>(streams[i].priority.value_or(0))});
  }
}

void StreamsSource::generate(Cycle now, bool measured, CompiledNetwork& network) {
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    counts_[i].measured.end_of_cycle();
    sources_[i]->generate(now, measured, network);
    counts_[i].generated = sources_[i]->offered();
  }
}

void StreamsSource::change(const TrafficPattern& /*pattern*/) {
  const Patterns& next = later_[changes_++];
  for (std::size_t i = 0; i < sources_.size(); ++i) sources_[i]->change(*next[i]);
}

void StreamsSource::read(StateReader& archive) {
  io(archive);
  if (changes_ > 0) --changes_;
}

std::vector<StreamsSource::Flits> StreamsSource::flits(const CompiledNetwork& network) const {
  std::vector<Flits> flits;
  for (std::size_t i = 0; i < sources_.size(); ++i) flits.push_back({sources_[i]->offered_flits(), delivered_flits_[i]});
  network.for_partly_ejected([&](const PacketRequest& order, std::uint32_t ejected) {
    if (order.tag < flits.size()) flits[order.tag].ejected += ejected;  // else of a schedule beside them
  });
  return flits;
}

void StreamsSource::window_border(const CompiledNetwork& network) {
  const std::vector<Flits> now = flits(network);
  if (at_begin_.empty()) {
    at_begin_ = now;
    return;
  }
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    counts_[i].generated_flits = now[i].generated - at_begin_[i].generated;
    // What faults took out inside the window may have been handed over in part before it.
    counts_[i].ejected_flits = now[i].ejected - std::min(at_begin_[i].ejected, now[i].ejected);
  }
}

void StreamsSource::delivered(const Delivery& delivery) {
  const PacketRequest& order = delivery.packet.order;
  StreamCounts& counts = counts_[order.tag];
  ++counts.delivered;
  delivered_flits_[order.tag] += order.length;
  if (order.measured) counts.measured.add(delivery);
}

void StreamsSource::take_offered(StateReader& archive, bool in_window) {
  for (const auto& source : sources_) {
    state_section(archive, [&](StateReader& own) { source->take_offered(own, in_window); });
  }
  archive(counts_, delivered_flits_, at_begin_);
  if (!in_window) at_begin_.clear();
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

// Variances of independent streams add up: the dispersion of their work is the mean of theirs by rate, each in messages
// of the mean length of all.
OfferedWork offered_work(const std::vector<StreamSpec>& streams, const std::vector<const TrafficPattern*>& patterns, std::uint32_t terminals) {
  Rational load = 0, rate = 0;
  for (const StreamSpec& stream : streams) load += stream.load, rate += stream.rate();
  OfferedWork work{to_double(rate), to_double(Rational(load / rate)), 1};
  for (std::uint32_t t = 0; t < terminals; ++t) {
    double arrivals = 0, variance = 0, flits = 0;
    for (std::size_t i = 0; i < streams.size(); ++i) {
      const double own = to_double(Rational(streams[i].rate() * patterns[i]->share(TerminalId(t))));
      const double length = to_double(streams[i].lengths.mean());
      arrivals += own;
      flits += own * length;
      if (own > 0) variance += own * length * length * work_dispersion(streams[i].injection, streams[i].lengths, own);
    }
    if (arrivals > 0) work.dispersion = std::max(work.dispersion, variance / (flits * work.mean_length));
  }
  return work;
}

}  // namespace dateline
