// A flit arrives in an input buffer: the event that crosses from the sender of a VC to its receiver. What needs a
// closer look - a head flit, a flit of a packet behind the front one - is noted without a branch and examined after
// all flits have moved.
#pragma once

#include "sim/core/state/tile.hpp"

namespace dateline {

// What differs in the inner loops; one instantiation of phases 0, 3 and 4 per combination that occurs.
template <bool kLongLatency, bool kSharedBuffers, Ejection kEjectionKind, bool kLazyEjection, bool kPerPortCrossbar>
struct Traits {
  static constexpr bool kLong = kLongLatency;      // some network channel has latency above 1
  static constexpr bool kAtTail = kSharedBuffers;  // vc-reuse=at-tail: a buffer may hold several packets
  static constexpr bool kLazy = kLazyEjection;     // ideal ejection without work per flit
  static constexpr bool kDrain = kEjectionKind == Ejection::ideal && !kLazyEjection;
  static constexpr bool kEjectionChannels = kEjectionKind == Ejection::channel;
  static constexpr bool kPerPort = kPerPortCrossbar;
  static constexpr bool kCountsToCome = kAtTail || kDrain;  // receivers know how many flits of the front packet are still to come
};

// The flit's record and word bits. Returns whether it needs a closer look.
template <typename T>
[[nodiscard]] inline bool arrive(VcView& view, VcId vc) {
  view.ownership.act_as_receiver(vc);
  InputVcState& half = view.receiver(vc);
  const VcGlobalState front = half.front;
  bool closer_look = false;
  if constexpr (T::kCountsToCome) {
    closer_look = half.to_come == 0;
    half.present = static_cast<std::uint8_t>(half.present + !closer_look);
    half.to_come = static_cast<std::uint16_t>(half.to_come - !closer_look);
  } else {
    closer_look = front == VcGlobalState::idle;
    half.present = static_cast<std::uint8_t>(half.present + (T::kLazy && front == VcGlobalState::ejecting ? 0 : 1));
  }
  // The packet at the front may go on to VC `onward`; else a zero goes into some word of this node's.
  const bool goes_on = front == VcGlobalState::forwarding && !(T::kCountsToCome && closer_look);
  const VcId onward = half.onward;
  view.word(onward).avail |= std::uint64_t{goes_on} << (onward.value() & 63U);
  return closer_look;
}

// The closer look: a head flit at the front of its buffer is routed in the next phase 2; behind another packet it
// queues, as do its other flits.
// `packet_of(vc)` is the packet of a head flit; `arrived` takes head flits at the front. Returns whether the flit was a
// head flit.
template <typename T, typename PacketOf>
inline bool accept_head_or_queue(Tile& p, VcView& view, VcId vc, PacketOf packet_of, VcId*& arrived) {
  view.ownership.act_as_receiver(vc);
  InputVcState& half = view.receiver(vc);
  const auto rest_of = [&](PacketId packet) { return static_cast<std::uint16_t>(p.packets[packet].order.length - 1); };
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
    SharedBuffers& queues = p.store.queues();
    if (queues.count(vc) > 0 && queues.last(vc).to_come > 0) {
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
