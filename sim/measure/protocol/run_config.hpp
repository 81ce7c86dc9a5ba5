// What a run is given: its protocol and window, what its sources offer, and what is exactly known of it.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "models/network/topology/topology.hpp"
#include "sim/measure/protocol/retransmit_rule.hpp"
#include "sim/measure/statistics/minimal_paths.hpp"
#include "sim/measure/verdict/verdict_watch.hpp"
#include "sim/measure/window/network_change.hpp"
#include "traffic/arrivals/injection.hpp"
#include "traffic/arrivals/message_lengths.hpp"

namespace dateline {

struct RunConfig {
  // What is measured of each packet besides, and what is known of arrivals and network.
  struct Details {
    bool pair_latency = false;                   // latencies by pair
    MinimalPathRules minimal_ways = {};          // whether it takes one of these; null: not counted
    bool at_random = true;                       // packets come at random: a load at the bound is then never sustained
    std::vector<double> bandwidths = {};         // per network channel; empty: all are 1
    std::function<Cycle()> longest_flight = {};  // cycles that a packet takes at most where it meets no other; none: not known
  };
  enum class Protocol { window, messages, workload };
  Protocol protocol = Protocol::window;
  Cycle warmup = 1000;
  Cycle cycles = 10000;
  std::uint64_t messages = 0;
  std::uint64_t warmup_messages = 0;
  std::uint32_t packet_length = 32;              // flits
  std::optional<PacketLengths> length_mix = {};  // instead of packet_length
  double rate = 0;                               // messages per terminal and cycle, of a source of share 1
  std::optional<Rational> exact_rate = {};       // the same, where a double does not hold it
  InjectionRule injection;
  std::optional<OfferedWork> work = {};     // of another source than that of these; its rate is that of `rate`
  RunTheory theory = {};                    // of the load, exact
  std::optional<DecisionPlan> decide = {};  // protocol window: it ends when the verdict stands
  bool drain = true;                        // protocol window: what is measured is waited for
  std::uint64_t seed = 1;
  std::vector<std::uint8_t> failed = {};  // per terminal: 1 if its node has failed; empty: none has
  // per terminal: the number whose random draws its source makes; empty: its own
  std::vector<std::uint32_t> numbers = {};
  const FaultMap* first_faults = nullptr;         // from the beginning; null: none
  std::vector<NetworkChange> changes = {};        // ascending, one a cycle; what they point to must outlive the run
  std::optional<RetransmitRule> retransmit = {};  // when a lost message is sent again; none: never
  Details details = {};
  std::uint32_t windows = 0;  // protocol window: parts of the window to be measured one by one; 0: none
  // protocol window: it ends when both ends of latency.ci95 are this part of the mean from it
  std::optional<double> until_ci = {};
  bool measure = true;  // false: no latency is reported
  bool audit = false;   // check every invariant of the machine every 1,000 cycles (tests)
};

[[nodiscard]] inline PacketLengths lengths_of(const RunConfig& config) {
  return config.length_mix ? *config.length_mix : PacketLengths(config.packet_length);
}
[[nodiscard]] inline Rational exact_rate(const RunConfig& config) { return config.exact_rate ? *config.exact_rate : exact_value(config.rate); }
// Of the random streams of its source.
[[nodiscard]] inline std::uint32_t number_of(const RunConfig& config, std::uint32_t terminal) {
  return config.numbers.empty() ? terminal : config.numbers[terminal];
}
// What the verdict must know of what is offered; nothing of a workload.
[[nodiscard]] OfferedWork offered_work(const RunConfig& config, const TrafficPattern& pattern, std::uint32_t terminals);

}  // namespace dateline
