// What modules at external nodes called for this cycle, applied to the records: head flits with phase 2, flits as picks
// of phase 3 beside the core's own, hand-overs and credits with phase 4. Phases 0, 1 and 4 are the core's for all
// nodes.
#pragma once

#include "sim/core/external/call_checks.hpp"
#include "sim/core/external/external_view.hpp"
#include "sim/core/link_traversal/credit_return.hpp"
#include "sim/core/vc_allocation/vc_assignment.hpp"

namespace dateline {

// Head flits that came to the front at external nodes are theirs, not the core's.
inline void leave_heads_to_external_routers(WaitingHeads& heads, const ExternalRouters& external, const VcNumbering& numbering) {
  heads.arrived().remove_if([&](VcId vc) { return external.receives(numbering.channel_of(vc)); });
}

// Phase 2: what became of head flits.
template <typename Observer>
void apply_head_calls(ExternalView p, Observer& observer) {
  ExternalCalls& calls = p.external().calls();
  VcAssignment<Observer> grants(p.allocation(), observer);
  VcView view = p.store().view();
  const auto grant = [&](const ExternalCalls::Grant& g) {
    check_grant(p.checks(), g);
    const PacketId id = p.store().packets(g.at).front;
    grants.grant(view, g.at, g.vc, g.next, id, p.packets()[id]);
  };
  for (const ExternalCalls::Absorb& a : calls.absorbs) {
    check_absorb(p.checks(), a.at);
    const PacketId id = p.store().packets(a.at).front;
    p.absorption().enter(id, p.store().channel(p.numbering().channel_of(a.at)).to);
    if constexpr (Observer::kActive) {
      if (a.waited) observer.head_absorbed(p.now(), a.at, id);
    }
  }
  for (const ExternalCalls::Grant& g : calls.grants) grant(g);
  for (const ExternalCalls::Send& s : calls.sends) {  // of a router that does not tell what it grants
    if (s.flit.head && !holds_unsent(p.store(), p.packets(), s.vc, s.flit.packet)) grant(implied_grant(p.checks(), s));
  }
  if constexpr (Observer::kActive) {
    for (const ExternalCalls::Blocked& b : calls.blocked) {
      observer.head_blocked(p.now(), b.at, p.store().packets(b.at).front, b.channels.data(), b.channels.size());
    }
  }
}

// Phase 3: the modules' flits join the `count` picks, or are listed apart (ExternalCalls::granted_vcs); flits and
// credits of the core go onto the links of external nodes. Returns how many flits move.
std::size_t merge_external_flits(ExternalView tile, std::size_t count, bool merge);

// The credit of a flit that leaves the buffer of `vc` in this cycle goes onto the link, if a module sends over it.
void return_credit(ExternalRouters& external, const VcNumbering& numbering, const VcStore& store, VcId vc, Cycle now);

// Phase 4, ideal ejection: flits that modules handed over.
template <typename T, typename Observer>
void apply_ejects(TraversalView p, Observer& observer) {
  VcView view = p.store().view();
  for (const ExternalCalls::Eject& e : p.external()->calls().ejects) {
    const VcId vc = e.vc;
    view.ownership.act_as_receiver(vc);
    InputVcState& half = view.receiver(vc);
    const std::uint16_t to_come = T::kCountsToCome ? half.to_come : view.records[vc.value()].sender.to_send;
    const bool first = p.external()->link(p.numbering().channel_of(vc))->first_handed_over(p.now(), p.numbering().vc_index(vc));
    check_eject(p.checks(), e, to_come, first);
    half.front = T::kLazy ? VcGlobalState::draining : VcGlobalState::ejecting;
    half.present = static_cast<std::uint8_t>(half.present - 1);
    p.external()->credits().flit_left(vc, p.now());
    if (half.present + to_come != 0) continue;
    p.complete(p.store().packets(vc).front, observer);
    tail_left<T>(p, observer, view, vc);
  }
}

// Phase 4: the credits that modules gave. Under atomic reuse the last one frees the VC.
template <typename T, typename Observer>
void apply_credits(TraversalView p, Observer& observer, CreditReturn<T::kLong>& out) {
  VcView view = p.store().view();
  for (const VcId vc : p.external()->calls().credits) {
    check_credit(p.checks(), vc);
    p.external()->credits().returned(vc, p.now());
    return_credit(*p.external(), p.numbering(), p.store(), vc, p.now());
    const bool released = !T::kAtTail && p.external()->credits().due(vc) == 0 && p.store().record(vc).receiver.front == VcGlobalState::idle;
    out.credit(view, vc, released);
    if (T::kLong || !released) continue;
    p.crossing().release(view, vc);
    if constexpr (Observer::kActive) observer.vc_released(p.now() + 1, vc);
  }
  p.external()->calls().clear();
}

}  // namespace dateline
