// One measured run of a network: a source of packets (message_source.hpp), a protocol that says when it is warm,
// measures and ends (protocol.hpp), what happens to the network meanwhile (run_events.hpp), the window and what is
// measured in it (run_window.hpp), and the report (run_report.hpp); and the watchdog, which looks for a deadlock every
// 1,000 cycles: one ends the run. accepted, offered: flits ejected, generated in the window per cycle and terminal
// whose node had not failed then (live_times.hpp); of a source, per cycle that it lived. Whether its load is sustained:
// verdict_watch.hpp. Sources: F. Safaei et al. 2006 for the protocol `messages`.
#pragma once

#include <algorithm>
#include <memory>

#include "models/base/state_section.hpp"
#include "sim/measure/cycle_client.hpp"
#include "sim/measure/protocol/message_source.hpp"
#include "sim/measure/protocol/protocol.hpp"
#include "sim/measure/protocol/run_config.hpp"
#include "sim/measure/run/run_events.hpp"
#include "sim/measure/run/run_result.hpp"
#include "sim/measure/run/run_window.hpp"

namespace dateline {

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
  void before(CompiledNetwork& network, Cycle next) override;
  [[nodiscard]] bool finished() const override { return state_.phase == Phase::done; }
  void delivered(const Delivery& delivery) override;
  void sent(const std::vector<const Packet*>& messages, Cycle now) override;
  void lost(const Packet& packet, Cycle now) override;

  // The fraction of the planned work done, 0..1.
  [[nodiscard]] double progress() const {
    const std::optional<double> done = source_->progress();
    return done ? *done : protocol_->progress(state_, source_->offered());
  }
  // Once finished.
  [[nodiscard]] const RunResult& result() const { return result_; }
  [[nodiscard]] const RunWindow& window() const { return window_; }
  // After begin(), between two cycles: the machine and all that the run knows of it; not once it has finished. Source
  // and window are sections, which branch() reads in part.
  template <typename Archive>
  void io(Archive& archive, CompiledNetwork& network) {
    auto& [config, pattern, source, protocol, state, events, window, result] = *this;
    static_cast<void>(config), static_cast<void>(pattern), static_cast<void>(source), static_cast<void>(protocol), static_cast<void>(window),
        static_cast<void>(result);
    if constexpr (!Archive::kReads) {  // what is counted there is of the cycle before, which a state that was read does not hold
      window_.pass_parts(network, events_, state_.due);
      state_.next_event = std::min(events_.next(), window_.next_part());
    }
    archive(network, state, events);
    if constexpr (Archive::kReads) {
      events.resume(network);
      whole_section(archive, [this](StateReader& own) { source_->read(own); });
      if (events.taken() > 0) source_->change(*config_.changes[events.taken() - 1].pattern);
    } else {
      whole_section(archive, [this](StateWriter& own) { source_->write(own); });
    }
    whole_section(archive, [this](Archive& own) { own(window_); });
  }
  // After begin(): goes on from the state of a run with other options (sim/cli/simulate/branch_options.hpp) before the
  // cycle `from`, up to which nothing happened in it. The machine is as it was; an open loop offers from then on what a
  // run of its own options offers, another source goes on. Where nothing was measured yet the window is the own.
  // `same_verdict`: what is known of the load, and the window, are the same; else the verdict is of what comes.
  void branch(StateReader& archive, CompiledNetwork& network, Cycle from, bool same_verdict);
  [[nodiscard]] const RunState& state() const { return state_; }

 private:
  void advance(const CompiledNetwork& network);
  void enter(Phase phase, const CompiledNetwork& network);
  void end(const CompiledNetwork& network, const std::vector<WaitFor>& deadlock);

  const RunConfig config_;
  const TrafficPattern& pattern_;
  std::unique_ptr<PacketSource> source_;
  std::unique_ptr<RunProtocol> protocol_;
  RunState state_;
  RunEvents events_;
  RunWindow window_;
  RunResult result_;
};

}  // namespace dateline
