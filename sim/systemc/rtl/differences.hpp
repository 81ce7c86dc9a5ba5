// What differs between two runs of the same traffic, on the compiled machine and with external routers, in words: hops,
// credit loops, crossings that are so many cycles later, packets delivered. So a router that is right but another than
// the one it is compared with shows in what. The flits are known again by their packets; which VC they take is left
// out.
// Cost: O(n log n) time and some 60 bytes an event, of n events.
#pragma once

#include <map>

#include "sim/measure/run/run_result.hpp"
#include "sim/systemc/rtl/comparison.hpp"

namespace dateline {

// Cycles, of the packets that went on behind a router.
struct RouterTimes {
  // From a head flit's crossing into the router to its crossing out of it.
  struct Hops {
    std::uint64_t heads = 0, sum = 0, least = ~std::uint64_t{0};
    [[nodiscard]] double mean() const { return heads == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(heads); }
    void add(Cycle cycles);
  };
  // The credit loop, from a flit's crossing into the router to where its sender can use its place again; and how long
  // after the flit left the credit was given.
  struct Loops {
    std::uint64_t flits = 0, sum = 0, least = ~std::uint64_t{0};
    std::int64_t soonest = 0, latest = 0;
    [[nodiscard]] double mean() const { return flits == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(flits); }
    void add(Cycle loop, std::int64_t after);
  };
  std::map<std::uint32_t, Hops> hops;  // by router
  Loops loops;
};

// Of the events before `until`. `credits`: of external routers; the others give theirs as their flits leave. `tile`: of
// one of the machines.
[[nodiscard]] RouterTimes times_of(const std::vector<CrossingEvent>& events, const std::vector<CreditEvent>& credits, Cycle until, const Tile& tile);

// By how many cycles the crossings of flits over channels are later in the second run: how many of them.
struct Shifts {
  std::map<std::int64_t, std::uint64_t> later;
  std::uint64_t in_one_run = 0;  // of which there is none in the other
};
[[nodiscard]] Shifts shifts_of(const std::vector<CrossingEvent>& compiled, const std::vector<CrossingEvent>& external, Cycle until,
                               const VcNumbering& numbering);
// "in the same cycle 12, 1 later 30, others 5 (2 earlier to 9 later)".
[[nodiscard]] std::string text_of(const Shifts& shifts);

struct ComparedRun {
  const CrossingRecord& record;
  const RunResult* result;  // null: a router was refused
};

// Lines, without their ends. Both runs of the same traffic; of the events before `until`.
[[nodiscard]] std::vector<std::string> differences(const ComparedRun& compiled, const ComparedRun& external, Cycle until, const Tile& tile);

}  // namespace dateline
