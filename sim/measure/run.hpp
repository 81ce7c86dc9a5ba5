// One measured run of a machine: a source of messages (message_source.hpp), a protocol that says when it is warm,
// measures and ends (protocol.hpp), and the measurement (measurement.hpp); and the watchdog, which looks for a deadlock
// every 1,000 cycles: one ends the run. accepted, offered: flits ejected, generated in the window per cycle and
// terminal whose node had not failed then (live_times.hpp); of a source, per cycle that it lived. Whether its load is
// sustained: verdict_watch.hpp. Sources: F. Safaei et al. 2006 for the protocol `messages`.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/measure/cycle_client.hpp"
#include "sim/measure/protocol/message_source.hpp"
#include "sim/measure/protocol/protocol.hpp"
#include "sim/measure/protocol/run_config.hpp"
#include "sim/measure/sources/retransmission.hpp"
#include "sim/measure/statistics/interval_rule.hpp"
#include "sim/measure/statistics/stopping_rule.hpp"
#include "sim/measure/verdict/verdict_watch.hpp"
#include "sim/measure/window/live_times.hpp"
#include "sim/measure/window/measurement.hpp"
#include "sim/measure/window/network_change.hpp"
#include "sim/measure/window/snapshot.hpp"

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

// Random traffic of the pattern; of a workload one message to every destination of every row. The pattern must
// outlive it.
[[nodiscard]] std::unique_ptr<PacketSource> traffic_source(const RunConfig& config, const TrafficPattern& pattern, std::uint32_t terminals);

class Run final : public CycleClient {
 public:
  // Of that traffic_source. The pattern must outlive the run.
  Run(const RunConfig& config, const TrafficPattern& pattern, std::uint32_t terminals);
  // Of what `source` offers; `pattern` says which terminals send at all.
  Run(const RunConfig& config, const TrafficPattern& pattern, std::uint32_t terminals, std::unique_ptr<PacketSource> source);

  void begin(CompiledNetwork& network) override;
  Cycle execute(CompiledNetwork& network, Cycle now) override;
  void before(CompiledNetwork& network, Cycle next) override {
    if (next >= next_event_) take_events(network, next);
  }
  [[nodiscard]] bool finished() const override { return state_.phase == Phase::done; }
  void delivered(const Delivery& delivery) override;
  void sent(const std::vector<const Packet*>& messages, Cycle now) override { source_->sent(messages, now); }
  void lost(const Packet& packet, Cycle now) override;

  // Its verdict needs RouterConfig::count_granted: of some network of the run no exact channel loads are known.
  [[nodiscard]] bool wants_granted() const;
  // Progress for people: the fraction of the planned work done, 0..1.
  [[nodiscard]] double progress() const {
    const std::optional<double> done = source_->progress();
    return done ? *done : protocol_->progress(state_, source_->offered());
  }
  // Once finished.
  [[nodiscard]] const RunResult& result() const { return result_; }
  [[nodiscard]] const Deliveries& deliveries() const { return deliveries_; }
  [[nodiscard]] const LiveTimes& live_times() const { return live_times_; }

 private:
  void take_events(CompiledNetwork& network, Cycle now);
  void find_next_event();
  void give_up(const Packet& packet);
  [[nodiscard]] Snapshot snapshot(const CompiledNetwork& network) const;
  void pass_borders(const CompiledNetwork& network, Cycle now);
  void enter(Phase phase, const CompiledNetwork& network);
  void advance(const CompiledNetwork& network);
  void look_for_deadlock(const CompiledNetwork& network);
  void finish(const CompiledNetwork& network);
  void report_sources();
  [[nodiscard]] bool silent(TerminalId terminal) const;
  void report_verdict();
  void report_intervals();
  [[nodiscard]] double planned_window() const;  // cycles
  [[nodiscard]] std::uint32_t senders() const;
  void report_channels(const CompiledNetwork& network);

  RunConfig config_;
  const TrafficPattern& pattern_;
  std::uint32_t terminals_;
  std::unique_ptr<PacketSource> source_;
  std::unique_ptr<RunProtocol> protocol_;
  LiveTimes live_times_;
  RunState state_;
  std::size_t next_change_ = 0;  // of config_.changes
  Cycle next_event_ = kNever;    // of the changes, and of messages to send again
  Retransmission again_;
  std::vector<std::uint64_t> lost_flits_;  // per terminal: of messages lost, for good or not
  Snapshot at_begin_, at_end_;
  Deliveries deliveries_;
  std::optional<Cycle> shortest_window_;  // that gives intervals; none: none does
  StoppingRule stopping_;
  VerdictWatch watch_;
  Cycle last_delivery_ = 0;
  RunResult result_;
};

}  // namespace dateline
