// Phase 2: a head flit at the front of its buffer is given a VC of the channel it goes on over, and what must know
// of it is notified.
#pragma once

#include "sim/core/route_computation/foreseen_exit.hpp"
#include "sim/core/vc_allocation/vc_allocation_view.hpp"

namespace dateline {

// Whether a head flit that goes on over the VC pays the router's delays first: to another router, and, where the last
// router takes its delays too, out of the network.
[[nodiscard]] inline bool has_delays(VcAllocationView tile, VcId vc) {
  return tile.numbering().is_network(vc) || tile.config().ejection_delay == EjectionDelay::router;
}

template <typename Observer>
class VcAssignment {
 public:
  VcAssignment(VcAllocationView tile, Observer& observer)
      : p_(tile),
        observer_(observer),
        cyclic_(scans_cyclically(tile.config())),
        by_age_(tile.config().vc_arbitration == VcArbitration::oldest),
        matches_(tile.config().vc_allocation == VcAllocation::islip),
        holds_back_(tile.config().vc_stage == VcStage::own),
        announces_(tile.store().announced().used()),
        foresees_(tile.store().delays().pipeline > 0),
        counts_(tile.config().execution.count_granted),
        needs_room_(tile.store().needs_room()),
        counts_alone_(!(cyclic_ || holds_back_ || announces_ || foresees_ || Observer::kActive)),
        notifies_(counts_ || !counts_alone_) {}

  [[nodiscard]] bool cyclic() const { return cyclic_; }    // round-robin VC arbitration
  [[nodiscard]] bool matches() const { return matches_; }  // the islip allocator

  // The order of a head flit among those that wait at its router: less comes first.
  [[nodiscard]] std::uint64_t key_of(VcId at) const {
    if (cyclic_ || matches_) return request_order(at);
    const Cycle since = by_age_ ? p_.packets()[p_.store().packets(at).front].order.generated : p_.now();
    return since << VcArbiterPointers::kOrderBits | request_order(at);
  }
  [[nodiscard]] bool by_age() const { return by_age_; }

  // Reuse whole and place: a VC that no packet holds is given only where it has room.
  [[nodiscard]] bool needs_room() const { return needs_room_; }
  // Of such VCs of a channel, those with room for the packet at the front of `at`.
  [[nodiscard, gnu::noinline]] std::uint32_t with_room(VcId at, ChannelId channel, std::uint32_t vcs) const {
    return p_.store().with_room(channel, vcs, p_.packets()[p_.store().packets(at).front].order.length);
  }

  // Input port and VC, as head flits are ordered by.
  [[nodiscard]] std::uint32_t request_order(VcId at) const {
    static_assert(kMaxVcs <= 16 && VcArbiterPointers::kOrderBits == 16 + 4, "port and VC fit below the cycle");
    return static_cast<std::uint32_t>(p_.store().channel(p_.numbering().channel_of(at)).port) << 4U | p_.numbering().vc_index(at);
  }

  // Among head flits of this cycle: less comes first.
  [[nodiscard]] std::uint32_t order_of(VcId at) const {
    if (!cyclic_) return request_order(at);
    return p_.pointers().distance(p_.store().channel(p_.numbering().channel_of(at)).to, request_order(at));
  }

  // The packet whose head flit is at the front of the buffer of `at` holds `vc` from now on.
  [[gnu::always_inline]] void grant(VcView& view, VcId at, VcId vc, HeaderState next, PacketId id, Packet& packet) {
    packet.state = next;
    packet.hops += p_.numbering().is_network(vc) ? 1U : 0U;
    view.ownership.act_as_receiver(at);
    InputVcState& half = view.receiver(at);
    half.onward = vc;
    half.front = VcGlobalState::forwarding;
    view.allocate(vc, at, id, packet.order.length);
    if (notifies_) notify_granted(at, vc, id);
  }

 private:
  [[gnu::noinline]] void notify_granted(VcId at, VcId vc, PacketId id) {
    if (counts_ && p_.numbering().is_network(vc)) p_.store().granted_flits()[p_.numbering().channel_of(vc)] += p_.packets()[id].order.length;
    if (!counts_alone_) notify_others(at, vc, id);
  }
  [[gnu::noinline]] void notify_others(VcId at, VcId vc, PacketId id) {
    if (holds_back_ && has_delays(p_, vc)) hold_back(vc);
    if (p_.store().announced().covers(vc)) p_.store().announced().push(vc, id);
    if (foresees_ && !p_.numbering().is_ejection(vc)) foresee_exit(p_.routing(), vc);
    if (cyclic_) p_.pointers().granted(p_.store().channel(p_.numbering().channel_of(at)).to, request_order(at));
    if constexpr (Observer::kActive) {
      observer_.head_granted(p_.now(), at, vc, id);
      observer_.vc_allocated(p_.now(), vc, id);
    }
  }

  // VC allocation as a stage: the head flit may not cross in this cycle.
  void hold_back(VcId vc) {
    p_.store().words()[vc.value() >> 6U].avail &= ~vc_bit(vc.value());
    p_.heads().held_back().push(vc);
  }

  const VcAllocationView p_;
  Observer& observer_;
  const bool cyclic_, by_age_, matches_, holds_back_, announces_, foresees_, counts_, needs_room_;
  const bool counts_alone_;  // nothing else is done of what is granted, but perhaps to count it
  const bool notifies_;      // something is done
};

}  // namespace dateline
