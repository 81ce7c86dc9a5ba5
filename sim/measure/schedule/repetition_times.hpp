// When the repetitions of a schedule were in progress that is a collective of all its ranks: each is a collective of
// its own, for which a rank is ready where its repetition before has ended. Communication is exposed wherever the rank
// computes nothing. Cost: O(1) a repetition of a rank; memory: 64 bytes a repetition.
#pragma once

#include <vector>

#include "sim/measure/schedule/collective_times.hpp"

namespace dateline {

class RepetitionTimes {
 public:
  // Of schedules with more repetitions nothing is kept.
  static constexpr std::uint64_t kMost = 10'000;

  explicit RepetitionTimes(const Schedule& schedule);

  // From the first cycle on: notes the spans of every rank.
  void record();
  // Repetitions of the rank up to this one have ended, and `from` is the cycle from which on it is in the next; it has
  // computed for so many cycles until then.
  void ends(std::uint32_t rank, std::uint64_t repetition, Cycle from, Cycle computed);

  // By number.
  [[nodiscard]] const std::vector<CollectiveTimes>& all() const { return all_; }
  // As CollectiveClock has them.
  [[nodiscard]] std::vector<CollectiveSpan> spans() const;
  template <typename Archive>
  void io(Archive& archive) {
    auto& [ranks, all, recorded] = *this;
    static_cast<void>(recorded);  // no run that is stopped records
    archive(ranks, all);
  }

 private:
  struct Rank {
    Cycle since = 0, computed = 0;  // its repetition's begin, and what it had computed before
    std::uint32_t repetition = 0;
  };

  std::vector<Rank> ranks_;
  std::vector<CollectiveTimes> all_;
  std::vector<std::vector<Cycle>> ends_of_;  // per rank; none: they are not recorded
};

}  // namespace dateline
