// When the cycles of a network are executed in SystemC's time: cycle t at (t + 1/2) periods, and external routers do
// their part of it before, from t periods on. Cycles in which nothing happens are not planned.
#pragma once

#include <algorithm>
#include <systemc>

#include "sim/measure/cycle_client.hpp"
#include "sim/systemc/link.hpp"

namespace dateline {

class CycleTimer {
 public:
  explicit CycleTimer(sc_core::sc_time period) : period_(period), time_{period.value(), CycleOfTime::kUnknown} {}

  // A planned cycle is executed now.
  [[nodiscard]] const sc_core::sc_event& wake() const { return wake_; }
  // For external routers: the event of every planned cycle's begin, if announce_begins() was called; and which cycle it
  // is.
  [[nodiscard]] const sc_core::sc_event& begins() const { return begins_; }
  [[nodiscard]] const CycleOfTime& time() const { return time_; }
  void announce_begins() { announces_ = true; }
  // Calls execute(t) for the cycle that it is now; time must not advance within.
  template <typename Execute>
  void at_begin(const Execute& execute) {
    time_.begun = time_.now();
    execute(time_.begun);
    time_.begun = CycleOfTime::kUnknown;
  }

  // Of the process that is woken: the cycle to execute. None is planned after it.
  [[nodiscard]] Cycle take_planned() {
    planned_ = CycleClient::kNever;
    return sc_core::sc_time_stamp().value() / period_.value();
  }
  // The cycle in which what is sent now is generated: from the middle of a period on, where its cycle is executed, the
  // next. And the cycle that is planned; kNever: none.
  [[nodiscard]] Cycle first_open() const { return time_.now(); }
  [[nodiscard]] Cycle planned() const { return planned_; }
  // A notification already pending for an earlier cycle stays.
  void plan(Cycle next) {
    planned_ = std::min(planned_, next);
    const sc_core::sc_time begin = sc_core::sc_time::from_value(next * period_.value());
    const sc_core::sc_time at = begin + sc_core::sc_time::from_value(period_.value() / 2);
    wake_.notify(at - sc_core::sc_time_stamp());
    if (announces_ && begin >= sc_core::sc_time_stamp()) begins_.notify(begin - sc_core::sc_time_stamp());
  }
  void wake_in_a_period() { wake_.notify(period_); }

 private:
  sc_core::sc_time period_;
  CycleOfTime time_;
  sc_core::sc_event wake_{"wake"}, begins_{"cycle_begins"};
  bool announces_ = false;
  Cycle planned_ = CycleClient::kNever;  // that `wake_` is notified for
};

}  // namespace dateline
