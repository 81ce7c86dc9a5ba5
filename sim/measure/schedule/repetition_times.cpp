#include "sim/measure/schedule/repetition_times.hpp"

namespace dateline {

RepetitionTimes::RepetitionTimes(const Schedule& schedule) : ranks_(schedule.ranks()), repetitions_(schedule.repeat()) {
  for (std::uint32_t rank = 0; rank < schedule.ranks(); ++rank) {
    const bool idle = schedule.begin(rank) == schedule.begin(rank + 1);
    while (idle && ranks_[rank].repetition < repetitions_.size()) ends(rank, 0, 0);
  }
}

void RepetitionTimes::record() {
  for (const Rank& rank : ranks_) ends_of_.emplace_back(rank.repetition, Cycle{0});  // of those that have nothing to do
}

std::vector<CollectiveTimes> RepetitionTimes::all() const {
  const auto members = static_cast<std::uint32_t>(ranks_.size());
  std::vector<CollectiveTimes> list(repetitions_.size());
  list.front().begun = members;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Repetition& repetition = repetitions_[i];
    list[i].members = members;
    list[i].ended = repetition.ended;
    list[i].end = repetition.last;
    list[i].exposed = repetition.exposed;
    if (i + 1 == list.size() || repetition.ended == 0) continue;
    list[i + 1].begun = repetition.ended;
    list[i + 1].first_ready = repetition.first;
    list[i + 1].last_ready = repetition.last;
  }
  return list;
}

std::vector<CollectiveSpan> RepetitionTimes::spans() const {
  const std::vector<CollectiveTimes> times = all();
  std::vector<CollectiveSpan> spans;
  for (std::uint32_t i = 0; i < times.size(); ++i) {
    if (times[i].done()) spans.push_back({i, CollectiveSpan::kAllRanks, times[i].first_ready, times[i].end});
    for (std::uint32_t rank = 0; rank < ends_of_.size(); ++rank) {
      const std::vector<Cycle>& ends = ends_of_[rank];
      if (i < ends.size()) spans.push_back({i, rank, i == 0 ? 0 : ends[i - 1], ends[i]});
    }
  }
  return spans;
}

}  // namespace dateline
