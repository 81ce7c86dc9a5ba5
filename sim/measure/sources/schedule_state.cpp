#include "sim/measure/sources/schedule_state.hpp"

#include <map>

namespace dateline {

ScheduleState::ScheduleState(const Schedule& of, const ScheduleOptions& options)
    : schedule(of),
      dependencies(of),
      cpus(of, {options.send_overhead, options.receive_overhead, options.reduce_cost}),
      noise(options.noise),
      matching(of.size()),
      packetizer(options.sizes, options.places),
      clocks(of.ranks()),
      collectives(of.collectives().empty() && of.gpus().none() && !options.watches_use ? nullptr : std::make_unique<CollectiveClock>(of)),
      repetitions(options.is_collective ? std::make_unique<RepetitionTimes>(of) : nullptr),
      failures(options.failures.empty() ? nullptr : std::make_unique<RankFailures>(options.failures, options.places)),
      nic_ports(options.nic_ports) {}

std::vector<std::uint32_t> ScheduleState::dead_ranks() const {
  std::vector<std::uint32_t> ranks;
  for (std::uint32_t rank = 0; rank < schedule.ranks(); ++rank) {
    if (dead(rank)) ranks.push_back(rank);
  }
  return ranks;
}

std::uint32_t ScheduleState::unfinished() const {
  std::uint32_t count = 0;
  for (std::uint32_t rank = 0; rank < schedule.ranks(); ++rank) {
    if (!dependencies.ended(rank) && !dead(rank)) ++count;
  }
  return count;
}

std::vector<RankWait> ScheduleState::waits() const {
  std::vector<RankWait> list;
  for (std::uint32_t rank = 0; failures != nullptr && rank < schedule.ranks(); ++rank) {
    if (dependencies.ended(rank) || failures->dead(rank)) continue;
    std::map<std::uint32_t, std::uint64_t> messages;
    for (std::uint32_t i = schedule.begin(rank); i < schedule.begin(rank + 1); ++i) {
      if (schedule[i].kind() == OperationKind::recv && matching.waits(i)) ++messages[schedule[schedule[i].partner].rank];
    }
    for (const auto& [other, count] : messages) list.push_back({rank, other, count});
  }
  return list;
}

std::vector<RankTimes> ScheduleState::times() const {
  std::vector<RankTimes> list;
  for (std::uint32_t rank = 0; rank < schedule.ranks(); ++rank) {
    RankTimes own = clocks[rank].times();
    // One that cannot end may have waited since then for what has come, or comes not.
    const Cycle until = collectives != nullptr ? collectives->until(rank) : 0;
    if (until > own.end) {
      own.wait += until - own.end;
      own.end = until;
    }
    list.push_back(own);
  }
  return list;
}

}  // namespace dateline
