// A flit arrives in an input buffer: the event that crosses from the sender of a VC to its receiver. What needs a
// closer look - a header, a flit of a worm behind the front one - is noted without a branch and looked at after all
// flits have moved.
#pragma once

#include "sim/core/state/tile.hpp"

namespace dateline {

// What differs in the inner loops; one instantiation of phases 0, 3 and 4 per combination that occurs.
template <bool kLongLatency, bool kSharedBuffers, Ejection kEjectionKind, bool kLazyEjection, bool kPerPortCrossbar>
struct Traits {
  static constexpr bool kLong = kLongLatency;      // some network channel has latency above 1
  static constexpr bool kAtTail = kSharedBuffers;  // vc-reuse=at-tail: a buffer may hold several worms
  static constexpr bool kLazy = kLazyEjection;     // ideal ejection without work per flit
  static constexpr bool kDrain = kEjectionKind == Ejection::ideal && !kLazyEjection;
  static constexpr bool kEjectionChannels = kEjectionKind == Ejection::channel;
  static constexpr bool kPerPort = kPerPortCrossbar;
  static constexpr bool kCountsToCome = kAtTail || kDrain;  // receivers know how many flits of the front worm are still to come
};

// The flit's record and word bits. Returns whether it needs a closer look.
template <typename T>
[[nodiscard]] inline bool arrive(VcView& view, VcId vc) {
  view.ownership.act_as_receiver(vc);
  ReceiverHalf& half = view.receiver(vc);
  const Front front = half.front;
  bool closer_look = false;
  if constexpr (T::kCountsToCome) {
    closer_look = half.to_come == 0;
    half.present = static_cast<std::uint8_t>(half.present + !closer_look);
    half.to_come = static_cast<std::uint16_t>(half.to_come - !closer_look);
  } else {
    closer_look = front == Front::idle;
    half.present = static_cast<std::uint8_t>(half.present + (T::kLazy && front == Front::ejecting ? 0 : 1));
  }
  // The worm at the front may go on to VC `onward`; else a zero goes into some word of this node's.
  const bool goes_on = front == Front::forwarding && !(T::kCountsToCome && closer_look);
  const VcId onward = half.onward;
  view.word(onward).avail |= std::uint64_t{goes_on} << (onward.value() & 63U);
  return closer_look;
}

// The closer look: a header at the front of its buffer is routed in the next phase 2; behind another worm it queues, as
// do its other flits.
// `message_of(vc)` is the message of a header; `arrived` takes headers at the front. Returns whether the flit was a
// header.
template <typename T, typename MessageOf>
inline bool look_closer(MachineParts& p, VcView& view, VcId vc, MessageOf message_of, VcId*& arrived) {
  view.ownership.act_as_receiver(vc);
  ReceiverHalf& half = view.receiver(vc);
  const auto rest_of = [&](MessageId message) { return static_cast<std::uint16_t>(p.messages[message].order.length - 1); };
  if (!T::kAtTail || half.front == Front::idle) {  // atomic reuse: a worm that comes finds the buffer empty
    const MessageId message = message_of(vc);
    half.front = Front::waiting;
    view.worms[vc.value()].front = message;
    if constexpr (T::kCountsToCome) {
      half.present = 1;
      half.to_come = rest_of(message);
    }
    *arrived++ = vc;
    return true;
  }
  if constexpr (T::kAtTail) {
    if (half.to_come > 0) {  // its worm came to the front in this very cycle
      ++half.present;
      --half.to_come;
      return false;
    }
    WormQueues& queues = p.store.queues();
    if (queues.count(vc) > 0 && queues.last(vc).to_come > 0) {
      QueuedWorm& worm = queues.last(vc);
      ++worm.present;
      --worm.to_come;
      return false;
    }
    const MessageId message = message_of(vc);
    queues.push(vc, {message, 1, rest_of(message)});
    return true;
  }
  return false;
}

}  // namespace dateline
