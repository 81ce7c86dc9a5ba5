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
  network.silence(swallowing_);
  // What an unfinished drain left in the network was not proved beside the new routing.
  const bool drain = change.switchover == Switchover::drain || (change.switchover == Switchover::at_once && draining_);
  const Switchover how = drain ? Switchover::drain : change.switchover;
  switches_.push_back({now, how, 0, 0, !drain});
  draining_ = drain;
  if (!drain) routing_ = change.relation;
  if (routing_ == nullptr) routing_ = &network.relation();
  std::unique_ptr<UnseenFaults> unaware = unaware_of(change);
  const RoutingRelation& asked = unaware != nullptr ? *unaware : *routing_;
  switch (how) {
    case Switchover::at_once:
      network.change(asked, now);
      break;
    case Switchover::drain:
      network.drain(asked, *change.known, now);
      break;
    case Switchover::flush:
      network.flush(asked, *change.known, now);
      break;
  }
  unaware_ = std::move(unaware);
  switches_.back().lost = lost_ - before;
}

void NetworkSwitch::end(const NetworkChange& last, CompiledNetwork& network, Cycle now) {
  if (!draining_ || !network.drained()) return;
  const std::uint64_t before = lost_;
  routing_ = last.relation;
  std::unique_ptr<UnseenFaults> unaware = unaware_of(last);
  network.change(unaware != nullptr ? *unaware : *routing_, now);
  unaware_ = std::move(unaware);
  draining_ = false;
  RoutingSwitch& done = switches_.back();
  done.lost += lost_ - before;
  done.took = now - done.at;
  done.done = true;
}

void NetworkSwitch::resume(const NetworkChange* in_use, const NetworkChange& last, CompiledNetwork& network) {
  routing_ = in_use != nullptr ? in_use->relation : &network.relation();
  unaware_ = unaware_of(last);
  network.resume(unaware_ != nullptr ? *unaware_ : *routing_);
}

std::unique_ptr<UnseenFaults> NetworkSwitch::unaware_of(const NetworkChange& last) const {
  if (swallowing_.empty()) return nullptr;
  return std::make_unique<UnseenFaults>(last.failed->topology(), *routing_, swallowing_);
}

}  // namespace dateline
