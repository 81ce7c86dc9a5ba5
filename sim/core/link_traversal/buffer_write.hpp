// A flit is written into an input buffer (RouterEvents::arrive). What needs a closer look - a head flit, a flit of a
// packet behind the front one - is noted there without a branch and examined here, after all flits have moved.
#pragma once

#include "sim/core/link_traversal/traversal_view.hpp"

namespace dateline {

// The closer look: a head flit at the front of its buffer is routed in the next phase 2; behind another packet it
// queues, as do its other flits.
// `packet_of(vc)` is the packet of a head flit; `arrived` takes head flits at the front. Returns whether the flit was a
// head flit.
template <typename T, typename PacketOf>
inline bool accept_head_or_queue(const TraversalView& p, VcView& view, VcId vc, PacketOf packet_of, VcId*& arrived) {
  view.ownership.act_as_receiver(vc);
  InputVcState& half = view.receiver(vc);
  const auto rest_of = [&](PacketId packet) { return static_cast<std::uint16_t>(p.packets()[packet].order.length - 1); };
  if (!T::kAtTail || half.front == VcGlobalState::idle) {  // atomic reuse: a packet that comes finds the buffer empty
    const PacketId packet = packet_of(vc);
    half.front = VcGlobalState::waiting;
    view.packets[vc.value()].front = packet;
    if constexpr (T::kCountsToCome) {
      half.present = 1;
      half.to_come = rest_of(packet);
    }
    *arrived++ = vc;
    return true;
  }
  if constexpr (T::kAtTail) {
    if (half.to_come > 0) {  // its packet came to the front in this very cycle
      ++half.present;
      --half.to_come;
      return false;
    }
    SharedBuffers& queues = p.store().queues();
    if (!queues.empty(vc) && queues.last(vc).to_come > 0) {
      QueuedPacket& packet = queues.last(vc);
      ++packet.present;
      --packet.to_come;
      return false;
    }
    const PacketId packet = packet_of(vc);
    queues.push(vc, {packet, 1, rest_of(packet)});
    return true;
  }
  return false;
}

}  // namespace dateline
