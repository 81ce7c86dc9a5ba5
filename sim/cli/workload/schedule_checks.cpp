#include "sim/cli/workload/schedule_checks.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dateline {
namespace {

constexpr std::uint64_t kMostPackets = 100'000'000;  // of one message: they are queued in one cycle

// What the operations of a schedule have a use for.
struct Needs {
  bool computes = false, messages = false;                   // that take time; any
  std::uint64_t largest_message = 0, largest_reduction = 0;  // bytes that are sent; that are added up on receipt
};

Needs needs_of(const Schedule& schedule) {
  Needs needs;
  needs.messages = schedule.messages() > 0;
  for (std::uint32_t i = 0; i < schedule.size(); ++i) {
    const Operation& o = schedule[i];
    switch (o.kind()) {
      case OperationKind::compute:
        needs.computes = needs.computes || o.amount > 0;
        break;
      case OperationKind::send:
        needs.largest_message = std::max<std::uint64_t>(needs.largest_message, o.amount);
        break;
      case OperationKind::recv:
        if (o.reduces != 0) needs.largest_reduction = std::max<std::uint64_t>(needs.largest_reduction, o.amount);
        break;
    }
  }
  return needs;
}

void check_packets(const RunSettings& settings, std::uint64_t bytes, const MessageSizes& sizes) {
  if (sizes.packets(bytes) <= kMostPackets) return;
  settings.traffic.workload.refuse(
      fmt::format("has a message of {} bytes: {} packets, and at most {} are allowed; flits of more bytes or longer packets", bytes,
                  sizes.packets(bytes), kMostPackets));
}

void check_reductions(const RunSettings& settings, std::uint64_t bytes, const ScheduleOptions& options) {
  if (options.reduce_cost * Rational(bytes) <= Rational(kLongestRun)) return;
  settings.workload.reduce_cost.refuse(fmt::format("makes adding up {} bytes longer than the longest run, {:.0e} cycles", bytes, 1.0 * kLongestRun));
}

// Costs that no job of the run has a use for.
void check_costs(const RunSettings& settings, const ScheduleOptions& given, const std::vector<Needs>& jobs) {
  const auto none = [&](const auto& needs) { return std::none_of(jobs.begin(), jobs.end(), needs); };
  if (given.noise && none([](const Needs& job) { return job.computes; })) {
    settings.workload.noise.refuse("has no use with a workload in which no compute takes time; allowed: none");
  }
  if (given.reduce_cost > 0 && none([](const Needs& job) { return job.largest_reduction > 0; })) {
    settings.workload.reduce_cost.refuse("has no use with a workload in which nothing that is received is added up; allowed: 0");
  }
  if (!none([](const Needs& job) { return job.messages; })) return;
  constexpr const char* kNoMessage = "has no use with a workload without messages; allowed: 0";
  if (given.send_overhead > 0) settings.workload.send_overhead.refuse(kNoMessage);
  if (given.receive_overhead > 0) settings.workload.receive_overhead.refuse(kNoMessage);
}

}  // namespace

void check_jobs(const RunSettings& settings, const std::vector<ScheduleJob>& jobs, std::uint32_t terminals) {
  std::vector<const ScheduleJob*> at(terminals, nullptr);
  bool collectives = false;
  std::vector<Needs> needs;
  for (const ScheduleJob& job : jobs) needs.push_back(needs_of(job.schedule));
  check_costs(settings, jobs.front().options, needs);
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const ScheduleJob& job = jobs[i];
    check_packets(settings, needs[i].largest_message, job.options.sizes);
    check_reductions(settings, needs[i].largest_reduction, job.options);
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
