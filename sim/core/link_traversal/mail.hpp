// The events of a tile's border as mail (packet/border.hpp): what a cycle has for other tiles is put into mailboxes,
// and taken there before the next cycle, or the next stretch of cycles. What is taken has the effect that the same
// event has within a tile, where it takes effect at the end of the cycle in which it happens, or later: nothing reads
// it before the next cycle begins. Of a stretch of several cycles it is flits and credits alone, none due within it.
#pragma once

#include "sim/core/link_traversal/buffer_write.hpp"
#include "sim/core/state/packet/border.hpp"

namespace dateline {

// A flit is on its way over the channel of `vc`, which leads to another tile; it has left its buffer.
inline void put_flit(const TraversalView& p, VcId vc, bool head, bool tail) {
  Mail& mail = p.border()->mail_for(vc);
  const bool marked = tail && p.errors().marked(p.store().packets(vc).holder);
  mail.flits.push_back({p.border()->across(vc), head, tail, marked, p.border()->cycle()});
  if (p.retry().used()) mail.late.push_back(p.retry().late(p.numbering().channel_of(vc)));
  if (!head) return;
  const PacketId id = p.store().packets(vc).holder;
  Mail::Head& head_flit = mail.heads.emplace_back(Mail::Head{p.packets()[id], p.store().delivers(vc), 0, {}});
  if (p.absorption().used()) p.absorption().records().send(id, head_flit.absorbed, head_flit.software);
}

// The cycle ends: what was written of VCs that come from other tiles goes there.
inline void put_events(const TraversalView& p) {
  Border& border = *p.border();
  VcView view = p.store().view();
  for (std::uint32_t first = 0; first < border.incoming(); first += 64) {
    VcWord& word = view.words[first / 64];
    for (std::uint64_t bits = word.space; bits != 0; bits &= bits - 1) {
      const VcId vc(first + lowest_bit(bits));
      OutputVcState& copy = view.records[vc.value()].sender;
      Mail& mail = border.mail_for(vc);
      if (copy.takes == 0) {
        mail.ejected.push_back(border.across(vc));
        copy.takes = 1;
      } else {
        mail.credits.push_back({MarkedVc(border.across(vc), false), border.cycle()});
      }
    }
    for (std::uint64_t bits = ~word.busy; bits != 0; bits &= bits - 1) {
      const VcId vc(first + lowest_bit(bits));
      border.mail_for(vc).released.push_back(border.across(vc));
    }
    word.space = 0;
    word.busy = ~std::uint64_t{0};
  }
  for (const MarkedVc credit : p.events().mail()) {
    border.mail_for(credit.vc()).credits.push_back({MarkedVc(border.across(credit.vc()), credit.marked()), border.cycle()});
  }
  p.events().mail().clear();
}

// A head flit has come from another tile: its packet is of this tile, too.
inline void take_head(const TraversalView& p, VcView& view, VcId vc, const Mail::Head& head) {
  const PacketId id = p.packets().take();
  p.packets()[id] = head.packet;
  view.packets[vc.value()].holder = id;
  view.records[vc.value()].sender.to_send = static_cast<std::uint16_t>(head.packet.order.length);
  if (p.store().announced().covers(vc)) p.store().announced().push(vc, id);
  if (p.store().delays().pipeline > 0) p.store().set_delivers(vc, head.delivered);
  if (p.absorption().used()) p.absorption().records().receive(id, head.absorbed, head.software);
}

template <typename T>
void take_flits(const TraversalView& p, VcView& view, const Mail& mail) {
  p.heads().arrived().reserve_more(mail.flits.size() + 1);
  p.ejection().tails_due().reserve_more(mail.flits.size() + 1);
  VcId* arrived = p.heads().arrived().end();
  const auto packet_of = [&](VcId vc) { return view.packets[vc.value()].holder; };
  const Mail::Head* head = mail.heads.data();
  for (const Mail::Flit& flit : mail.flits) {
    if (flit.head) take_head(p, view, flit.vc, *head++);
    if (flit.marked) p.errors().mark(view.packets[flit.vc.value()].holder);
    --view.records[flit.vc.value()].sender.to_send;
    if constexpr (T::kLong) {
      const Cycle sent = mail.first + flit.cycle, due = sent + static_cast<Cycle>(p.flit_delay(flit.vc));
      if (mail.late.empty()) {
        p.events().expect_flit(due, flit.vc);
      } else {
        p.late().expect(p.events(), sent, due + mail.late[static_cast<std::size_t>(&flit - mail.flits.data())], flit.vc);
      }
    } else {
      if (RouterEvents::arrive<T>(view, flit.vc)) (void)accept_head_or_queue<T>(p, view, flit.vc, packet_of, arrived);
      const bool ejected = T::kLazy && flit.tail && view.records[flit.vc.value()].receiver.front == VcGlobalState::ejecting;
      p.ejection().tails_due().push_if(flit.vc, ejected);
    }
  }
  p.heads().arrived().end_at(arrived);
}

template <typename T>
void take_mail(const TraversalView& p, bool between_stretches) {
  VcView view = p.store().view();
  p.border()->take(between_stretches, [&](const Mail& mail) {
    take_flits<T>(p, view, mail);
    for (const Mail::Credit credit : mail.credits) {
      const VcId vc = credit.vc.vc();
      if constexpr (T::kLong) {
        const Cycle delay = static_cast<Cycle>(p.store().delay_of(p.numbering().channel_of(vc)).credit);
        p.events().due_at(mail.first + credit.cycle + delay).credits.push(credit.vc);
        p.events().expect(1);
      } else {
        RouterEvents::credit(view, vc);
        if (p.store().needs_room()) p.crossing().room(view, vc);
      }
    }
    for (const VcId vc : mail.ejected) RouterEvents::ejected(view, vc);
    for (const VcId vc : mail.released) p.crossing().release(view, vc);
  });
}

}  // namespace dateline
