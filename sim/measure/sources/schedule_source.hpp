// Executes a schedule of operations on a machine: starts what has become ready, offers the messages of sends, and
// hears of what has been sent and delivered. Operations, their events and the order among them:
// docs/guide/workloads/schedules.md. Which operations can start: operation_dependencies.hpp; what occupies cpus:
// rank_cpus.hpp; which recv a message is for: receive_matching.hpp; its packets: packetizer.hpp.
// The machine must report what has been sent (RouterConfig::report_sent). Cost: O(1) an event and an edge, O(log n)
// for what occupies a cpu or stands in order with others of a cycle; memory: 5 bytes an operation beside the schedule,
// as transfers.hpp says.
#pragma once

#include <memory>
#include <vector>

#include "sim/measure/protocol/message_source.hpp"
#include "sim/measure/schedule/collective_times.hpp"
#include "sim/measure/schedule/operation_dependencies.hpp"
#include "sim/measure/schedule/packetizer.hpp"
#include "sim/measure/schedule/rank_cpus.hpp"
#include "sim/measure/schedule/rank_failures.hpp"
#include "sim/measure/schedule/receive_matching.hpp"
#include "sim/measure/sources/rank_clock.hpp"
#include "traffic/schedules/costs/compute_noise.hpp"
#include "traffic/schedules/message_sizes.hpp"
#include "traffic/schedules/schedule.hpp"

namespace dateline {

// A rank that has not ended, and another one from which it has posted recvs whose messages have not come.
struct RankWait {
  std::uint32_t rank, for_rank;
  std::uint64_t messages;
};

struct ScheduleOptions {
  MessageSizes sizes;
  Cycle send_overhead = 0, receive_overhead = 0;  // of a cpu, for every message
  Rational reduce_cost = 0;                       // of the receiving cpu, cycles a byte that is added up
  std::optional<ComputeNoise> noise = {};         // of every compute that takes time
  std::vector<TerminalId> places;                 // per rank
  std::vector<FailedTerminals> failures = {};     // none: nothing fails in the course of the run
};

class ScheduleSource final : public PacketSource {
 public:
  // The schedule must outlive the source.
  ScheduleSource(const Schedule& schedule, const ScheduleOptions& options);

  void generate(Cycle now, bool measured, CompiledNetwork& network) override;
  void delivered(const Delivery& delivery) override;
  void sent(const std::vector<const Packet*>& messages, Cycle now) override;
  void lost(const Packet& packet, Cycle next, bool again) override;
  void given_up(const Packet& packet) override;
  [[nodiscard]] Cycle next_cycle(Cycle from) const override;
  [[nodiscard]] bool finished() const override { return dependencies_.finished(); }
  [[nodiscard]] std::uint64_t offered() const override { return packetizer_.offered(); }
  [[nodiscard]] std::optional<double> progress() const override { return dependencies_.progress(); }

  // The last event so far + 1; where ranks may die, once all others have ended.
  [[nodiscard]] std::optional<Cycle> completion() const override;
  // Before the first cycle: notes what each rank does, in its list of those from `first` on, which must outlive the
  // source.
  void record(std::vector<std::vector<RankSpan>>& spans, std::size_t first);
  // Per rank; once finished.
  [[nodiscard]] std::vector<RankTimes> times() const;
  // Where ranks may die: those that have, and whom the others wait for that have not ended.
  [[nodiscard]] std::vector<std::uint32_t> dead() const;
  [[nodiscard]] std::vector<RankWait> waits() const;
  // Ranks that live and have not ended.
  [[nodiscard]] std::uint32_t unfinished() const;
  // Null if the schedule names no collectives.
  [[nodiscard]] const CollectiveClock* collectives() const { return collectives_.get(); }
  void write(StateWriter& archive) override { io(archive); }
  void read(StateReader& archive) override { io(archive); }
  template <typename Archive>
  void io(Archive& archive) {
    auto& [schedule, dependencies, cpus, noise, matching, packetizer, clocks, ready, sends, collective_clock, failures] = *this;
    static_cast<void>(schedule);
    static_cast<void>(noise);
    archive(dependencies, cpus, matching, packetizer, clocks, ready, sends, collective_clock, failures);
  }

 private:
  using Operations = AppendList<std::uint32_t>;

  void start(std::uint32_t operation, Cycle now);
  void fail(Cycle now);
  void occupy_cpus(Cycle now);
  void release_cpus(Cycle now);
  void offer(std::uint32_t send, Cycle now, bool measured, CompiledNetwork& network);
  // An event of cycle from - 1: what waits for it can start in `from`, and is put into `ready`, the list of that cycle.
  void end(std::uint32_t operation, Cycle from, Operations& ready);
  void end_repetition(std::uint32_t rank, Cycle from, Operations& ready);

  const Schedule& schedule_;
  OperationDependencies dependencies_;
  RankCpus cpus_;
  std::optional<ComputeNoise> noise_;
  ReceiveMatching matching_;
  Packetizer packetizer_;
  std::vector<RankClock> clocks_;  // per rank
  CycleList<Operations> ready_;    // that start
  CycleList<Operations> sends_;    // that offer their messages
  std::unique_ptr<CollectiveClock> collectives_;
  std::unique_ptr<RankFailures> failures_;  // null: none of its ranks dies
};

}  // namespace dateline
