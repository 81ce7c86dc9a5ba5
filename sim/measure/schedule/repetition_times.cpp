#include "sim/measure/schedule/repetition_times.hpp"

#include <algorithm>

namespace dateline {

RepetitionTimes::RepetitionTimes(const Schedule& schedule) : ranks_(schedule.ranks()), all_(schedule.repeat()) {
  for (CollectiveTimes& times : all_) times.members = schedule.ranks();
  all_.front().begun = schedule.ranks();
  for (std::uint32_t rank = 0; rank < schedule.ranks(); ++rank) {
    if (schedule.begin(rank) == schedule.begin(rank + 1)) ends(rank, schedule.repeat() - 1, 0, 0);  // it has nothing to do
  }
}

void RepetitionTimes::ends(std::uint32_t rank, std::uint64_t repetition, Cycle from, Cycle computed) {
  Rank& r = ranks_[rank];
  for (; r.repetition <= repetition; ++r.repetition) {
    CollectiveTimes& ended = all_[r.repetition];
    ended.end = std::max(ended.end, from);
    ++ended.ended;
    ended.exposed = std::max(ended.exposed, from - r.since - (computed - r.computed));
    if (!ends_of_.empty()) ends_of_[rank].push_back(from);
    r.since = from;
    r.computed = computed;
    if (r.repetition + 1 == all_.size()) continue;
    CollectiveTimes& next = all_[r.repetition + 1];
    next.first_ready = next.begun == 0 ? from : std::min(next.first_ready, from);
    next.last_ready = std::max(next.last_ready, from);
    ++next.begun;
  }
}

void RepetitionTimes::record() {
  for (const Rank& rank : ranks_) ends_of_.emplace_back(rank.repetition, Cycle{0});  // of those that have nothing to do
}

std::vector<CollectiveSpan> RepetitionTimes::spans() const {
  std::vector<CollectiveSpan> spans;
  for (std::uint32_t i = 0; i < all_.size(); ++i) {
    if (all_[i].done()) spans.push_back({i, CollectiveSpan::kAllRanks, all_[i].first_ready, all_[i].end});
    for (std::uint32_t rank = 0; rank < ends_of_.size(); ++rank) {
      const std::vector<Cycle>& ends = ends_of_[rank];
      if (i < ends.size()) spans.push_back({i, rank, i == 0 ? 0 : ends[i - 1], ends[i]});
    }
  }
  return spans;
}

}  // namespace dateline
