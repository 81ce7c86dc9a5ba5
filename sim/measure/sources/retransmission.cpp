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

bool Retransmission::can_send(const Packet& packet, const CompiledNetwork& network) {
  const RoutingContext& routing = network.routing();
  const FaultMap* const faults = routing.relation->faults();
  if (faults == nullptr) return true;
  return !faults->failed(routing.router_of[packet.source.value()]) && !faults->failed(routing.router_of[packet.order.destination.value()]);
}

}  // namespace dateline
