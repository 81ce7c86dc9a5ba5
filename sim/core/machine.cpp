#include "sim/core/machine.hpp"

#include "models/base/error.hpp"
#include "sim/core/reconfiguration/purge.hpp"
#include "sim/core/state/external_ports.hpp"

namespace dateline {

Machine::Machine(const MachineConfig& config, const Wiring& wiring, const RoutingRelation& relation, DeliveryObserver& observer)
    : parts_(config, wiring, relation), observer_(observer) {
  if (config.count_channels) {
    counters_.emplace(parts_);
    engine_ = make_engine(parts_, *counters_);
  } else {
    engine_ = make_engine(parts_, nobody_);
  }
}

bool Machine::open_nodes_quiet() const { return parts_.open->quiet(); }

void Machine::change(const RoutingRelation& relation, Cycle now) {
  if (relation.classes() != parts_.relation->classes() || relation.absorbs() != parts_.relation->absorbs()) {
    throw InvariantError("the routing relation after a fault has other VC classes than before, or absorbs where it did not");
  }
  if (parts_.vc_sets.several()) throw InvariantError("a network with VC sets cannot change");
  parts_.now = now;
  parts_.relation = &relation;
  parts_.plain_starts = relation.starts_plain();
  parts_.vc_sets.set_relation(relation);
  if (counters_) counters_->no_header_waits(now);
  for (const Message& message : Purge(parts_).run(relation.faults())) observer_.lost(message, now);
}

std::uint64_t Machine::estimated_bytes(std::uint64_t terminals, std::uint64_t channels, const MachineConfig& config) {
  const std::uint64_t all = channels + terminals * (config.ejection == Ejection::channel ? 2 : 1);
  return VcStore::estimated_bytes(all, config) + all * 8 + terminals * (sizeof(Sources::Source) + 64) + channels * sizeof(Wiring::Wire);
}

std::vector<std::uint64_t> Machine::channel_flits() const {
  std::vector<std::uint64_t> flits;
  for (const ChannelCounters::Counts& c : crossings()) flits.push_back(c.flits);
  return flits;
}

}  // namespace dateline
