#include "sim/measure/run/network_switch.hpp"

#include <algorithm>
#include <iterator>

#include "models/network/faults/fault_map.hpp"

namespace dateline {

void NetworkSwitch::begin(const NetworkChange& change, CompiledNetwork& network, Cycle now) {
  const std::uint64_t before = lost_;
  if (change.noticed != nullptr) {
    std::vector<ChannelId> noticed;
    std::set_difference(swallowing_.begin(), swallowing_.end(), change.swallowing.begin(), change.swallowing.end(), std::back_inserter(noticed));
    swallowed_flits_ += network.flits_on(noticed);
    network.fail_unseen(*change.noticed, now);
    swallowed_packets_ += lost_ - before;
  }
  if (change.unseen != nullptr) network.fail_unseen(*change.unseen, now);
  swallowing_ = change.swallowing;
  // What an unfinished drain left in the network was not proved beside the new routing.
  const bool drain = change.switchover == Switchover::drain || (change.switchover == Switchover::at_once && draining_);
  const Switchover how = drain ? Switchover::drain : change.switchover;
  switches_.push_back({now, how, 0, 0, !drain});
  draining_ = drain;
  switch (how) {
    case Switchover::at_once:
      network.change(*change.relation, now);
      break;
    case Switchover::drain:
      network.drain(*change.faults(), now);
      break;
    case Switchover::flush:
      network.flush(*change.relation, *change.faults(), now);
      break;
  }
  switches_.back().lost = lost_ - before;
}

void NetworkSwitch::end(const NetworkChange& last, CompiledNetwork& network, Cycle now) {
  if (!draining_ || !network.drained()) return;
  const std::uint64_t before = lost_;
  network.change(*last.relation, now);
  draining_ = false;
  RoutingSwitch& done = switches_.back();
  done.lost += lost_ - before;
  done.took = now - done.at;
  done.done = true;
}

}  // namespace dateline
