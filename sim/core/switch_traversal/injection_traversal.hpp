// Phase 4, injection channels: from the interface into the injection buffer of its router; always one cycle, and the
// router's pipeline where the packet goes on from there.
#pragma once

#include "sim/core/link_traversal/credit_return.hpp"

namespace dateline {

template <typename T, typename Observer>
class InjectionTraversal {
 public:
  InjectionTraversal(TraversalView tile, Observer& observer, CreditReturn<T::kLong>& out)
      : p_(tile), observer_(observer), out_(out), view_(tile.store().view()), absorbs_(tile.absorption().used()) {}

  // Picks as SwitchState holds them, from the first on an injection channel; returns the first that is on none.
  const std::uint32_t* run(const std::uint32_t* pick) {
    if constexpr (T::kLong) {
      if (p_.store().delays().pipeline > 0) return into_pipeline(pick);
    }
    return into_buffers(pick);
  }

 private:
  const std::uint32_t* into_buffers(const std::uint32_t* pick) {
    VcView view = view_;  // in registers
    VcId* const tails = p_.switches().tail_flits().begin();
    VcId* const heads = p_.switches().head_flits().begin();
    std::size_t tail_count = 0, head_count = 0;
    const std::uint32_t end = p_.numbering().first_ejection();
    for (; *pick < end; ++pick) {
      const VcId vc(*pick);
      const bool tail = send(view, vc);
      tails[tail_count] = heads[head_count] = vc;
      tail_count += tail ? 1 : 0;
      head_count += RouterEvents::arrive<T>(view, vc) ? 1 : 0;
    }
    tails_sent(tails, tail_count);
    VcId* arrived = p_.heads().arrived().end();
    const auto packet_of = [&](VcId vc) { return holder(vc); };
    for (const VcId* vc = heads; vc != heads + head_count; ++vc) {
      if (accept_head_or_queue<T>(p_, view, *vc, packet_of, arrived)) head_sent(*vc);
    }
    p_.heads().arrived().end_at(arrived);
    return pick;
  }

  const std::uint32_t* into_pipeline(const std::uint32_t* pick) {
    VcId* const tails = p_.switches().tail_flits().begin();
    std::size_t tail_count = 0;
    for (const std::uint32_t end = p_.numbering().first_ejection(); *pick < end; ++pick) {
      const VcId vc(*pick);
      if (view_.records[vc.value()].sender.to_send == p_.packets()[holder(vc)].order.length) head_sent(vc);
      if (send(view_, vc)) tails[tail_count++] = vc;
      out_.arrival(vc);
    }
    tails_sent(tails, tail_count);
    return pick;
  }

  // The flit for `vc` leaves the interface. Returns whether it is the tail.
  bool send(VcView& view, VcId vc) {
    OutputVcState& half = view.records[vc.value()].sender;
    if constexpr (Observer::kActive) observer_.flit_sent(p_.now(), vc, holder(vc), half.to_send == 1);
    const auto to_send = static_cast<std::uint16_t>(half.to_send - 1);
    half.to_send = to_send;
    take_credit<T>(view, half, vc);
    view.word(vc).avail ^= vc_toggle(vc.value(), to_send == 0);
    return to_send == 0;
  }
  void tails_sent(const VcId* tails, std::size_t count) {
    sent_tails<T, false>(p_, observer_, view_, tails, count);
    if (absorbs_) leave_memory(tails, count);
    if (p_.interface().sent().noted()) note_sent(tails, count);
    if (!p_.interface().sources().one_at_a_time()) return;
    for (const VcId* vc = tails; vc != tails + count; ++vc) {
      const ChannelId channel = p_.numbering().channel_of(*vc);
      p_.interface().sources().end_sending(p_.numbering().nic_number(channel), p_.numbering().terminal_of(channel));
    }
  }
  void note_sent(const VcId* tails, std::size_t count) {
    std::vector<const Packet*>& sent = p_.interface().sent().list();
    const std::size_t before = sent.size();
    sent.resize(before + count);
    const Packet** next = sent.data() + before;
    for (const VcId* vc = tails; vc != tails + count; ++vc) {
      const PacketId id = holder(*vc);
      *next = &p_.packets()[id];
      next += absorbs_ && p_.absorption().records().again(id) ? 0 : 1;
    }
    sent.resize(static_cast<std::size_t>(next - sent.data()));
  }
  // Places in the memories of nodes that are free from now on.
  [[gnu::noinline]] void leave_memory(const VcId* tails, std::size_t count) {
    for (const VcId* vc = tails; vc != tails + count; ++vc) {
      NodeId node;
      if (p_.absorption().left(holder(*vc), node) && p_.absorption().memories().limited()) p_.heads().mark_dirty(node);
    }
  }
  void head_sent(VcId vc) {
    const PacketId id = holder(vc);
    if (absorbs_ && p_.absorption().records().again(id)) return;
    Packet& packet = p_.packets()[id];
    packet.injected = p_.now();
    SourceQueues::Source& source = p_.interface().sources()[packet.source];
    ++source.injected;
    source.injected_cycles += p_.now();
    if constexpr (Observer::kActive) observer_.packet_injected(p_.now(), vc, id);
  }
  [[nodiscard]] PacketId holder(VcId vc) const { return view_.packets[vc.value()].holder; }

  const TraversalView p_;
  Observer& observer_;
  CreditReturn<T::kLong>& out_;
  VcView view_;
  const bool absorbs_;
};

}  // namespace dateline
