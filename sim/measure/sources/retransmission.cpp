#include "sim/measure/sources/retransmission.hpp"

#include <algorithm>

#include "models/network/faults/fault_map.hpp"

namespace dateline {

std::uint32_t Retransmission::losses_before(const Packet& packet, Cycle now) {
  const auto entry = losses_.try_emplace(name_of(packet), Losses{0, now}).first;
  Losses& losses = entry->second;
  if (losses.last != now) ++losses.before;
  losses.last = now;
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(losses.before, kMaxRetransmit));
}

bool Retransmission::lost(const Packet& packet, Cycle now) {
  if (!rule_) {
    ++given_up_;
    return false;
  }
  const Cycle due = now + rule_->after(rule_->backoff > 1 ? losses_before(packet, now) : 0);
  const auto behind = std::upper_bound(pending_.begin(), pending_.end(), due, [](Cycle cycle, const Pending& other) { return cycle < other.due; });
  pending_.insert(behind, Pending{due, packet});
  return true;
}

bool Retransmission::can_send(const Packet& packet, const RoutingContext& routing, const FaultMap* failed) {
  if (failed == nullptr) return true;
  return !failed->failed(routing.router_of[packet.source.value()]) && !failed->failed(routing.router_of[packet.order.destination.value()]);
}

}  // namespace dateline
