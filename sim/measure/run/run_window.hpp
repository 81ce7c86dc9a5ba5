// The window of a run: counts of the network at its borders, the deliveries that count, the mean's interval and the
// verdict, as far as they can end it.
#pragma once

#include <optional>

#include "sim/measure/protocol/protocol.hpp"
#include "sim/measure/protocol/run_config.hpp"
#include "sim/measure/run/run_events.hpp"
#include "sim/measure/statistics/stopping_rule.hpp"
#include "sim/measure/verdict/verdict_watch.hpp"
#include "sim/measure/window/live_times.hpp"
#include "sim/measure/window/measurement.hpp"
#include "sim/measure/window/snapshot.hpp"

namespace dateline {

class RunWindow {
 public:
  // The pattern must outlive it.
  RunWindow(const RunConfig& config, const TrafficPattern& pattern, std::uint32_t terminals);

  void open(const CompiledNetwork& network, const RunEvents& events);
  // The window ends before cycle `now`: the verdict is passed. Returns how many packets the sources generated in it.
  std::uint64_t close(const CompiledNetwork& network, const RunEvents& events, Cycle now);
  // The first cycle of the next part of the window that is measured apart; kNever if there is none.
  [[nodiscard]] Cycle next_part() const { return deliveries_.parts ? deliveries_.parts->next_border() : QueueHistory::kNever; }
  void pass_parts(const CompiledNetwork& network, const RunEvents& events, Cycle now);

  // Whether a delivery counts is the protocol's; all of them come here, in their order.
  void delivered(const Delivery& delivery, bool counts);
  // Between two cycles, in a window of so many packets and cycles so far: whether the mean is known as well as is
  // wanted; none if it is not time to look.
  [[nodiscard]] std::optional<bool> narrow(std::uint64_t measured, Cycle cycles);

  // The verdict needs ExecutionOptions::count_granted: of some network of the run no exact channel loads are known, or
  // not how long its packets take alone.
  [[nodiscard]] bool wants_granted(const RunConfig& config) const;
  [[nodiscard]] VerdictWatch& watch() { return watch_; }
  [[nodiscard]] const VerdictWatch& watch() const { return watch_; }
  [[nodiscard]] const Judgement& judgement() const { return judgement_; }
  [[nodiscard]] const Deliveries& deliveries() const { return deliveries_; }
  [[nodiscard]] const LiveTimes& live_times() const { return live_times_; }
  [[nodiscard]] const WindowBorders& borders() const { return borders_; }
  // The shortest window that gives intervals; none: none does.
  [[nodiscard]] std::optional<Cycle> shortest() const { return shortest_; }
  template <typename Archive>
  void io(Archive& archive) {
    auto& [times, at_borders, measured, last, least, stopping, verdict_watch, judged] = *this;
    static_cast<void>(times), static_cast<void>(least);
    archive(verdict_watch, at_borders, measured, last, stopping, judged);  // the first two as branch() reads
  }
  // From cycle `now` on, before anything is measured: reads of the state of a window with other options its begin, if
  // it has begun, and what the verdict must know of what was. `change`: the last that was taken, if the verdict follows
  // it; null: none.
  void branch(StateReader& archive, const CompiledNetwork& network, Cycle now, bool same_verdict, const TrafficPattern& first,
              const NetworkChange* change);

 private:
  [[nodiscard]] Snapshot snapshot(const CompiledNetwork& network, const RunEvents& events) const;

  LiveTimes live_times_;
  WindowBorders borders_;
  Deliveries deliveries_;
  Cycle last_delivery_ = 0;
  std::optional<Cycle> shortest_;
  StoppingRule stopping_;
  VerdictWatch watch_;
  Judgement judgement_;
};

}  // namespace dateline
