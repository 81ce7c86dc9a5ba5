#include "sim/options/network/switchover_plan.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/text/name_table.hpp"

namespace dateline {

void check_reconfiguration(const Setting<Reconfigure>& setting, const NetworkObjects& network) {
  if (!setting.has() || *setting == Reconfigure::none) return;
  if (network.relation->absorbs()) {
    setting.refuse(fmt::format("has no use with routing={}, which leads what is in the network around every new map; allowed there: none",
                               printable(network.options.routing)));
  }
  if (*setting == Reconfigure::proved && kind_of(network.options.routing) == "table") {
    setting.refuse("has no use with a table, whose packets keep the path that they began with; allowed there: drain, static");
  }
}

std::vector<SwitchoverProof> plan_switchovers(const NetworkObjects& network, VcReuse reuse, std::vector<ChangedNetwork>& changes) {
  const bool proved = network.options.reconfigure == Reconfigure::proved;
  const bool table = kind_of(network.options.routing) == "table";  // whose packets have no way on by another
  std::vector<const RoutingRelation*> together = {network.relation.get()};
  std::vector<SwitchoverProof> proofs;
  for (ChangedNetwork& change : changes) {
    SwitchoverProof& made = proofs.emplace_back();
    if (change.switchover == Switchover::at_once) continue;  // it knows of the same as before
    together.push_back(change.relation.get());
    made.together = together.size();
    if (!table && together.size() <= kMostTogether) made.proof = prove_changes(*network.topology, together, reuse);
    const bool safe = proved && made.proof && made.proof->deadlock_free;
    if (proved) change.switchover = safe ? Switchover::at_once : Switchover::drain;
    if (!safe) together = {change.relation.get()};
  }
  return proofs;
}

std::string routings_text(const NetworkObjects& network, const std::vector<ChangedNetwork>& changes) {
  const auto at_once = std::count_if(changes.begin(), changes.end(), [](const ChangedNetwork& c) { return c.switchover == Switchover::at_once; });
  const char* const others = network.options.reconfigure == Reconfigure::flush ? "flushed" : "drained";
  const char* const why =
      network.options.reconfigure == Reconfigure::proved ? "proved with the routings before" : "of which the routing does not know";
  const std::string some = at_once == 0 ? "" : fmt::format("{} at once, {}, and ", at_once, why);
  return fmt::format("each of {} routings by itself; of {} changes {}{} into a {} network", changes.size() + 1, changes.size(), some,
                     changes.size() - static_cast<std::size_t>(at_once), others);
}

}  // namespace dateline
