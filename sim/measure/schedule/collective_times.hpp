// When the collectives of a schedule were in progress, and what the cycles of its ranks went by with, each counted
// once: `compute` while a GPU of the rank is occupied, else `exposed` while a collective is in progress on it or a
// posted recv waits, else `host` while another cpu is occupied, else `idle`. Where the schedule names no GPUs all cpus
// are. A rank for which a collective ends before it begins is in it for no time, when it begins. Times never go back on
// a rank. Cost: O(1) a call, O(log n) a mark.
#pragma once

#include <vector>

#include "models/base/ids.hpp"
#include "traffic/schedules/schedule.hpp"

namespace dateline {

struct CollectiveTimes {
  std::uint32_t members = 0;              // ranks that take part
  std::uint32_t begun = 0, ended = 0;     // of them
  Cycle first_ready = 0, last_ready = 0;  // of its members
  Cycle end = 0;                          // the last member's last event + 1
  [[nodiscard]] bool done() const { return members > 0 && members == ended; }
  Cycle exposed = 0;                      // most cycles of a member in which it was in progress and no GPU computed
};

// From the first member ready, or from where a rank is, to the last event: cycles begin .. end - 1.
struct CollectiveSpan {
  static constexpr std::uint32_t kAllRanks = ~0U;
  std::uint32_t collective, rank;
  Cycle begin, end;
};

struct NamedSpan : CollectiveSpan {
  std::string name, type;
};

struct RankUse {
  Cycle compute = 0, exposed = 0, host = 0, idle = 0;
};

// Cycles begin .. end - 1 of a rank, all gone by with the same.
struct UseSpan {
  Cycle begin, end;
  Cycle RankUse::*what;
};

// What a timeline shows of a schedule: its collectives, and what the cycles of each rank went by with (an empty list of
// one without a clock).
struct CollectiveTimeline {
  std::vector<NamedSpan> collectives;
  std::vector<std::vector<UseSpan>> use;
};

class CollectiveClock {
 public:
  // The schedule must outlive it.
  explicit CollectiveClock(const Schedule& schedule);

  // From the first cycle on: notes the spans of every rank.
  void record() { spans_of_.resize(ranks_.size()); }

  void mark(std::uint32_t operation, Cycle now);
  void cpu_taken(const Operation& operation, Cycle from) { ++change(operation, from); }
  void cpu_given(const Operation& operation, Cycle from) { --change(operation, from); }
  void recv_begins(std::uint32_t rank, Cycle from) { ++pass(rank, from).communications; }
  void recv_ends(std::uint32_t rank, Cycle from) { --pass(rank, from).communications; }

  // By number.
  [[nodiscard]] const std::vector<CollectiveTimes>& collectives() const { return collectives_; }
  // All of them, each followed by what its members spent in it; without those that have not ended.
  [[nodiscard]] std::vector<CollectiveSpan> spans() const;
  // Up to this cycle, which is the rank's end, and not before until().
  [[nodiscard]] RankUse use(std::uint32_t rank, Cycle end) const;
  // Likewise, where they were recorded.
  [[nodiscard]] std::vector<UseSpan> use_spans(std::uint32_t rank, Cycle end) const;
  // The cycle from which on all is as it is, of the rank.
  [[nodiscard]] Cycle until(std::uint32_t rank) const { return ranks_[rank].since; }
  template <typename Archive>
  void io(Archive& archive) {
    auto& [schedule, ranks, all, at, before, pair, recorded] = *this;
    static_cast<void>(schedule);
    static_cast<void>(pair);
    static_cast<void>(recorded);  // no run that is stopped records
    archive(ranks, all, at, before);
  }

 private:
  struct Rank {
    RankUse use;
    Cycle since = 0, without_gpu = 0;
    std::uint32_t gpus = 0, hosts = 0, communications = 0;
  };
  // Where the cycles of a rank count that go by as it is now.
  [[nodiscard]] static Cycle RankUse::*counted(const Rank& rank);
  static void note(std::vector<UseSpan>& spans, const UseSpan& span);
  Rank& pass(std::uint32_t rank, Cycle from);
  void end(std::size_t mark, Rank& rank, Cycle now);
  std::uint32_t& change(const Operation& operation, Cycle from);

  const Schedule& schedule_;
  std::vector<Rank> ranks_;
  std::vector<CollectiveTimes> collectives_;
  std::vector<Cycle> at_;          // per mark: its cycle
  std::vector<Cycle> before_;      // per mark that begins: its rank's cycles without a GPU until then
  std::vector<std::size_t> pair_;  // per mark: the one that ends what it begins, or that begins what it ends
  std::vector<std::vector<UseSpan>> spans_of_;  // per rank; none: they are not recorded
};

}  // namespace dateline
