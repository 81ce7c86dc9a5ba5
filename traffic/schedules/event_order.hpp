// The events of a schedule in an order in which each comes after those that it waits for: an operation starts when all
// its edges allow it; a recv ends when it has started and its send has ended, everything else once it has started.
#pragma once

#include <vector>

#include "traffic/schedules/schedule.hpp"

namespace dateline {

// Calls started(operation) and ended(operation), each once, of one repetition. Returns how many operations have ended:
// all, unless some wait for each other. `open`: what each waits for still, edges; schedule.waits() at first.
template <typename Started, typename Ended>
std::uint32_t walk_events(const Schedule& schedule, std::vector<std::uint32_t>& open, Started started, Ended ended) {
  std::vector<std::uint32_t> ready;
  std::vector<std::uint8_t> half(schedule.size(), 0);  // of a recv: it has started, or its send has ended
  open.clear();
  for (std::uint32_t i = 0; i < schedule.size(); ++i) {
    open.push_back(schedule.waits()[i]);
    if (open[i] == 0) ready.push_back(i);
  }
  std::uint32_t count = 0;
  const auto release = [&](std::uint32_t i, bool at_start) {
    for (const Follower follower : schedule.followers(i)) {
      if ((follower.on_start != 0) == at_start && --open[follower.operation] == 0) ready.push_back(follower.operation);
    }
  };
  const auto end = [&](std::uint32_t i) {
    ++count;
    ended(i);
    release(i, false);
  };
  while (!ready.empty()) {
    const std::uint32_t i = ready.back();
    ready.pop_back();
    started(i);
    release(i, true);
    const bool recv = schedule[i].kind() == OperationKind::recv;
    if (!recv || half[i]++ != 0) end(i);
    if (schedule[i].kind() == OperationKind::send && half[schedule[i].partner]++ != 0) end(schedule[i].partner);
  }
  return count;
}

}  // namespace dateline
