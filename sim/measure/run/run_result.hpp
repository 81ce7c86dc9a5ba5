// What one run has measured; written by run_report.hpp.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/core/compiled_network.hpp"
#include "sim/measure/run/fault_response.hpp"
#include "sim/measure/run/loss_notices.hpp"
#include "sim/measure/run/network_switch.hpp"
#include "sim/measure/statistics/interval_rule.hpp"
#include "sim/measure/statistics/statistics.hpp"
#include "sim/measure/verdict/verdict_watch.hpp"

namespace dateline {

struct RunResult {
  // Of the whole run; generated = delivered + in_flight + lost.
  struct Packets {
    std::uint64_t generated = 0, delivered = 0, measured = 0, in_flight = 0;
    std::uint64_t lost = 0, retransmitted = 0;  // taken by faults, or errors, for good; sent again
  };
  struct Source {
    double offered, accepted;
    std::uint64_t backlog;  // at the window's end
    bool lived;             // at all in the window
  };
  // Of the window; each per network channel. Empty, as activity is, unless the network counts (RouterConfig).
  struct Channels {
    std::vector<std::uint64_t> packets;                     // measured ones (protocol messages: tails in the window)
    std::vector<std::uint64_t> flits;                       // that crossed
    std::vector<std::uint64_t> head_blocked, flit_blocked;  // cycles (channel_counters.hpp)
  };
  // Of networks that change in the course of the run.
  struct Faults {
    std::uint64_t live_cycles = 0;                             // of the window, of all terminals together
    std::vector<RoutingSwitch> switches;                       // in their order
    std::vector<FailureResponse> responses;                    // with parts of the window
    NoticeCounts notices = {};                                 // of losses, that sources were sent
    std::uint64_t swallowed_packets = 0, swallowed_flits = 0;  // by channels that routers did not know to have failed
  };
  // A packet of a deadlock, which waits for the next one of it, the last for the first.
  struct DeadlockWait {
    WaitFor wait;
    std::string text, wanted;  // for people: all of it; the channel that it waits for
  };

  double offered = 0, accepted = 0;  // flits/terminal/cycle
  double accepted_min = 0;           // the least of a source that sends; of those that lived longest in the window
  Judgement judgement;
  Cycle cycles = 0;            // of the window
  Cycle simulated_cycles = 0;  // of the whole run
  Packets packets;
  Faults faults;
  std::uint64_t flit_hops = 0;  // network-channel crossings, whole run
  AbsorptionCounts absorbed;    // whole run
  Summary latency, network_latency, hops;
  std::optional<double> minimal_fraction;  // of the measured packets, on a shortest way; none: not counted
  std::vector<Source> per_source;
  Channels channels;
  Activity activity;                      // of the window
  std::uint64_t ejected_flits = 0;        // in it
  std::vector<DeadlockWait> deadlock;     // empty: none
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
