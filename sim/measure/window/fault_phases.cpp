#include "sim/measure/window/fault_phases.hpp"

#include <algorithm>

#include "models/network/faults/fault_map.hpp"

namespace dateline {
namespace {

bool alike(const FaultMap* a, const FaultMap* b) {
  const auto none = [](const FaultMap* map) { return map == nullptr || map->none(); };
  if (none(a) || none(b)) return none(a) && none(b);
  return a->nodes() == b->nodes() && a->links() == b->links();
}

}  // namespace

FaultPhases::FaultPhases(const FaultMap* first, const std::vector<NetworkChange>& changes) : spans_{{0, FaultPhase::before}} {
  for (const NetworkChange& change : changes) {
    const FaultPhase phase = alike(first, change.faults()) ? FaultPhase::after : FaultPhase::during;
    if (spans_.back().phase != phase) spans_.push_back({change.at, phase});
  }
}

FaultPhase FaultPhases::phase_of(Cycle cycle) const {
  const auto after = std::upper_bound(spans_.begin(), spans_.end(), cycle, [](Cycle at, const Span& span) { return at < span.from; });
  return (after - 1)->phase;
}

}  // namespace dateline
