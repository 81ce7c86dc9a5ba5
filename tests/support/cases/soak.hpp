// Soaks: a random case under random load for some cycles, then drained. Sends its own messages (each marked by its
// index) rather than through TrafficSource, so that what arrives can be held against what was asked for.
// Throws std::runtime_error if the network is not empty kDrainLimit cycles after the sources stopped.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tests/support/cases/random_case.hpp"
#include "traffic/arrivals/injection.hpp"

namespace dateline::test {

inline constexpr Cycle kDrainLimit = 1'000'000;

struct SoakPlan {
  double load = 0.1;  // flits per node and cycle
  Injection injection = Injection::poisson;
  std::uint32_t longest = 1;      // lengths are uniform in 1..longest
  std::uint32_t hot_percent = 0;  // of the messages go to node 0
  Cycle cycles = 0;               // in which messages are generated
  Cycle check_period = 100;
  std::uint64_t seed = 1;
  bool at_once = false;  // cycles between two checks are executed in stretches, as long as the network allows
  bool sleeps = false;  // a thread that asks the relation sleeps now and then, up to a fifth of a millisecond
};

[[nodiscard]] SoakPlan draw_plan(Dice& dice, double lowest_load, double highest_load);
[[nodiscard]] std::string describe(const SoakPlan& plan);

struct SoakResult {
  std::vector<Send> sent;                                                               // index = the tag of the message
  std::vector<bool> measured;                                                           // every third message
  std::vector<Delivery> deliveries;                                                     // in the order of the observer's calls
  std::vector<std::uint64_t> channel_flits, channel_packets, channel_measured_packets;  // after the drain
  CompiledNetwork::Totals totals;                                                       // after the drain
  Cycle end = 0;                                                                        // the first idle cycle
};

// What a check may look at, at the end of a cycle.
struct SoakState {
  const CompiledNetwork& machine;
  const std::vector<Send>& sent;
  const std::vector<Delivery>& deliveries;
  Cycle cycles;  // executed
};
[[nodiscard]] SoakResult soak(const RandomCase& c, const SoakPlan& plan, const std::function<void(const SoakState&)>& check = {});

}  // namespace dateline::test
