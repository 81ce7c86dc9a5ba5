// Executes a schedule of operations on a machine: starts what has become ready, offers the messages of sends, and
// hears of what has been sent and delivered. Operations, their events and the order among them: docs/workloads.md.
// The machine must report what has been sent (RouterConfig::report_sent). Cost: O(1) an event and an edge, O(log n)
// for what occupies a cpu or stands in order with others of a cycle; memory: 5 bytes an operation beside the schedule,
// as transfers.hpp says.
#pragma once

#include <queue>
#include <unordered_set>
#include <vector>

#include "sim/core/layout/id_vector.hpp"
#include "sim/measure/protocol/message_source.hpp"
#include "sim/measure/sources/rank_clock.hpp"
#include "sim/measure/sources/transfers.hpp"
#include "traffic/schedules/message_sizes.hpp"
#include "traffic/schedules/schedule.hpp"

namespace dateline {

struct ScheduleOptions {
  MessageSizes sizes;
  Cycle send_overhead = 0, receive_overhead = 0;  // of a cpu, for every message
  std::vector<TerminalId> places;                 // per rank
};

class ScheduleSource final : public PacketSource {
 public:
  // The schedule must outlive the source.
  ScheduleSource(const Schedule& schedule, const ScheduleOptions& options);

  void generate(Cycle now, bool measured, CompiledNetwork& network) override;
  void delivered(const Delivery& delivery) override;
  void sent(const std::vector<const Packet*>& messages, Cycle now) override;
  [[nodiscard]] Cycle next_cycle(Cycle from) const override;
  [[nodiscard]] bool finished() const override { return busy_ranks_ == 0; }
  [[nodiscard]] std::uint64_t offered() const override { return offered_; }
  [[nodiscard]] std::optional<double> progress() const override;

  // The last event so far + 1.
  [[nodiscard]] std::optional<Cycle> completion() const override;
  // Before the first cycle: notes what each rank does, a list a rank, which must outlive the source.
  void record(std::vector<std::vector<RankSpan>>& spans);
  // Per rank; once finished.
  [[nodiscard]] std::vector<RankTimes> times() const;

 private:
  struct Waiting {  // for a cpu
    Cycle ready;
    std::uint32_t operation;
    [[nodiscard]] bool operator<(const Waiting& o) const { return ready != o.ready ? ready > o.ready : operation > o.operation; }
  };
  struct Cpu {
    bool busy = false;
    std::priority_queue<Waiting> queue;
  };
  struct Timer {
    Cycle at;
    std::uint32_t operation;
    [[nodiscard]] bool operator<(const Timer& o) const { return at != o.at ? at > o.at : operation > o.operation; }
  };
  struct Rank {
    std::uint64_t repetition = 0;
    std::uint32_t last = 0;  // operations whose end shows that all have ended: each other one has one of them behind it
    std::uint32_t left = 0;  // those that have not ended in this repetition
    RankClock clock;
  };

  [[nodiscard]] static bool is_last(const Operation& operation, const Schedule::Followers& followers) {
    return followers.empty() || operation.start_counts != 0;
  }
  // `ready`: the list of those that can start in the cycle that it begins in; also below.
  void begin_rank(std::uint32_t rank, AppendList<std::uint32_t>& ready);
  void start(std::uint32_t operation);
  void note_start(std::uint32_t operation);
  // What waits for the starts of this cycle.
  void release_at_starts();
  void arrive(std::uint32_t recv);
  void come_early(std::uint32_t recv, std::uint64_t repetition);
  // An event of cycle from - 1: what waits for it can start in `from`, and is put into `ready`.
  void end(std::uint32_t operation, Cycle from, AppendList<std::uint32_t>& ready);
  void end_repetition(std::uint32_t rank, Cycle from, AppendList<std::uint32_t>& ready);
  void want_cpu(std::uint32_t operation);
  void want_cpu_next(std::uint32_t recv, Cycle from);
  void give_cpus();
  void take_timers();
  void offer(std::uint32_t send, bool measured, CompiledNetwork& network);
  void offer_packets(std::uint32_t send, std::uint64_t payload, bool measured, CompiledNetwork& network);
  // Of its packets, but for their length.
  PacketRequest order_of(std::uint32_t send, std::uint32_t packets, bool measured);
  [[nodiscard]] Cpu& cpu_of(std::uint32_t operation) {
    const Operation& o = schedule_[operation];
    return cpus_[cpu_begin_[o.rank] + static_cast<std::uint32_t>(o.cpu)];
  }
  [[nodiscard]] Cycle cpu_time(std::uint32_t operation) const;
  [[nodiscard]] static std::uint64_t early_key(std::uint32_t recv, std::uint64_t repetition) { return repetition << 30U | recv; }

  enum Flag : std::uint8_t { kStarted = 1, kArrived = 2 };  // of a recv, in this repetition of its rank

  const Schedule& schedule_;
  ScheduleOptions options_;
  Cycle now_ = kNever;               // the cycle that is, or was last, generated
  std::vector<std::uint32_t> open_;  // per operation: edges that it waits for
  std::vector<std::uint8_t> flags_;
  std::vector<Rank> ranks_;
  std::uint32_t busy_ranks_ = 0;
  std::vector<std::uint32_t> roots_, root_begin_;  // per rank: operations that wait for nothing
  std::vector<std::uint32_t> cpu_begin_;           // per rank
  std::vector<Cpu> cpus_;
  // Operations that in this cycle, and in the next one, start, want a cpu (or one whose cpu is free again), offer their
  // message; those that have started in this one and are waited for.
  // In both lists of ready ones there is room for those that one operation lets go.
  AppendList<std::uint32_t> ready_, next_ready_, sends_, next_sends_;
  std::size_t most_followers_ = 0;
  std::vector<std::uint32_t> wanting_, next_wanting_, started_;
  std::priority_queue<Timer> timers_;  // of occupied cpus: the last cycle
  Transfers transfers_;
  std::unordered_set<std::uint64_t> early_;  // deliveries of later repetitions than their receiver's
  std::uint64_t offered_ = 0;
};

}  // namespace dateline
