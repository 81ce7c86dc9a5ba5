// The state of the operations of every rank of a schedule: which wait for the end, or the start, of others, which can
// start, and which repetition their rank is in. Operations that can start are put into lists, which have room to spare
// for those that one operation lets go. Cost: O(1) an operation and an edge; memory: 4 bytes an operation.
#pragma once

#include <vector>

#include "sim/measure/schedule/operation_list.hpp"
#include "traffic/schedules/schedule.hpp"

namespace dateline {

class OperationDependencies {
 public:
  // The schedule must outlive it.
  explicit OperationDependencies(const Schedule& schedule);

  // The first repetition of all ranks; `ready`: those that wait for nothing.
  void begin(OperationList& ready);
  // Most operations that one lets go.
  [[nodiscard]] std::size_t most_followers() const { return most_followers_; }
  // Whether others wait for the operation, all for its end: then its rank's repetition does not end with it.
  [[nodiscard, gnu::always_inline]] bool only_lets_go(std::uint32_t operation) const {
    return schedule_[operation].start_counts == 0 && !schedule_.followers(operation).empty();
  }
  // Such an operation ends: what waits for nothing else may be ready. Without a branch for each that waits. Twice a
  // message: into its callers.
  [[gnu::always_inline]] void let_go(std::uint32_t operation, OperationList& ready) {
    std::uint32_t* const open = open_.data();
    std::uint32_t* next = ready.cursor();
    for (const Follower follower : schedule_.followers(operation)) {
      if (follower.on_start != 0) __builtin_unreachable();
      *next = follower.operation;
      next += --open[follower.operation] == 0 ? 1 : 0;
    }
    ready.end_at(next);
  }
  // Another operation ends. Returns whether its rank's repetition has ended with it: then call repeat().
  [[nodiscard]] bool end(std::uint32_t operation, OperationList& ready) {
    if (schedule_[operation].start_counts != 0) let_go_at_end(operation, ready);
    return --ranks_[schedule_[operation].rank].left == 0;
  }
  // Begins the next repetition of the rank; false if that was the last one.
  bool repeat(std::uint32_t rank, OperationList& ready);
  // The rank does nothing more.
  void drop(std::uint32_t rank);
  // All its repetitions have ended.
  [[nodiscard]] bool ended(std::uint32_t rank) const {
    return ranks_[rank].repetition >= schedule_.repeat() || schedule_.begin(rank) == schedule_.begin(rank + 1);
  }
  // For operations whose start counts. Those that wait for starts are let go by release_at_starts().
  [[gnu::noinline]] void note_start(std::uint32_t operation) { started_.push_back(operation); }
  // What waits for the starts that were noted.
  void release_at_starts(OperationList& ready);

  [[nodiscard]] std::uint64_t repetition(std::uint32_t rank) const { return ranks_[rank].repetition; }
  // All repetitions of all ranks have ended.
  [[nodiscard]] bool finished() const { return busy_ranks_ == 0; }
  // The part, 0..1, of all operations of all repetitions that have waited for all edges.
  [[nodiscard]] double progress() const;
  template <typename Archive>
  void io(Archive& archive) {
    auto& [schedule, open, ranks, busy, roots, begins, started, most] = *this;
    static_cast<void>(schedule);
    static_cast<void>(roots);
    static_cast<void>(begins);
    static_cast<void>(most);
    archive(open, ranks, busy, started);
  }

 private:
  struct Rank {
    std::uint64_t repetition = 0;
    std::uint32_t last = 0;  // operations that do not only let others go: when these have ended, all have
    std::uint32_t left = 0;  // those that have not ended in this repetition
  };

  // Of those that wait for it, some wait for its start.
  void let_go_at_end(std::uint32_t operation, OperationList& ready);
  void begin_rank(std::uint32_t rank, OperationList& ready);

  const Schedule& schedule_;
  std::vector<std::uint32_t> open_;  // per operation: edges that it waits for
  std::vector<Rank> ranks_;
  std::uint32_t busy_ranks_ = 0;
  std::vector<std::uint32_t> roots_, root_begin_;  // per rank: operations that wait for nothing, if it repeats
  std::vector<std::uint32_t> started_;             // in this cycle, and are waited for
  std::size_t most_followers_ = 0;
};

}  // namespace dateline
