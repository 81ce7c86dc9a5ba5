// The four events that cross from one router to another within a cycle: a flit arrives, a credit returns, a VC is
// released, and "this packet is being ejected, its credits never run out". Nothing else writes the other side's half of
// a VC (vc_state.hpp): what parts a network into tiles is here.
#pragma once

#include "sim/core/state/layout/traits.hpp"
#include "sim/core/state/tile.hpp"

namespace dateline {

class RouterEvents {
 public:
  RouterEvents(Tile& tile) : tile_(tile) {}  // NOLINT(google-explicit-constructor): a view of the tile

  // Sender to receiver: a flit is in the buffer of `vc`, its record and word bits. Returns whether it needs a closer
  // look.
  template <typename T>
  [[nodiscard]] static bool arrive(VcView& view, VcId vc) {
    view.ownership.act_as_receiver(vc);
    InputVcState& half = view.receiver(vc);
    const VcGlobalState front = half.front;
    bool closer_look = false;
    if constexpr (T::kCountsToCome) {
      closer_look = half.to_come == 0;
      const std::uint32_t expected = half.to_come != 0;  // no choice of values: g++ makes it a jump
      half.present = static_cast<std::uint8_t>(half.present + expected);
      half.to_come = static_cast<std::uint16_t>(half.to_come - expected);
    } else {
      closer_look = front == VcGlobalState::idle;
      half.present = static_cast<std::uint8_t>(half.present + (T::kLazy && front == VcGlobalState::ejecting ? 0 : 1));
    }
    // The packet at the front may go on to VC `onward`; else a zero goes into some word of this node's.
    const std::uint64_t goes_on = is_forwarding(front) & (T::kCountsToCome && closer_look ? 0U : 1U);
    const VcId onward = half.onward;
    view.word(onward).avail |= goes_on << (onward.value() & 63U);
    return closer_look;
  }
  // Receiver to sender: `slots` flits have left the buffer.
  static void credit(VcView& view, VcId vc, std::uint8_t slots = 1) {
    view.ownership.act_as_sender(vc);
    OutputVcState& half = view.sender(vc);
    half.credits = static_cast<std::uint8_t>(half.credits + slots);
    view.word(vc).space |= std::uint64_t{slots} << (vc.value() & 63U);
  }
  // Receiver to sender: `vc` can be allocated again; what waits for its channel is examined in the next phase 1 or 2.
  void release(VcView& view, VcId vc) const {
    view.ownership.act_as_sender(vc);
    view.word(vc).busy &= ~vc_bit(vc.value());
    if (view.channel(vc).wanted != 0) wake(tile_.numbering.channel_of(vc));
  }
  // Reuse whole and place: a slot of `vc` comes back; if no packet holds it, what waits for its channel is examined.
  void room(VcView& view, VcId vc) const {
    view.ownership.act_as_sender(vc);
    const bool unheld = (view.word(vc).busy & vc_bit(vc.value())) == 0;
    if (unheld && view.channel(vc).wanted != 0) wake(tile_.numbering.channel_of(vc));
  }
  // The packet at the front of the buffer of `at` leaves the network there (ideal ejection): its head flit in this
  // cycle, and with lazy ejection every flit in the cycle after it was sent. Only its head flit is in the buffer.
  [[gnu::always_inline]] void eject(VcId at) const {
    VcView view = tile_.store.view();
    view.ownership.act_as_receiver(at);
    InputVcState& half = view.receiver(at);
    half.front = VcGlobalState::ejecting;
    if (!tile_.ejection.lazy()) return tile_.ejection.draining().push_back(at);
    if (tile_.external) return eject_explicitly(at);
    half.present = 0;
    being_ejected(view, at);
  }
  // The sender of `vc`, in another tile than its receiver, learns of it: in the cycle after, where at most one more
  // flit was sent, for which there was a slot (lazy ejection needs two).
  static void ejected(VcView& view, VcId vc) {
    view.ownership.act_as_sender(vc);
    OutputVcState& half = view.sender(vc);
    half.credits = view.depth;
    half.takes = 0;
    view.word(vc).space |= vc_bit(vc.value());
  }
  // The same of a packet that has waited: flits that have queued up leave one by one.
  void eject_queued(VcId at) const;
  // So many packets may be ejected in the phase that begins.
  void reserve(std::size_t packets) const { tile_.ejection.tails_due().reserve_more(packets); }

 private:
  // Receiver to sender: from now on every flit of the packet is handed over in the cycle after it was sent.
  [[gnu::always_inline]] void being_ejected(VcView& view, VcId vc) const {
    ejected(view, vc);
    tile_.ejection.tails_due().push_if(vc, view.sender(vc).to_send == 0);
  }
  // Beside external nodes, whose slots are counted.
  void eject_explicitly(VcId at) const;
  void wake(ChannelId channel) const;

  Tile& tile_;
};

}  // namespace dateline
