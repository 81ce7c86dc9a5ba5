#include "sim/measure/sources/retransmission.hpp"

#include "models/network/faults/fault_map.hpp"

namespace dateline {

bool Retransmission::lost(const Message& message, Cycle now) {
  if (!delay_) {
    ++given_up_;
    return false;
  }
  pending_.push_back({now + *delay_, message});
  return true;
}

bool Retransmission::can_send(const Message& message, const Machine& machine) {
  const MachineParts& parts = machine.parts();
  const FaultMap* const faults = parts.relation->faults();
  if (faults == nullptr) return true;
  return !faults->failed(parts.router_of[message.source.value()]) && !faults->failed(parts.router_of[message.order.destination.value()]);
}

}  // namespace dateline
