// Steady streams of latencies whose mean is known or can be known well, measured as a run measures them: what coverage
// of the 95% interval is counted on, by a test and by tests/bench/coverage.py.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "sim/measure/run.hpp"
#include "sim/measure/window/measurement.hpp"

namespace dateline::test {

// `warmup` messages, then as many as the last of `looks` says; `look` is called when so many have been measured.
struct StreamPlan {
  double load;
  std::uint64_t warmup, seed;
  std::vector<std::uint64_t> looks;  // ascending
  std::function<void(std::uint64_t count, const Deliveries&)> look;
};

// A single server with Poisson arrivals, by D. V. Lindley's recursion (1952), from empty. Load 1: all it can serve.
enum class Service { constant, exponential };
inline constexpr std::uint64_t kServiceTime = 1000;
void queue_stream(Service service, const StreamPlan& plan);
// Of what queue_stream measures, whole numbers: Pollaczek and Khinchine's mean less the half that rounding down takes.
[[nodiscard]] double queue_mean(Service service, double load);

// A cube with uniform traffic of 4-flit messages, dor, 4 VCs, all else at its default.
void network_stream(const std::string& topology, const StreamPlan& plan);
// The same until the mean is known to `part`, at most 10^7 cycles; the plan's looks are not looked at.
[[nodiscard]] RunResult network_until(const std::string& topology, const StreamPlan& plan, double part);

}  // namespace dateline::test
