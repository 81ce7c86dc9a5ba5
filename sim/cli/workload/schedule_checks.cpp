#include "sim/cli/workload/schedule_checks.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dateline {
namespace {

constexpr std::uint64_t kMostPackets = 100'000'000;  // of one message: they are queued in one cycle

void check_packets(const RunSettings& settings, const Schedule& schedule, const MessageSizes& sizes) {
  for (std::uint32_t i = 0; i < schedule.size(); ++i) {
    if (schedule[i].kind() != OperationKind::send || sizes.packets(schedule[i].amount) <= kMostPackets) continue;
    settings.traffic.workload.refuse(
        fmt::format("has a message of {} bytes: {} packets, and at most {} are allowed; flits of more bytes or longer packets",
                    std::uint64_t{schedule[i].amount}, sizes.packets(schedule[i].amount), kMostPackets));
  }
}

void check_reductions(const RunSettings& settings, const Schedule& schedule, const ScheduleOptions& options) {
  std::uint64_t most = 0;
  for (std::uint32_t i = 0; i < schedule.size(); ++i) {
    if (schedule[i].kind() == OperationKind::recv && schedule[i].reduces != 0) most = std::max<std::uint64_t>(most, schedule[i].amount);
  }
  if (options.reduce_cost * Rational(most) <= Rational(kLongestRun)) return;
  settings.workload.reduce_cost.refuse(fmt::format("makes adding up {} bytes longer than the longest run, {:.0e} cycles", most, 1.0 * kLongestRun));
}

// Costs that no job of the run has a use for.
void check_costs(const RunSettings& settings, const std::vector<ScheduleJob>& jobs) {
  const auto any = [&](const auto& costs) {
    return std::any_of(jobs.begin(), jobs.end(), [&](const ScheduleJob& job) {
      for (std::uint32_t i = 0; i < job.schedule.size(); ++i) {
        if (costs(job.schedule[i])) return true;
      }
      return false;
    });
  };
  const ScheduleOptions& given = jobs.front().options;
  if (given.noise && !any([](const Operation& o) { return o.kind() == OperationKind::compute && o.amount > 0; })) {
    settings.workload.noise.refuse("has no use with a workload in which no compute takes time; allowed: none");
  }
  if (given.reduce_cost > 0 && !any([](const Operation& o) { return o.kind() == OperationKind::recv && o.reduces != 0 && o.amount > 0; })) {
    settings.workload.reduce_cost.refuse("has no use with a workload in which nothing that is received is added up; allowed: 0");
  }
  if (any([](const Operation& o) { return o.kind() == OperationKind::send; })) return;
  constexpr const char* kNoMessage = "has no use with a workload without messages; allowed: 0";
  if (given.send_overhead > 0) settings.workload.send_overhead.refuse(kNoMessage);
  if (given.receive_overhead > 0) settings.workload.receive_overhead.refuse(kNoMessage);
}

}  // namespace

void check_jobs(const RunSettings& settings, const std::vector<ScheduleJob>& jobs, std::uint32_t terminals) {
  std::vector<const ScheduleJob*> at(terminals, nullptr);
  bool collectives = false;
  check_costs(settings, jobs);
  for (const ScheduleJob& job : jobs) {
    check_packets(settings, job.schedule, job.options.sizes);
    check_reductions(settings, job.schedule, job.options);
    collectives = collectives || job.all_collective || !job.schedule.collectives().empty();
    if (settings.out.collectives.has() && job.all_collective && !job.whole) {
      settings.out.collectives.refuse(fmt::format("has a row for each repetition, of which there are {} of {}; at most {} are allowed",
                                                  job.schedule.repeat(), job.text, RepetitionTimes::kMost));
    }
    for (const TerminalId place : job.options.places) {
      const ScheduleJob*& other = at[place.value()];
      if (other != nullptr && other != &job) {
        settings.traffic.mapping.refuse(fmt::format("puts jobs {} and {} at node {}", other->name, job.name, place.value()));
      }
      other = &job;
    }
  }
  if (settings.out.collectives.has() && !collectives) settings.out.collectives.refuse("has no use with a schedule that names no collectives");
}

}  // namespace dateline
