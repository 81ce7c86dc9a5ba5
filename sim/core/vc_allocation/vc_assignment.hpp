// Phase 2: a header at the front of its buffer is given a VC of the channel it goes on over, and whoever must know of
// it is told.
#pragma once

#include "sim/core/route_computation/foreseen_exit.hpp"
#include "sim/core/state/tile.hpp"

namespace dateline {

template <typename Observer>
class VcGrants {
 public:
  VcGrants(MachineParts& parts, Observer& observer)
      : p_(parts),
        observer_(observer),
        cyclic_(parts.config.header_arbitration == HeaderArbitration::round_robin),
        announces_(parts.store.announced().used()),
        foresees_(parts.store.delays().pipeline > 0),
        counts_(parts.config.count_granted),
        tells_(cyclic_ || announces_ || foresees_ || counts_ || Observer::kActive) {}

  [[nodiscard]] bool cyclic() const { return cyclic_; }  // round-robin header arbitration

  // Input port and VC, as headers are ordered by.
  [[nodiscard]] std::uint32_t place_of(VcId at) const {
    static_assert(kMaxVcs <= 16 && HeaderStage::kPlaceBits == 16 + 4, "port and VC fit below the cycle");
    return static_cast<std::uint32_t>(p_.store.channel(p_.numbering.channel_of(at)).port) << 4U | p_.numbering.lane_of(at);
  }

  // Among headers of this cycle: less comes first.
  [[nodiscard]] std::uint32_t order_of(VcId at) const {
    if (!cyclic_) return place_of(at);
    return (place_of(at) - p_.headers.pointer(p_.store.channel(p_.numbering.channel_of(at)).to)) & ((1U << HeaderStage::kPlaceBits) - 1);
  }

  // The worm whose header is at the front of the buffer of `at` holds `vc` from now on.
  [[gnu::always_inline]] void grant(VcView& view, VcId at, VcId vc, HeaderState next, MessageId id, Message& message) {
    message.state = next;
    message.hops += p_.numbering.is_network(vc) ? 1U : 0U;
    view.ownership.act_as_receiver(at);
    ReceiverHalf& half = view.receiver(at);
    half.onward = vc;
    half.front = Front::forwarding;
    view.allocate(vc, at, id, message.order.length);
    if (tells_) tell_granted(at, vc, id);
  }

 private:
  [[gnu::noinline]] void tell_granted(VcId at, VcId vc, MessageId id) {
    if (p_.store.announced().covers(vc)) p_.store.announced().send(vc, id);
    if (foresees_ && !p_.numbering.is_ejection(vc)) foresee_exit(p_, vc);
    if (counts_ && p_.numbering.is_network(vc)) p_.granted_flits[p_.numbering.channel_of(vc)] += p_.messages[id].order.length;
    if (cyclic_) p_.headers.granted(p_.store.channel(p_.numbering.channel_of(at)).to, place_of(at));
    if constexpr (Observer::kActive) {
      observer_.header_granted(p_.now, at, vc, id);
      observer_.vc_allocated(p_.now, vc, id);
    }
  }

  MachineParts& p_;
  Observer& observer_;
  const bool cyclic_, announces_, foresees_, counts_;
  const bool tells_;  // somebody must be told of what is granted
};

}  // namespace dateline
