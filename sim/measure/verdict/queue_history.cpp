#include "sim/measure/verdict/queue_history.hpp"

#include <algorithm>

namespace dateline {
namespace {

constexpr Cycle kFirstBorder = 64;
constexpr Cycle kRungs = 5;  // the next border is a fifth farther

Cycle middle(Cycle origin, Cycle end) { return origin + (end - origin + 1) / 2; }

}  // namespace

QueueMeans queue_means(const QueueBorder& begin, const QueueBorder& end, std::size_t source) {
  return queue_means(begin.at, begin.sources[source], end.at, end.sources[source]);
}

QueueMeans queue_means(Cycle begin, const SourceTotals& a, Cycle end, const SourceTotals& b) {
  const auto integral = [](Cycle at, std::uint64_t in, std::uint64_t in_cycles, std::uint64_t out, std::uint64_t out_cycles) {
    return (at * in - in_cycles) - (at * out - out_cycles);
  };
  const auto queued = [&](Cycle at, const SourceTotals& s) { return integral(at, s.generated, s.generated_cycles, s.injected, s.injected_cycles); };
  const auto inside = [&](Cycle at, const SourceTotals& s) { return integral(at, s.injected, s.injected_cycles, s.gone, s.gone_cycles); };
  const double cycles = std::max(1.0, static_cast<double>(end - begin));
  return {b.generated - a.generated, b.found_empty - a.found_empty, static_cast<double>(queued(end, b) - queued(begin, a)) / cycles,
          static_cast<double>(inside(end, b) - inside(begin, a)) / cycles};
}

void QueueHistory::plan(std::vector<Cycle> ends) {
  planned_ = !ends.empty();
  for (const Cycle end : ends) halves_.push_back(middle(origin().at, end));
  std::sort(halves_.begin(), halves_.end());
  find_next(origin().at);
}

void QueueHistory::find_next(Cycle after) {
  if (planned_) {
    const auto it = std::upper_bound(halves_.begin(), halves_.end(), after);
    next_ = it == halves_.end() ? kNever : *it;
    return;
  }
  const Cycle passed = after - origin().at;
  next_ = origin().at + std::max(kFirstBorder, passed + passed / kRungs);
}

void QueueHistory::restart(const CompiledNetwork& network, Cycle now) {
  borders_ = {border(network, now)};
  planned_ = false;  // halves were of another origin
  find_next(now);
}

void QueueHistory::pass_borders(const CompiledNetwork& network, Cycle now) {
  for (; next_ <= now; find_next(next_)) {
    const Cycle needed = middle(origin().at, next_);
    borders_.erase(std::remove_if(borders_.begin() + 1, borders_.end(), [&](const QueueBorder& b) { return b.at < needed; }), borders_.end());
    borders_.push_back(border(network, next_));
  }
}

SourceTotals QueueHistory::totals(const CompiledNetwork& network, std::size_t t) const {
  const SourceQueues::Source& source = network.source(TerminalId(static_cast<std::uint32_t>(t)));
  SourceTotals totals;
  totals.generated = source.generated;
  totals.injected = source.injected;
  totals.gone = gone_[t].messages;
  totals.found_empty = source.found_empty;
  totals.generated_cycles = source.generated_cycles;
  totals.injected_cycles = source.injected_cycles;
  totals.gone_cycles = gone_[t].cycles;
  return totals;
}

QueueBorder QueueHistory::border(const CompiledNetwork& network, Cycle at) const {
  QueueBorder border{at, {}, network.granted_flits()};
  border.sources.reserve(gone_.size());
  for (std::size_t t = 0; t < gone_.size(); ++t) border.sources.push_back(totals(network, t));
  return border;
}

const QueueBorder* QueueHistory::half_way(Cycle end) const {
  const Cycle from = middle(origin().at, end);
  for (std::size_t i = 1; i < borders_.size(); ++i) {
    if (borders_[i].at >= from && borders_[i].at < end) return &borders_[i];
  }
  return nullptr;
}

}  // namespace dateline
