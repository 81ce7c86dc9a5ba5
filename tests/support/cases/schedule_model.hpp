// What a schedule does, event by event: docs/guide/workloads/schedules.md ("What happens in which cycle") written a
// second time, for schedules of a few hundred operations on a network that is a function: ideal, or one that was
// measured.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "traffic/schedules/schedule.hpp"

namespace dateline::test {

struct Passage {
  std::uint64_t sent, delivered;  // the cycles in which the last flit crosses the injection channel, and is ejected
  friend bool operator==(const Passage& a, const Passage& b) { return a.sent == b.sent && a.delivered == b.delivered; }
};

struct ModelSetting {
  std::uint64_t send_overhead = 0, receive_overhead = 0;
  // Of the message of a send that is generated in this cycle; asked in the order of (cycle, send).
  std::function<Passage(std::uint32_t send, std::uint64_t generated)> network;
  bool endless_cpus = false;  // one for every operation
  std::uint64_t reduce_cycles = 0, reduce_bytes = 1;  // cycles that so many bytes take to be added up
  // Of an operation, by its number among its rank's, in a repetition; null: none.
  std::function<std::uint64_t(std::uint32_t rank, std::uint32_t number, std::uint64_t repetition)> noise = {};
};

struct ModelOutcome {
  struct Times {
    std::uint64_t compute = 0, send = 0, wait = 0, end = 0;
  };
  std::uint64_t completion = 0;
  std::uint64_t ended = 0;  // operations, all repetitions
  std::vector<Times> ranks;
};

// Ends where nothing happens any more, whether all operations have ended or not.
[[nodiscard]] ModelOutcome model_schedule(const Schedule& schedule, const ModelSetting& setting);

}  // namespace dateline::test
