// Phase 4 over channels that lead to other tiles.
#pragma once

#include "sim/core/link_traversal/mail.hpp"
#include "sim/core/switch_traversal/switch_traversal.hpp"

namespace dateline {

// What arrives is mail. A packet whose tail has left is no more of this tile.
template <typename T, typename Observer>
[[gnu::noinline]] const std::uint32_t* SwitchTraversal<T, Observer>::over_border(Picks pick) {
  VcView view = p_.store().view();
  VcId* const tails = p_.switches().tail_flits().begin();
  std::size_t tail_count = 0;
  const std::uint32_t end = p_.numbering().first_injection();
  for (; *pick < end; ++pick) {
    const VcId vc(*pick);
    OutputVcState& half = view.records[vc.value()].sender;
    note(vc);
    const Packet& packet = p_.packets()[view.packets[vc.value()].holder];
    const bool head = half.to_send == packet.order.length;
    const bool tail = leave<FlitOwner::core>(view, out_, half, vc);
    take_credit<T>(view, half, vc);
    put_flit(p_, vc, head, tail);
    tails[tail_count] = vc;
    tail_count += tail ? 1 : 0;
  }
  sent_tails<T, true>(p_, observer_, view, tails, tail_count);
  for (const VcId* vc = tails; vc != tails + tail_count; ++vc) {
    const PacketId gone = view.packets[vc->value()].holder;
    if (p_.absorption().used()) p_.absorption().records().forget(gone);
    p_.errors().take(gone);
    p_.packets().give_back(gone);
  }
  return pick;
}

}  // namespace dateline
