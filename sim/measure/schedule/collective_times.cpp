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
    if (marks[i].begins) began[{marks[i].collective, schedule[marks[i].operation].rank}] = i;
  }
  for (std::size_t i = 0; i < marks.size(); ++i) {
    if (!marks[i].begins) pair_[i] = began.at({marks[i].collective, schedule[marks[i].operation].rank});
  }
}

CollectiveClock::Rank& CollectiveClock::pass(std::uint32_t rank, Cycle from) {
  Rank& r = ranks_[rank];
  if (from <= r.since) return r;
  const Cycle passed = from - r.since;
  if (r.gpus == 0) r.without_gpu += passed;
  Cycle& counted = r.gpus > 0 ? r.use.compute : r.communications > 0 ? r.use.exposed : r.hosts > 0 ? r.use.host : r.use.idle;
  counted += passed;
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
  at_[found] = now;
  if (marks[found].begins) {
    times.first_ready = times.members == 0 ? now : std::min(times.first_ready, now);
    times.last_ready = std::max(times.last_ready, now);
    ++times.members;
    ++rank.communications;
    before_[found] = rank.without_gpu;
  } else {
    times.end = std::max(times.end, now);
    ++times.ended;
    --rank.communications;
    times.exposed = std::max(times.exposed, rank.without_gpu - before_[pair_[found]]);
  }
}

std::vector<CollectiveSpan> CollectiveClock::spans() const {
  const std::vector<CollectiveMark>& marks = schedule_.marks();
  std::vector<CollectiveSpan> spans;
  for (std::uint32_t i = 0; i < collectives_.size(); ++i) {
    if (collectives_[i].done()) spans.push_back({i, CollectiveSpan::kAllRanks, collectives_[i].first_ready, collectives_[i].end});
  }
  for (std::size_t i = 0; i < marks.size(); ++i) {
    if (marks[i].begins || at_[i] == kUnmarked) continue;
    spans.push_back({marks[i].collective, schedule_[marks[i].operation].rank, at_[pair_[i]], at_[i]});
  }
  std::stable_sort(spans.begin(), spans.end(), [](const CollectiveSpan& a, const CollectiveSpan& b) { return a.collective < b.collective; });
  return spans;
}

RankUse CollectiveClock::use(std::uint32_t rank, Cycle end) const {
  const Rank& r = ranks_[rank];
  RankUse use = r.use;
  if (end > r.since) use.idle += end - r.since;
  return use;
}

}  // namespace dateline
