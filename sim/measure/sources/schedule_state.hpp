// A schedule in execution: what each of its operations waits for, what its ranks do, and their messages under way.
// Which operations can start: operation_dependencies.hpp; what occupies cpus: rank_cpus.hpp; which recv a message is
// for: receive_matching.hpp; its packets: packetizer.hpp.
// Memory: 5 bytes an operation beside the schedule, as transfers.hpp says.
#pragma once

#include <memory>
#include <vector>

#include "sim/measure/schedule/collective_times.hpp"
#include "sim/measure/schedule/operation_dependencies.hpp"
#include "sim/measure/schedule/packetizer.hpp"
#include "sim/measure/schedule/rank_cpus.hpp"
#include "sim/measure/schedule/rank_failures.hpp"
#include "sim/measure/schedule/receive_matching.hpp"
#include "sim/measure/schedule/repetition_times.hpp"
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
  bool watches_use = false;                       // also where the schedule names no collectives or GPUs
  bool is_collective = false;                     // of all its ranks, each repetition one, at most RepetitionTimes::kMost
  std::uint32_t nic_ports = 1;                    // of a terminal; several: NIC k of a rank is number k mod so many, where NICs are named
};

struct ScheduleState {
  // The schedule must outlive it.
  ScheduleState(const Schedule& of, const ScheduleOptions& options);

  const Schedule& schedule;
  OperationDependencies dependencies;
  RankCpus cpus;
  std::optional<ComputeNoise> noise;
  ReceiveMatching matching;
  Packetizer packetizer;
  std::vector<RankClock> clocks;                 // per rank
  std::unique_ptr<CollectiveClock> collectives;  // null: what ranks do is not watched
  std::unique_ptr<RepetitionTimes> repetitions;  // null: it is no collective
  std::unique_ptr<RankFailures> failures;        // null: none of its ranks dies
  std::uint32_t nic_ports;                       // that its sends name; 1: they name none

  // The one that the packets of a send take, as PacketRequest has it.
  [[nodiscard]] std::uint8_t nic_port(std::uint32_t send) const {
    return nic_ports == 1 ? std::uint8_t{0} : static_cast<std::uint8_t>(1 + schedule.nics()[send] % nic_ports);
  }
  [[nodiscard]] bool dead(std::uint32_t rank) const { return failures != nullptr && failures->dead(rank); }
  [[nodiscard]] bool known_dead(std::uint32_t rank) const { return failures != nullptr && failures->known_dead(rank); }
  // Per rank; once finished.
  [[nodiscard]] std::vector<RankTimes> times() const;
  // Where ranks may die: those that have, and whom the others wait for that have not ended.
  [[nodiscard]] std::vector<std::uint32_t> dead_ranks() const;
  [[nodiscard]] std::vector<RankWait> waits() const;
  // Ranks that live and have not ended.
  [[nodiscard]] std::uint32_t unfinished() const;
  template <typename Archive>
  void io(Archive& archive) {
    auto& [of, waiting, occupied, noises, recvs, packets, times_of, collective_clock, repeated, deaths, ports] = *this;
    static_cast<void>(of);
    static_cast<void>(ports);
    static_cast<void>(noises);
    archive(waiting, occupied, recvs, packets, times_of, collective_clock, repeated, deaths);
  }
};

}  // namespace dateline
