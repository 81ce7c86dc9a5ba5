#include "sim/measure/window/fault_phases.hpp"

#include <algorithm>

#include "models/network/faults/noticed_changes.hpp"

namespace dateline {

FaultPhases::FaultPhases(const FaultMap* first, const std::vector<NetworkChange>& changes) : spans_{{0, FaultPhase::before}} {
  for (const NetworkChange& change : changes) {
    const FaultPhase phase = fails_more(first, change.faults()) ? FaultPhase::during : FaultPhase::after;
    if (spans_.back().phase != phase) spans_.push_back({change.at, phase});
  }
}

FaultPhase FaultPhases::phase_of(Cycle cycle) const {
  const auto after = std::upper_bound(spans_.begin(), spans_.end(), cycle, [](Cycle at, const Span& span) { return at < span.from; });
  return (after - 1)->phase;
}

}  // namespace dateline
