#include "sim/measure/sources/retransmission.hpp"

#include "models/network/faults/fault_map.hpp"

namespace dateline {

bool Retransmission::lost(const Packet& packet, Cycle now) {
  if (!delay_) {
    ++given_up_;
    return false;
  }
  pending_.push_back({now + *delay_, packet});
  return true;
}

bool Retransmission::can_send(const Packet& packet, const RoutingContext& routing, const FaultMap* failed) {
  if (failed == nullptr) return true;
  return !failed->failed(routing.router_of[packet.source.value()]) && !failed->failed(routing.router_of[packet.order.destination.value()]);
}

}  // namespace dateline
