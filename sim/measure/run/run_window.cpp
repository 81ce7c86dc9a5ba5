#include "sim/measure/run/run_window.hpp"

#include <algorithm>

#include "sim/measure/statistics/interval_rule.hpp"
#include "sim/measure/verdict/work_dispersion.hpp"

namespace dateline {
namespace {

std::uint32_t senders(const TrafficPattern& pattern, std::uint32_t terminals) {
  std::uint32_t count = 0;
  for (std::uint32_t t = 0; t < terminals; ++t) count += pattern.share(TerminalId(t)) > 0 ? 1U : 0U;
  return count;
}

}  // namespace

// Random traffic of one kind, unless the configuration says what it is. Bursts vary most where the rate is least.
OfferedWork offered_work(const RunConfig& config, const TrafficPattern& pattern, std::uint32_t terminals) {
  if (config.protocol == RunConfig::Protocol::workload) return {};
  if (config.work) return *config.work;
  const PacketLengths lengths = lengths_of(config);
  Rational least = 1;
  for (std::uint32_t t = 0; t < terminals && config.injection.kind == Injection::on_off; ++t) {
    const Rational share = pattern.share(TerminalId(t));
    if (share > 0) least = std::min(least, share);
  }
  return {config.rate, to_double(lengths.mean()), work_dispersion(config.injection, lengths, config.rate * to_double(least))};
}

RunWindow::RunWindow(const RunConfig& config, const TrafficPattern& pattern, std::uint32_t terminals)
    : live_times_(terminals, config.failed, config.changes),
      shortest_(
          shortest_window({config.theory.load_over_channels, config.theory.load_over_bound.value_or(0), std::max(senders(pattern, terminals), 1U)},
                          offered_work(config, pattern, terminals).mean_length)),
      stopping_(config.until_ci, senders(pattern, terminals)),
      watch_(offered_work(config, pattern, terminals), config.changes.size() > kMostJudgedChanges ? RunTheory() : config.theory, pattern, terminals) {
  if (config.decide) {
    watch_.plan(*config.decide);
  } else if (config.protocol == RunConfig::Protocol::window && !config.until_ci) {
    watch_.plan(config.warmup + config.cycles);
  }
  deliveries_.ignored = !config.measure;
  deliveries_.special = config.details.pair_latency || config.windows > 0 || config.details.minimal_ways.topology != nullptr || !config.measure;
  if (config.windows > 0 && !config.changes.empty()) deliveries_.phases = std::make_unique<FaultPhases>(config.first_faults, config.changes);
  if (config.details.pair_latency) deliveries_.pairs = std::make_unique<PairLatency>(terminals);
  if (config.details.minimal_ways.topology != nullptr) deliveries_.minimal = std::make_unique<MinimalPaths>(config.details.minimal_ways);
  if (config.windows > 0) deliveries_.parts = std::make_unique<WindowSeries>(config.windows, config.warmup, config.cycles, config.details.bandwidths);
}

bool RunWindow::wants_granted(const RunConfig& config) const {
  const auto unknown = [](const RunTheory& theory) { return theory.load_over_network == 0 || !theory.crossing.empty(); };
  return watch_.active() && (config.changes.size() > kMostJudgedChanges || unknown(config.theory) || std::any_of(config.changes.begin(), config.changes.end(),
                                                                   [&](const NetworkChange& change) { return unknown(change.theory); }));
}

// As the sources see it: a packet sent again was generated once, and is on its way as long as it is not lost for good.
Snapshot RunWindow::snapshot(const CompiledNetwork& network, const RunEvents& events) const {
  Snapshot s = take_snapshot(network, live_times_.terminals());
  s.lost_flits.reserve(live_times_.terminals());
  for (std::uint32_t t = 0; t < live_times_.terminals(); ++t) {
    const Retransmission& again = events.losses().again();
    const NoticeCounts& notices = events.losses().notices();  // a flit each
    s.generated[t] -= again.again()[t] + notices.sent[t];
    s.injected[t] -= again.again()[t] + notices.sent[t];
    s.generated_flits[t] -= again.again_flits()[t] + notices.sent[t];
    s.ejected_flits[t] -= notices.delivered[t];
    s.lost_flits.push_back(events.losses().flits(t));
  }
  return s;
}

void RunWindow::open(const CompiledNetwork& network, const RunEvents& events) {
  borders_.begin = snapshot(network, events);
  borders_.begin.activity = network.activity();
}

std::uint64_t RunWindow::close(const CompiledNetwork& network, const RunEvents& events, Cycle now) {
  if (watch_.next_border() < now) watch_.pass_borders(network, now);
  judgement_ = watch_.judge(network, now);
  watch_.forget();  // before more is kept
  borders_.end = snapshot(network, events);
  borders_.end.activity = network.activity();
  const auto& [begin, end] = borders_;
  std::uint64_t generated = 0;
  for (std::size_t t = 0; t < end.generated.size(); ++t) generated += end.generated[t] - begin.generated[t];
  return generated;
}

void RunWindow::branch(StateReader& archive, const CompiledNetwork& network, Cycle now, bool same_verdict, const TrafficPattern& first,
                       const NetworkChange* change) {
  VerdictWatch before = watch_;
  archive(before, borders_);
  if (deliveries_.parts && !borders_.begin.generated.empty() && next_part() == now) deliveries_.parts->pass_border(borders_.begin, 0);
  watch_.branch(before, same_verdict, network, now, change == nullptr ? first : *change->pattern, change == nullptr ? nullptr : &change->theory);
}

void RunWindow::pass_parts(const CompiledNetwork& network, const RunEvents& events, Cycle now) {
  if (next_part() > now) return;
  const Totals totals = network.totals();
  deliveries_.parts->pass_border(snapshot(network, events), totals.queued + totals.in_network + events.losses().pending() - events.losses().notices().under_way());
}

void RunWindow::delivered(const Delivery& delivery, bool counts) {
  if (delivery.ejected != last_delivery_) {
    deliveries_.end_of_cycle();
    last_delivery_ = delivery.ejected;
  }
  if (counts) deliveries_.add(delivery);
  watch_.gone(delivery.packet.source, delivery.ejected + 1);
}

std::optional<bool> RunWindow::narrow(std::uint64_t measured, Cycle cycles) {
  if (!stopping_.due(measured) || !shortest_ || cycles < *shortest_) return std::nullopt;
  deliveries_.end_of_cycle();
  return stopping_.narrow(deliveries_.latency, measured);
}

}  // namespace dateline
