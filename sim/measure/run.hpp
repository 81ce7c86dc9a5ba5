// One measured run of a machine: warm-up, measured window, drain, saturation, watchdog (design: Safaei et al. 2006 for the second protocol).
// Protocols:
//  window    messages generated in cycles warmup .. warmup + cycles - 1 are measured; sources keep offering until the last of them is
//            delivered, at most ten windows longer, else the run is saturated and latency covers what arrived.
//  messages  stop at `messages` deliveries; the first `warmup_messages` are discarded; the window lies between those two deliveries.
//  workload  one message per node at cycle 0 (none at fixed points of the permutation); runs until all are delivered.
// accepted, offered: flits ejected, generated in the window per node and cycle. Saturated: for some source the backlog (generated, header not yet
// injected) grew in the window by more than max(10 messages, 5% of what it generated in it).
// Every 1,000 cycles the watchdog looks for a deadlock; one ends the run.
#pragma once

#include <memory>
#include <vector>

#include "sim/measure/cycle_client.hpp"
#include "sim/measure/statistics.hpp"
#include "sim/measure/traffic_source.hpp"

namespace dateline {

struct RunConfig {
  enum class Protocol { window, messages, workload };
  Protocol protocol = Protocol::window;
  Cycle warmup = 1000;
  Cycle cycles = 10000;
  std::uint64_t messages = 0;
  std::uint64_t warmup_messages = 0;
  std::uint32_t message_length = 32;  // flits
  double rate = 0;                    // messages per node and cycle, of a source of share 1
  Injection injection = Injection::poisson;
  std::uint64_t seed = 1;
  bool audit = false;  // check every invariant of the machine every 1,000 cycles (tests)
};

struct RunResult {
  double offered = 0, accepted = 0, accepted_min = 0;  // flits/node/cycle
  bool saturated = false;
  Cycle cycles = 0;                                                         // of the window
  Cycle simulated_cycles = 0;                                               // of the whole run
  std::uint64_t generated = 0, delivered = 0, measured = 0, in_flight = 0;  // messages, whole run
  std::uint64_t flit_hops = 0;                                              // network-channel crossings, whole run
  Summary latency, network_latency, hops;
  struct Source {
    double offered, accepted;
    std::uint64_t backlog;  // at the window's end
  };
  std::vector<Source> per_source;
  std::vector<std::uint64_t> channel_messages;  // per network channel: measured messages (protocol messages: tails in the window)
  std::vector<std::uint64_t> channel_flits;     // per network channel: flits that crossed in the window
  std::vector<Machine::Wait> deadlock;          // empty: none
  std::vector<std::string> deadlock_texts;      // the same for people, and the channels' names
  std::vector<std::string> deadlock_channels;
  std::optional<Cycle> completion_cycle;  // workload
};

class Run final : public CycleClient {
 public:
  // `pattern` must outlive the run. For a workload the pattern must be a permutation (one destination a row).
  Run(const RunConfig& config, const TrafficPattern& pattern, std::uint32_t nodes);

  void attach(Machine& machine) override;
  Cycle execute(Cycle now) override;
  [[nodiscard]] bool finished() const override { return phase_ == Phase::done; }
  void delivered(const Delivery& delivery) override;

  // Progress for people: the fraction of the planned work done, 0..1.
  [[nodiscard]] double progress() const;
  [[nodiscard]] RunResult result() const;

 private:
  enum class Phase { warmup, window, drain, done };
  struct Snapshot {
    std::vector<std::uint64_t> generated, injected, ejected, channel_flits, channel_messages;
  };
  [[nodiscard]] Snapshot snapshot() const;
  void open_window(Cycle at);
  void close_window(Cycle at);
  void advance_phase(Cycle next);
  void watch(Cycle now);
  [[nodiscard]] bool measures(const Delivery& delivery) const;

  RunConfig config_;
  const TrafficPattern& pattern_;
  std::uint32_t nodes_;
  std::unique_ptr<TrafficSource> source_;
  Machine* machine_ = nullptr;
  Phase phase_ = Phase::warmup;
  Cycle window_begin_ = 0, window_end_ = 0, next_cycle_ = 0;
  Snapshot at_begin_, at_end_;
  std::uint64_t measured_generated_ = 0, measured_delivered_ = 0, delivered_ = 0;
  Cycle last_delivery_ = 0;
  bool drained_ = true;
  Statistics latency_, network_latency_, hops_;
  std::vector<Machine::Wait> deadlock_;
};

}  // namespace dateline
