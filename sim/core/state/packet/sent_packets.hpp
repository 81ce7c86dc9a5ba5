// The end of a cycle: packets that sources have sent in it - their tail has crossed an injection channel, for the first
// time - are handed to the observer of deliveries that asks for them (ExecutionOptions::report_sent).
#pragma once

#include <vector>

#include "models/base/error.hpp"
#include "sim/core/state/packet/packet.hpp"

namespace dateline {

class SentPackets {
 public:
  explicit SentPackets(bool noted) : noted_(noted) {}

  [[nodiscard]] bool noted() const { return noted_; }
  // Those of this cycle, where they are noted; valid until its deliveries.
  [[nodiscard]] std::vector<const Packet*>& list() { return sent_; }
  void run(DeliveryObserver& observer, Cycle now) {
    observer.sent(sent_, now);
    sent_.clear();
  }
  // Between two cycles nothing is held.
  template <typename Archive>
  void io(Archive& /*archive*/) {
    [[maybe_unused]] auto& [noted, sent] = *this;
    if constexpr (Archive::kReads) sent.clear();
    if (!sent.empty()) throw InvariantError("packets that were sent are not reported");
  }

 private:
  bool noted_;
  std::vector<const Packet*> sent_;
};

}  // namespace dateline
