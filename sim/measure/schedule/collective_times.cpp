#include "sim/measure/schedule/collective_times.hpp"

#include <algorithm>
#include <map>

namespace dateline {
namespace {

constexpr Cycle kUnmarked = ~Cycle{0};

}  // namespace

CollectiveClock::CollectiveClock(const Schedule& schedule)
    : schedule_(schedule),
      ranks_(schedule.ranks()),
      collectives_(schedule.collectives().size()),
      at_(schedule.marks().size(), kUnmarked),
      before_(schedule.marks().size()),
      pair_(schedule.marks().size()) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> began;  // collective and rank -> mark
  const std::vector<CollectiveMark>& marks = schedule.marks();
  for (std::size_t i = 0; i < marks.size(); ++i) {
    if (!marks[i].begins) continue;
    began[{marks[i].collective, schedule[marks[i].operation].rank}] = i;
    ++collectives_[marks[i].collective].members;
  }
  for (std::size_t i = 0; i < marks.size(); ++i) {
    if (marks[i].begins) continue;
    pair_[i] = began.at({marks[i].collective, schedule[marks[i].operation].rank});
    pair_[pair_[i]] = i;
  }
}

Cycle RankUse::*CollectiveClock::counted(const Rank& rank) {
  return rank.gpus > 0 ? &RankUse::compute : rank.communications > 0 ? &RankUse::exposed : rank.hosts > 0 ? &RankUse::host : &RankUse::idle;
}

void CollectiveClock::note(std::vector<UseSpan>& spans, const UseSpan& span) {
  if (!spans.empty() && spans.back().what == span.what) {
    spans.back().end = span.end;
  } else {
    spans.push_back(span);
  }
}

CollectiveClock::Rank& CollectiveClock::pass(std::uint32_t rank, Cycle from) {
  Rank& r = ranks_[rank];
  if (from <= r.since) return r;
  const Cycle passed = from - r.since;
  if (r.gpus == 0) r.without_gpu += passed;
  r.use.*counted(r) += passed;
  if (!spans_of_.empty()) note(spans_of_[rank], {r.since, from, counted(r)});
  r.since = from;
  return r;
}

std::uint32_t& CollectiveClock::change(const Operation& operation, Cycle from) {
  Rank& r = pass(operation.rank, from);
  return schedule_.gpus().none() || schedule_.gpus().test(operation.cpu) ? r.gpus : r.hosts;
}

void CollectiveClock::mark(std::uint32_t operation, Cycle now) {
  const std::vector<CollectiveMark>& marks = schedule_.marks();
  const auto before = [](const CollectiveMark& mark, std::uint32_t o) { return mark.operation < o; };
  const auto found = static_cast<std::size_t>(std::lower_bound(marks.begin(), marks.end(), operation, before) - marks.begin());
  Rank& rank = pass(schedule_[operation].rank, now);
  CollectiveTimes& times = collectives_[marks[found].collective];
  const bool other = at_[pair_[found]] != kUnmarked;
  at_[found] = now;
  if (!marks[found].begins) {
    if (other) end(found, rank, now);
    return;
  }
  times.first_ready = times.begun == 0 ? now : std::min(times.first_ready, now);
  times.last_ready = std::max(times.last_ready, now);
  ++times.begun;
  ++rank.communications;
  before_[found] = rank.without_gpu;
  if (other) end(pair_[found], rank, now);
}

void CollectiveClock::end(std::size_t mark, Rank& rank, Cycle now) {
  CollectiveTimes& times = collectives_[schedule_.marks()[mark].collective];
  at_[mark] = now;
  times.end = std::max(times.end, now);
  ++times.ended;
  --rank.communications;
  times.exposed = std::max(times.exposed, rank.without_gpu - before_[pair_[mark]]);
}

std::vector<CollectiveSpan> CollectiveClock::spans() const {
  const std::vector<CollectiveMark>& marks = schedule_.marks();
  std::vector<CollectiveSpan> spans;
  for (std::uint32_t i = 0; i < collectives_.size(); ++i) {
    if (collectives_[i].done()) spans.push_back({i, CollectiveSpan::kAllRanks, collectives_[i].first_ready, collectives_[i].end});
  }
  for (std::size_t i = 0; i < marks.size(); ++i) {
    if (marks[i].begins || at_[i] == kUnmarked || at_[pair_[i]] == kUnmarked) continue;
    spans.push_back({marks[i].collective, schedule_[marks[i].operation].rank, at_[pair_[i]], at_[i]});
  }
  std::stable_sort(spans.begin(), spans.end(), [](const CollectiveSpan& a, const CollectiveSpan& b) { return a.collective < b.collective; });
  return spans;
}

RankUse CollectiveClock::use(std::uint32_t rank, Cycle end) const {
  const Rank& r = ranks_[rank];
  RankUse use = r.use;
  if (end > r.since) use.*counted(r) += end - r.since;
  return use;
}

std::vector<UseSpan> CollectiveClock::use_spans(std::uint32_t rank, Cycle end) const {
  if (spans_of_.empty()) return {};
  const Rank& r = ranks_[rank];
  std::vector<UseSpan> spans = spans_of_[rank];
  if (end > r.since) note(spans, {r.since, end, counted(r)});
  return spans;
}

}  // namespace dateline
