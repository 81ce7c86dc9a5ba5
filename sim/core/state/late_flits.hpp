// Flits that arrive later than any slot of the event wheel is ahead: those whose link tried again and again
// (link_retry.hpp). They are brought into the wheel at the end of the cycle before the one in which they are due, in
// the order in which they were sent. Empty where no channel errs.
#pragma once

#include <algorithm>
#include <vector>

#include "sim/core/state/event_wheel.hpp"

namespace dateline {

class LateFlits {
 public:
  // The flits of this cycle that the wheel holds as sent, each after a delay of its own, however long; a flit waits for
  // those that were sent before it on its VC.
  template <typename DelayOf>
  void file(EventWheel& wheel, Cycle now, DelayOf delay_of) {
    wheel.expect(wheel.sent().size());
    for (const VcId flit : wheel.sent()) {
      Cycle due = now + delay_of(flit);
      if (Cycle* const last = wheel.last_due(flit)) due = *last = std::max(due, *last);
      if (due - now < wheel.horizon()) {
        wheel.due_at(due).arrivals.push(flit);
        continue;
      }
      const auto at = std::upper_bound(due_.begin(), due_.end(), due) - due_.begin();
      due_.insert(due_.begin() + at, due);
      flits_.insert(flits_.begin() + at, flit);
    }
    wheel.sent().clear();
  }
  // Those that are due in `cycle`, the next.
  void bring(EventWheel& wheel, Cycle cycle) {
    const auto end = std::upper_bound(due_.begin(), due_.end(), cycle) - due_.begin();
    if (end == 0) return;
    AppendList<VcId>& arrivals = wheel.due_at(cycle).arrivals;
    const std::vector<VcId> behind(arrivals.begin(), arrivals.end());  // sent later
    arrivals.clear();
    for (auto flit = flits_.begin(); flit != flits_.begin() + end; ++flit) arrivals.push(*flit);
    for (const VcId flit : behind) arrivals.push(flit);
    flits_.erase(flits_.begin(), flits_.begin() + end);
    due_.erase(due_.begin(), due_.begin() + end);
  }
  // As they are due.
  [[nodiscard]] const std::vector<VcId>& all() const { return flits_; }
  template <typename Archive>
  void io(Archive& archive) {
    auto& [flits, due] = *this;
    archive(flits, due);
  }

 private:
  std::vector<VcId> flits_;
  std::vector<Cycle> due_;
};

}  // namespace dateline
