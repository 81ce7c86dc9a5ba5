#include "sim/options/network/switchover_plan.hpp"

#include <algorithm>

#include "models/proof/dependency_graph.hpp"

namespace dateline {
namespace {

// More routings than these at once are not tried: the proof walks each for every other.
constexpr std::size_t kMostTogether = 8;

}  // namespace

void plan_switchovers(const NetworkObjects& network, VcReuse reuse, std::vector<ChangedNetwork>& changes) {
  std::vector<const RoutingRelation*> together = {network.relation.get()};
  for (ChangedNetwork& change : changes) {
    if (change.switchover == Switchover::at_once) continue;  // it knows of the same as before
    together.push_back(change.relation.get());
    const bool safe = together.size() <= kMostTogether && prove_changes(*network.topology, together, reuse).deadlock_free;
    change.switchover = safe ? Switchover::at_once : Switchover::drain;
    if (!safe) together = {change.relation.get()};
  }
}

std::size_t changes_at_once(const std::vector<ChangedNetwork>& changes) {
  return static_cast<std::size_t>(
      std::count_if(changes.begin(), changes.end(), [](const ChangedNetwork& change) { return change.switchover == Switchover::at_once; }));
}

}  // namespace dateline
