// The state of the operations of every rank of a schedule: which wait for the end, or the start, of others, which can
// start, and which repetition their rank is in. Operations that can start are put into lists, in which there is always
// room for those that one operation lets go. Cost: O(1) an operation and an edge; memory: 4 bytes an operation.
#pragma once

#include <vector>

#include "sim/core/state/layout/id_vector.hpp"
#include "traffic/schedules/schedule.hpp"

namespace dateline {

class OperationDependencies {
 public:
  using Ready = AppendList<std::uint32_t>;

  // The schedule must outlive it.
  explicit OperationDependencies(const Schedule& schedule);

  // The first repetition of all ranks; `ready`: those that wait for nothing.
  void begin(Ready& ready);
  void make_room(Ready& ready) const { ready.reserve_more(most_followers_); }
  // What waits for its end only may be ready. Returns whether its rank's repetition has ended: then call repeat().
  // Without a branch for each that waits. Twice a message: into its callers.
  [[nodiscard, gnu::always_inline]] bool end(std::uint32_t operation, Ready& ready) {
    std::uint32_t* const open = open_.data();
    std::uint32_t* next = ready.cursor();
    const Schedule::Followers followers = schedule_.followers(operation);
    const bool counts = schedule_[operation].start_counts != 0;
    if (!counts && !followers.empty()) {
      for (const Follower follower : followers) {
        if (follower.on_start != 0) __builtin_unreachable();  // none waits for its start
        *next = follower.operation;
        next += --open[follower.operation] == 0 ? 1 : 0;
      }
      ready.end_at(next);
      make_room(ready);
      return false;
    }
    for (const Follower follower : followers) {
      if (follower.on_start != 0) continue;
      *next = follower.operation;
      next += --open[follower.operation] == 0 ? 1 : 0;
    }
    ready.end_at(next);
    make_room(ready);
    return --ranks_[schedule_[operation].rank].left == 0;  // is_last()
  }
  // Begins the next repetition of the rank; false if that was the last one.
  bool repeat(std::uint32_t rank, Ready& ready);
  // The rank does nothing more.
  void drop(std::uint32_t rank);
  // All its repetitions have ended.
  [[nodiscard]] bool ended(std::uint32_t rank) const {
    return ranks_[rank].repetition >= schedule_.repeat() || schedule_.begin(rank) == schedule_.begin(rank + 1);
  }
  // For operations whose start counts. Those that wait for starts are let go by release_at_starts().
  [[gnu::noinline]] void note_start(std::uint32_t operation) { started_.push_back(operation); }
  // What waits for the starts that were noted.
  void release_at_starts(Ready& ready);

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
    std::uint32_t last = 0;  // operations whose end shows that all have ended: each other one has one of them behind it
    std::uint32_t left = 0;  // those that have not ended in this repetition
  };

  void begin_rank(std::uint32_t rank, Ready& ready);

  const Schedule& schedule_;
  std::vector<std::uint32_t> open_;  // per operation: edges that it waits for
  std::vector<Rank> ranks_;
  std::uint32_t busy_ranks_ = 0;
  std::vector<std::uint32_t> roots_, root_begin_;  // per rank: operations that wait for nothing, if it repeats
  std::vector<std::uint32_t> started_;             // in this cycle, and are waited for
  std::size_t most_followers_ = 0;
};

}  // namespace dateline
