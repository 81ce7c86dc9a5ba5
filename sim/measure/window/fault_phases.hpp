// Latency before, during and after failures: of the measured packets that were generated before the network changed for
// the first time, while something had failed that worked at the beginning, and while all of that worked again.
#pragma once

#include <array>
#include <vector>

#include "sim/measure/statistics/statistics.hpp"
#include "sim/measure/window/network_change.hpp"

namespace dateline {

enum class FaultPhase { before, during, after };
constexpr std::array<EnumName<FaultPhase>, 3> enum_names(FaultPhase) {
  return {{{FaultPhase::before, "before"}, {FaultPhase::during, "during"}, {FaultPhase::after, "after"}}};
}

class FaultPhases {
 public:
  // `first`: what has failed from the beginning; null: nothing. `changes`: ascending.
  FaultPhases(const FaultMap* first, const std::vector<NetworkChange>& changes);

  void add(const Delivery& delivery) { latency_[static_cast<std::size_t>(phase_of(delivery.packet.order.generated))].add(delivery.latency()); }
  [[nodiscard]] const Statistics& latency(FaultPhase phase) const { return latency_[static_cast<std::size_t>(phase)]; }
  template <typename Archive>
  void io(Archive& archive) {
    auto& [spans, latencies] = *this;
    static_cast<void>(spans);
    for (Statistics& phase : latencies) archive(phase);
  }

 private:
  struct Span {
    Cycle from;  // up to the next one's
    FaultPhase phase;
  };
  [[nodiscard]] FaultPhase phase_of(Cycle cycle) const;

  std::vector<Span> spans_;
  std::array<Statistics, 3> latency_ = {};
};

}  // namespace dateline
