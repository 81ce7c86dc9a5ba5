// What modules at open nodes called for this cycle, applied to the records: headers with phase 2, flits as picks of
// phase 3 beside the core's own, hand-overs and credits with phase 4. Phases 0, 1 and 4 are the core's for all nodes.
#pragma once

#include "sim/core/external/call_checks.hpp"
#include "sim/core/link_traversal/credit_return.hpp"
#include "sim/core/vc_allocation/vc_assignment.hpp"

namespace dateline {

// Headers that came to the front at open nodes are theirs, not the core's.
inline void leave_headers_to_open_nodes(MachineParts& p) {
  p.headers.arrived().remove_if([&](VcId vc) { return p.open->receives(p.numbering.channel_of(vc)); });
}

// Phase 2: what became of headers.
template <typename Observer>
void apply_header_calls(MachineParts& p, Observer& observer) {
  OpenCalls& calls = p.open->calls();
  VcGrants<Observer> grants(p, observer);
  VcView view = p.store.view();
  const auto grant = [&](const OpenCalls::Grant& g) {
    check_grant(p, g);
    const MessageId id = p.store.worms(g.at).front;
    grants.grant(view, g.at, g.vc, g.next, id, p.messages[id]);
  };
  for (const OpenCalls::Absorb& a : calls.absorbs) {
    check_absorb(p, a.at);
    const MessageId id = p.store.worms(a.at).front;
    p.absorption.enter(id, p.store.channel(p.numbering.channel_of(a.at)).to);
    if constexpr (Observer::kActive) {
      if (a.waited) observer.header_absorbed(p.now, a.at, id);
    }
  }
  for (const OpenCalls::Grant& g : calls.grants) grant(g);
  for (const OpenCalls::Send& s : calls.sends) {  // of a router that does not tell what it grants
    if (s.flit.head && !holds_unsent(p, s.vc, s.flit.message)) grant(implied_grant(p, s));
  }
  if constexpr (Observer::kActive) {
    for (const OpenCalls::Blocked& b : calls.blocked) {
      observer.header_blocked(p.now, b.at, p.store.worms(b.at).front, b.channels.data(), b.channels.size());
    }
  }
}

// Phase 3: the modules' flits join the `count` picks, or are listed apart (OpenNodes::picks); flits and credits of
// the core go onto the links of open nodes. Returns how many flits move.
std::size_t join_picks(MachineParts& parts, std::size_t count, bool merge);

// Phase 4, ideal ejection: flits that modules handed over.
template <typename T, typename Observer>
void apply_ejects(MachineParts& p, Observer& observer) {
  VcView view = p.store.view();
  for (const VcId vc : p.open->calls().ejects) {
    view.ownership.act_as_receiver(vc);
    check_eject(p, vc);
    ReceiverHalf& half = view.receiver(vc);
    half.front = T::kLazy ? Front::draining : Front::ejecting;
    half.present = static_cast<std::uint8_t>(half.present - 1);
    p.open->owe(vc, p.now);
    const std::uint16_t to_come = T::kCountsToCome ? half.to_come : view.records[vc.value()].sender.to_send;
    if (half.present + to_come != 0) continue;
    p.complete(p.store.worms(vc).front, observer);
    tail_left<T>(p, observer, view, vc);
  }
}

// Phase 4: the credits that modules gave. Under atomic reuse the last one brings the VC home.
template <typename T, typename Observer>
void apply_credits(MachineParts& p, Observer& observer, Outgoing<T::kLong>& out) {
  VcView view = p.store.view();
  for (const VcId vc : p.open->calls().credits) {
    check_credit(p, vc);
    p.open->pay(vc, p.now);
    return_credit(p, vc);
    const bool home = !T::kAtTail && p.open->owed(vc) == 0 && p.store.record(vc).receiver.front == Front::idle;
    out.credit(view, vc, home);
    if (T::kLong || !home) continue;
    p.release(view, vc);
    if constexpr (Observer::kActive) observer.vc_released(p.now + 1, vc);
  }
  p.open->calls().clear();
}

}  // namespace dateline
