// When the repetitions of a schedule were in progress that is a collective of all its ranks: each is a collective of
// its own, for which a rank is ready where its repetition before has ended. Communication is exposed wherever the rank
// computes nothing. Cost: O(1) a repetition of a rank; memory: 32 bytes a repetition.
#pragma once

#include <algorithm>
#include <vector>

#include "sim/measure/schedule/collective_times.hpp"

namespace dateline {

class RepetitionTimes {
 public:
  // Of schedules with more repetitions nothing is kept.
  static constexpr std::uint64_t kMost = 10'000;

  // Of a rank that has operations each takes time.
  explicit RepetitionTimes(const Schedule& schedule);

  // From the first cycle on: notes the spans of every rank.
  void record();
  // The rank's repetition has ended, the next begins in cycle `from`; until then it has computed for so many cycles.
  void ends(std::uint32_t rank, Cycle from, Cycle computed) {
    Rank& r = ranks_[rank];
    Repetition& ended = repetitions_[r.repetition++];
    ++ended.ended;
    ended.first = std::min(ended.first, from);
    ended.last = std::max(ended.last, from);
    ended.exposed = std::max(ended.exposed, from - r.since - (computed - r.computed));
    r.since = from;
    r.computed = computed;
    if (!ends_of_.empty()) ends_of_[rank].push_back(from);
  }

  // By number.
  [[nodiscard]] std::vector<CollectiveTimes> all() const;
  // As CollectiveClock has them.
  [[nodiscard]] std::vector<CollectiveSpan> spans() const;
  template <typename Archive>
  void io(Archive& archive) {
    auto& [ranks, repetitions, recorded] = *this;
    static_cast<void>(recorded);  // no run that is stopped records
    archive(ranks, repetitions);
  }

 private:
  struct Rank {
    Cycle since = 0, computed = 0;  // its repetition's begin, and what it had computed before
    std::uint32_t repetition = 0;
  };
  struct Repetition {
    std::uint32_t ended = 0;            // ranks for which it has
    Cycle first = ~Cycle{0}, last = 0;  // of these, from where on they are in the next
    Cycle exposed = 0;                  // most cycles of a rank
  };

  std::vector<Rank> ranks_;
  std::vector<Repetition> repetitions_;
  std::vector<std::vector<Cycle>> ends_of_;  // per rank; none: they are not recorded
};

}  // namespace dateline
