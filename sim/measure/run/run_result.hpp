// What one run has measured; written by run_report.hpp.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/core/compiled_network.hpp"
#include "sim/measure/statistics/interval_rule.hpp"
#include "sim/measure/statistics/statistics.hpp"
#include "sim/measure/verdict/verdict_watch.hpp"

namespace dateline {

struct RunResult {
  double offered = 0, accepted = 0;  // flits/terminal/cycle
  double accepted_min = 0;           // the least of a source that sends; of those that lived longest in the window
  Judgement judgement;
  Cycle cycles = 0;                                                         // of the window
  Cycle simulated_cycles = 0;                                               // of the whole run
  std::uint64_t generated = 0, delivered = 0, measured = 0, in_flight = 0;  // messages, whole run
  // messages that faults took for good; that were sent again
  std::uint64_t lost = 0, retransmitted = 0;
  std::uint64_t flit_hops = 0;  // network-channel crossings, whole run
  AbsorptionCounts absorbed;    // whole run
  Summary latency, network_latency, hops;
  struct Source {
    double offered, accepted;
    std::uint64_t backlog;  // at the window's end
    bool lived;             // at all in the window
  };
  std::vector<Source> per_source;
  // per network channel: measured messages (protocol messages: tails in the window)
  std::vector<std::uint64_t> channel_packets;
  std::vector<std::uint64_t> channel_flits;  // per network channel: flits that crossed in the window
  std::vector<std::uint64_t> channel_header_blocked,
      channel_flit_blocked;                 // per network channel: blocked cycles in the window (channel_counters.hpp)
  std::vector<WaitFor> deadlock;            // empty: none
  std::vector<std::string> deadlock_texts;  // the same for people, and the channels' names
  std::vector<std::string> deadlock_channels;
  std::optional<Cycle> completion_cycle;  // workload
  [[nodiscard]] bool saturated() const { return judgement.verdict == Verdict::saturated; }
  bool narrow = false;                    // until_ci: the interval was so narrow before the window was over
  std::optional<NoInterval> no_interval;  // why latency, network latency and hops have none
  std::optional<Cycle> interval_window;   // with short_window: the least window that has one

  // Of the same messages, or of some of them.
  [[nodiscard]] Summary summary_of(const Statistics& statistics) const {
    Summary summary = statistics.summary();
    if (no_interval) summary.ci95.reset();
    return summary;
  }
};

}  // namespace dateline
