// The result of a run that has ended: of its window's borders and deliveries, and of the network's counts.
#pragma once

#include "sim/measure/run/run_result.hpp"
#include "sim/measure/run/run_window.hpp"

namespace dateline {

// What has ended. `completion`: of a workload that says itself when it was complete.
struct EndedRun {
  const RunConfig& config;
  const TrafficPattern& pattern;
  const RunState& state;
  const RunWindow& window;
  const RunEvents& events;
  const CompiledNetwork& network;
  const std::vector<WaitFor>& deadlock;  // empty: none
  std::optional<Cycle> completion;
};
[[nodiscard]] RunResult report(const EndedRun& run);

}  // namespace dateline
