// Flits that arrive later than any slot of the event wheel is ahead: those whose link tried again and again
// (link_retry.hpp). They are brought into the wheel at the end of the cycle before the one in which they are due, in
// the order in which they were sent. Empty where no channel errs. Wheel: that of state/event_wheel.hpp.
#pragma once

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "sim/core/state/layout/id_vector.hpp"
#include "sim/core/state/layout/vc_numbering.hpp"

namespace dateline {

class LateFlits {
 public:
  // The flits of cycle `now` that the wheel holds as sent, each after a delay of its own, however long.
  template <typename Wheel, typename DelayOf>
  void file(Wheel& wheel, Cycle now, DelayOf delay_of) {
    for (const VcId flit : wheel.sent()) expect(wheel, now, now + delay_of(flit), flit);
    wheel.sent().clear();
  }
  // One that was sent in cycle `sent`; it waits for those that were sent before it on its VC.
  template <typename Wheel>
  void expect(Wheel& wheel, Cycle sent, Cycle due, VcId flit) {
    if (Cycle* const last = wheel.last_due(flit)) due = *last = std::max(due, *last);
    wheel.expect(1);
    if (due - sent < wheel.slots().size()) {
      wheel.due_at(due).arrivals.push(flit);
    } else {
      hold(due, flit);
    }
  }
  void hold(Cycle due, VcId flit) {
    const auto at = std::upper_bound(due_.begin(), due_.end(), due) - due_.begin();
    due_.insert(due_.begin() + at, due);
    flits_.insert(flits_.begin() + at, flit);
  }
  // Those that are due in `cycle`, the next.
  template <typename Wheel>
  void bring(Wheel& wheel, Cycle cycle) {
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
  // Takes out flits, here and in the wheel, asked in the order in which they are due from cycle `now` on, and credits.
  template <typename Wheel, typename FlitGone, typename CreditGone>
  void remove(Wheel& wheel, Cycle now, FlitGone flit_gone, CreditGone credit_gone) {
    LateFlits left;
    std::size_t next = 0;
    const auto ask_until = [&](Cycle due) {
      for (; next < due_.size() && due_[next] <= due; ++next) {
        if (!flit_gone(flits_[next])) left.hold(due_[next], flits_[next]);
      }
    };
    wheel.remove(now, flit_gone, credit_gone, ask_until);
    ask_until(std::numeric_limits<Cycle>::max());
    wheel.taken(flits_.size() - left.flits_.size());
    *this = std::move(left);
    for (std::size_t i = 0; i < flits_.size(); ++i) {
      if (Cycle* const last = wheel.last_due(flits_[i])) *last = std::max(*last, due_[i]);
    }
  }
  // As they are due, and when.
  [[nodiscard]] const std::vector<VcId>& all() const { return flits_; }
  [[nodiscard]] const std::vector<Cycle>& due() const { return due_; }
  [[nodiscard]] std::size_t of(VcId vc) const { return static_cast<std::size_t>(std::count(flits_.begin(), flits_.end(), vc)); }
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
