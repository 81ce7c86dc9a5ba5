// One measured run of a network: a source of packets (message_source.hpp), a protocol that says when it is warm,
// measures and ends (protocol.hpp), what happens to the network meanwhile (run_events.hpp), the window and what is
// measured in it (run_window.hpp), and the report (run_report.hpp); and the watchdog, which looks for a deadlock every
// 1,000 cycles: one ends the run. accepted, offered: flits ejected, generated in the window per cycle and terminal
// whose node had not failed then (live_times.hpp); of a source, per cycle that it lived. Whether its load is sustained:
// verdict_watch.hpp. Sources: F. Safaei et al. 2006 for the protocol `messages`.
#pragma once

#include <memory>

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
  void sent(const std::vector<const Packet*>& messages, Cycle now) override { source_->sent(messages, now); }
  void lost(const Packet& packet, Cycle now) override;

  // The fraction of the planned work done, 0..1.
  [[nodiscard]] double progress() const {
    const std::optional<double> done = source_->progress();
    return done ? *done : protocol_->progress(state_, source_->offered());
  }
  // Once finished.
  [[nodiscard]] const RunResult& result() const { return result_; }
  [[nodiscard]] const RunWindow& window() const { return window_; }
  // After begin(), between two cycles: the machine and all that the run knows of it; not once it has finished.
  template <typename Archive>
  void io(Archive& archive, CompiledNetwork& network) {
    auto& [config, pattern, source, protocol, state, events, next_event, window, result] = *this;
    static_cast<void>(config), static_cast<void>(pattern), static_cast<void>(protocol), static_cast<void>(result);
    archive(network, state, events, next_event);
    if constexpr (Archive::kReads) {
      events.resume(network, *source);
      archive(window);
      source->read(archive);
    } else {
      archive(window);
      source->write(archive);
    }
  }
  [[nodiscard]] Cycle next() const { return state_.due; }  // the next cycle to be executed

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
  Cycle next_event_ = kNever;  // of the events, and of the window's parts
  RunWindow window_;
  RunResult result_;
};

}  // namespace dateline
