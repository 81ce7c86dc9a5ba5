// A flit leaves an input buffer: its slot goes back to the sender of that VC, and with the tail the VC itself (atomic
// reuse) or the buffer's front (shared buffers). Over longer channels credits and releases are due later: they are put
// into the timeline.
#pragma once

#include "sim/core/link_traversal/buffer_write.hpp"
#include "sim/core/state/external_ports.hpp"

namespace dateline {

// What crosses to other nodes in a cycle. Over channels of latency 1 it takes effect at once: nothing reads it before
// the next cycle.
template <bool kLong>
class CreditReturn {
 public:
  CreditReturn(TraversalView /*tile*/, std::size_t /*flits*/) {}
  // A slot of `vc` is free, and after the tail (atomic reuse) the VC; nothing if `really` is 0.
  void credit(VcView& view, VcId vc, bool /*release*/, std::uint8_t really = 1) { RouterEvents::credit(view, vc, really); }
  template <typename Observer>
  void close(TraversalView /*tile*/, Observer& /*observer*/) {}
};

// Over longer channels: into lists of what is due later. Injection buffers are near: what they give back is due at the
// end of the cycle.
template <>
class CreditReturn<true> {
 public:
  CreditReturn(TraversalView p, std::size_t flits)
      : credits_(p.events().begin_credits(p.now(), 2 * flits + 1, p.switches().near_credits())), arrival_(room_for(p, flits)) {}

  void credit(VcView& /*view*/, VcId vc, bool release, std::uint8_t really = 1) { credits_.add(vc, MarkedVc(vc, release), really); }
  void arrival(VcId vc) { *arrival_++ = vc; }
  // Notes what is due later; what injection buffers gave back takes effect now.
  template <typename Observer>
  void close(TraversalView p, Observer& observer) {
    p.events().sent().end_at(arrival_);
    const Delays& delays = p.store().delays();
    VcView view = p.store().view();
    if (p.retry().used()) {
      const auto delay = [&](VcId vc) { return static_cast<Cycle>(p.flit_delay(vc)) + p.retry().late(p.numbering().channel_of(vc)); };
      p.late().file(p.events(), p.now(), delay);
    } else if (delays.one_for_flits != 0) {
      p.events().file_flits(p.now(), delays.one_for_flits);
    } else if (delays.pipeline == 0) {
      p.events().file_flits(p.now());
    } else {
      p.events().file_flits_in_order(p.now(), [&](VcId vc) { return p.flit_delay(vc); });
    }
    const MarkedVc* const end = p.events().end_credits(p.now());
    for (const MarkedVc* near = p.switches().near_credits().begin(); near != end; ++near) {
      RouterEvents::credit(view, near->vc());
      if (!near->marked()) continue;
      p.crossing().release(view, near->vc());
      if constexpr (Observer::kActive) observer.vc_released(p.now() + 1, near->vc());
    }
  }

 private:
  [[nodiscard]] static VcId* room_for(TraversalView p, std::size_t flits) {
    p.events().sent().reserve_more(flits + 1);
    return p.events().sent().begin();
  }

  ListEnds<MarkedVc> credits_;
  VcId* arrival_;
};

// A slot downstream is taken.
template <typename T>
inline void take_credit(VcView& view, OutputVcState& half, VcId vc) {
  view.ownership.act_as_sender(vc);
  half.credits = static_cast<std::uint8_t>(half.credits - (T::kLazy ? half.takes : 1U));
  view.word(vc).space ^= vc_toggle(vc.value(), half.credits == 0);
}

// The tail of the front packet has left the buffer of `vc`: the next packet comes to the front, if one is there.
template <typename T, typename Observer>
inline void tail_left(const TraversalView& p, Observer& observer, VcView& view, VcId vc) {
  view.ownership.act_as_receiver(vc);
  InputVcState& half = view.receiver(vc);
  half.front = VcGlobalState::idle;
  if constexpr (T::kAtTail) {
    SharedBuffers& queues = p.store().queues();
    if (queues.empty(vc)) return;
    const QueuedPacket next = queues.pop(vc);
    half.front = VcGlobalState::waiting;
    half.present = static_cast<std::uint8_t>(next.present);
    half.to_come = next.to_come;
    view.packets[vc.value()].front = next.packet;
    p.heads().arrived().append(vc);
  } else {
    if constexpr (T::kLong) return;  // the release travels with the tail's credit
    if constexpr (Observer::kExternal) {
      if (p.external()->receives(p.numbering().channel_of(vc))) return;  // likewise, with the last credit that the module gives
    }
    p.crossing().release(view, vc);
    if constexpr (Observer::kActive) observer.vc_released(p.now() + 1, vc);
  }
}

// Tails that have crossed network channels (and have left a buffer), or injection channels (kFromBuffer = false). Of a
// packet that is being ejected the tail is handed over in the next cycle.
template <typename T, bool kFromBuffer, typename Observer>
void sent_tails(const TraversalView& p, Observer& observer, VcView& view, const VcId* tails, std::size_t count) {
  VcId* const ejected = p.ejection().tails_due().end();
  std::size_t ejected_count = 0;
  for (const VcId* vc = tails; vc != tails + count; ++vc) {
    const VcState& record = view.records[vc->value()];
    if constexpr (T::kLazy) {
      ejected[ejected_count] = *vc;
      ejected_count += record.receiver.front == VcGlobalState::ejecting ? 1 : 0;
    }
    if constexpr (kFromBuffer) tail_left<T>(p, observer, view, record.sender.feed);
    if constexpr (T::kAtTail) {
      p.crossing().release(view, *vc);
      if constexpr (Observer::kActive) observer.vc_released(p.now() + 1, *vc);
    }
  }
  if constexpr (T::kLazy) p.ejection().tails_due().end_at(ejected + ejected_count);
}

// Explicit ideal ejection: each buffer whose front packet is being handed over gives one flit that was there at the
// start of the cycle. Of a packet that is drained beside lazy ejection the flits to come are those not sent yet.
template <typename T, typename Observer>
void drain_buffers(TraversalView p, Observer& observer, CreditReturn<T::kLong>& out) {
  auto& draining = p.ejection().draining();
  VcView view = p.store().view();
  for (std::size_t i = 0; i < draining.size();) {
    const VcId vc = draining[i];
    view.ownership.act_as_receiver(vc);
    InputVcState& half = view.receiver(vc);
    const bool has = half.present != 0;
    half.present = static_cast<std::uint8_t>(half.present - has);
    const std::uint16_t to_come = T::kCountsToCome ? half.to_come : view.records[vc.value()].sender.to_send;
    const bool done = half.present + to_come == 0;
    out.credit(view, vc, done && !T::kAtTail, has ? 1 : 0);
    if (!done) {
      ++i;
      continue;
    }
    const PacketId packet = p.store().packets(vc).front;
    p.complete(packet, observer);
    tail_left<T>(p, observer, view, vc);
    draining[i] = draining.back();
    draining.pop_back();
  }
}

}  // namespace dateline
