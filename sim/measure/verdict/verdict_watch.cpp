#include "sim/measure/verdict/verdict_watch.hpp"

#include <algorithm>
#include <cmath>

namespace dateline {
namespace {

double flits_across(const IdVector<ChannelId, std::uint64_t>& granted, const QueueBorder& begin, std::uint32_t c) {
  return static_cast<double>(granted[ChannelId(c)] - begin.granted_flits[ChannelId(c)]);
}

}  // namespace

std::vector<Cycle> looks_of(const DecisionPlan& plan) {
  constexpr double kRoot = 1.41421356237309505;
  std::vector<Cycle> looks;
  Cycle at = plan.first, between = static_cast<Cycle>(static_cast<double>(plan.first) * kRoot);
  for (; at < plan.last; std::swap(at, between)) {
    looks.push_back(at);
    at *= 2;
  }
  looks.push_back(plan.last);
  return looks;
}

VerdictWatch::VerdictWatch(const OfferedWork& work, const RunTheory& theory, const TrafficPattern& pattern, std::uint32_t terminals)
    : work_(work), theory_(theory), rates_(terminals, 0.0), history_(terminals) {
  if (active()) set_rates(pattern);
}

void VerdictWatch::set_rates(const TrafficPattern& pattern) {
  for (std::uint32_t t = 0; t < rates_.size(); ++t) rates_[t] = work_.rate * to_double(pattern.share(TerminalId(t)));
}

void VerdictWatch::plan(const DecisionPlan& plan) {
  rule_ = plan.rule;
  looks_ = looks_of(plan);
  history_.plan(looks_);
}

bool VerdictWatch::look(const CompiledNetwork& network, Cycle now) {
  ++next_look_;
  const std::optional<Evidence> found = evidence(network, now);
  if (!found) return true;
  const Verdict verdict = dateline::judge(rule_, *found);
  sustained_ = verdict == Verdict::sustained ? sustained_ + 1 : 0;
  return verdict == Verdict::saturated || sustained_ > 1;
}

void VerdictWatch::change(const CompiledNetwork& network, Cycle now, const TrafficPattern& pattern, const RunTheory& theory) {
  if (!active()) return;
  theory_ = theory;
  set_rates(pattern);
  history_.restart(network, now);
}

void VerdictWatch::branch(const VerdictWatch& before, bool same, const CompiledNetwork& network, Cycle now, const TrafficPattern& pattern,
                          const RunTheory* theory) {
  if (!same) {
    history_.take_gone(before.history_);
    while (next_look() <= now) ++next_look_;
    return change(network, now, pattern, theory == nullptr ? RunTheory(theory_) : *theory);
  }
  history_ = before.history_;
  next_look_ = before.next_look_;
  sustained_ = before.sustained_;
  if (theory == nullptr) return;
  theory_ = before.theory_;
  rates_ = before.rates_;
}

std::optional<Evidence> VerdictWatch::evidence(const CompiledNetwork& network, Cycle end) const {
  const QueueBorder* const half = history_.half_way(end);
  if (half == nullptr) return std::nullopt;
  const auto cycles = static_cast<double>(end - half->at);
  Evidence e;
  e.cycles = static_cast<double>(end - history_.origin().at);
  e.dispersion = work_.dispersion;
  double generated = 0;
  e.sources.reserve(rates_.size());
  for (std::size_t t = 0; t < rates_.size(); ++t) {
    if (rates_[t] <= 0) continue;
    const SourceTotals last = history_.totals(network, t);
    const QueueMeans means = queue_means(half->at, half->sources[t], end, last);
    const double grown = static_cast<double>(last.queued()) - static_cast<double>(history_.queued_at_origin(t));
    e.sources.push_back({rates_[t] * cycles, static_cast<double>(means.generated), static_cast<double>(means.found_empty), means.queue,
                         means.queue + means.in_network, grown});
    e.in_network += means.in_network;
    generated += static_cast<double>(means.generated);
  }
  if (e.sources.empty()) return std::nullopt;
  if (theory_.zero_load_latency) e.at_zero_load = generated / cycles * (*theory_.zero_load_latency - 1);
  if (!theory_.crossing.empty()) e.at_zero_load = under_way(network, *half, end, generated);
  set_channels(network, *half, end, e);
  return e;
}

double VerdictWatch::under_way(const CompiledNetwork& network, const QueueBorder& begin, Cycle end, double generated) const {
  double cycles = generated * (work_.mean_length + 1);  // into the network, and until the tail is handed over
  const auto& granted = network.granted_flits();
  for (std::uint32_t c = 0; c < begin.granted_flits.size(); ++c) {
    cycles += flits_across(granted, begin, c) / work_.mean_length * theory_.crossing[c];
  }
  return cycles / static_cast<double>(end - begin.at);
}

// Without exact loads the busiest channel is one of those that passed most. The largest count of many is above the mean
// of that channel; 2.33 of its standard deviations less is below it, as the mean over all channels is too. Where
// nothing was counted there is no such channel, and no run is sustained.
void VerdictWatch::set_channels(const CompiledNetwork& network, const QueueBorder& begin, Cycle end, Evidence& e) const {
  if (theory_.load_over_network > 0) {
    e.near = theory_.near;
    e.channel_packets = std::min(1.0, theory_.load_over_network) * static_cast<double>(end - begin.at) / work_.mean_length;
    return;
  }
  const auto channels = static_cast<std::uint32_t>(begin.granted_flits.size());
  if (channels == 0) return;
  const auto& granted = network.granted_flits();
  const auto passed = [&](std::uint32_t c) { return flits_across(granted, begin, c) / work_.mean_length; };
  double largest = 0, sum = 0;
  for (std::uint32_t c = 0; c < channels; ++c) {
    largest = std::max(largest, passed(c));
    sum += passed(c);
  }
  constexpr double kQuantile = 2.33;
  e.channel_packets = std::max(sum / channels, largest - kQuantile * std::sqrt(largest * std::max(1.0, work_.dispersion)));
  if (e.channel_packets <= 0) return;
  for (std::uint32_t c = 0; c < channels; ++c) e.near.count(passed(c) / e.channel_packets);
}

Judgement VerdictWatch::judge(const CompiledNetwork& network, Cycle end) const {
  Judgement judgement;
  if (!active()) return judgement;
  judgement.overloaded = theory_.overloaded;
  const std::optional<Evidence> found = evidence(network, end);
  if (!found) {
    judgement.verdict = Verdict::undecided;
  } else {
    judgement.verdict = dateline::judge(rule_, *found);
    judgement.overload_excluded = overload_excluded(*found);
    if (judgement.verdict == Verdict::undecided) judgement.decides_after = decides_after(rule_, *found);
    if (judgement.verdict == Verdict::sustained && !looks_.empty() && sustained_ < 2) {  // by the last look alone
      judgement.verdict = Verdict::undecided;
      judgement.decides_after = 2 * found->cycles;
    }
  }
  if (theory_.overloaded.value_or(false) || theory_.at_bound) {
    judgement.verdict = Verdict::saturated;
    judgement.overload_excluded.reset();
    judgement.decides_after.reset();
  }
  return judgement;
}

}  // namespace dateline
