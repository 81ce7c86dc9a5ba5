// Phase 0: what was sent over longer channels, and is due now, takes effect; head flits whose routing delay has passed
// are examined.
#pragma once

#include "sim/core/link_traversal/buffer_write.hpp"

namespace dateline {

template <typename Observer>
void take_due_credits(TraversalView p, Observer& observer, EventWheel::Slot& due) {
  VcView view = p.store().view();
  const MarkedVc* const end = due.credits.end();
  VcId* const first = p.switches().tail_flits().begin();
  VcId* released = first;
  for (const MarkedVc* credit = due.credits.begin(); credit != end; ++credit) {
    const MarkedVc given = *credit;
    RouterEvents::credit(view, given.vc());
    *released = given.vc();
    released += given.marked() ? 1 : 0;
  }
  for (const VcId* vc = first; vc != released; ++vc) {
    p.crossing().release(view, *vc);
    if constexpr (Observer::kActive) observer.vc_released(p.now(), *vc);
  }
  if (p.store().needs_room()) {
    for (const MarkedVc* credit = due.credits.begin(); credit != end; ++credit) p.crossing().room(view, credit->vc());
  }
  p.events().taken(due.credits.size());
  due.credits.clear();
}

template <typename T>
void take_due_arrivals(TraversalView p, EventWheel::Slot& due) {
  VcView view = p.store().view();
  const VcId* const end = due.arrivals.end();
  VcId* const closer = p.switches().head_flits().begin();
  std::size_t count = 0;
  for (const VcId* flit = due.arrivals.begin(); flit != end; ++flit) {
    const VcId vc = *flit;
    closer[count] = vc;
    count += RouterEvents::arrive<T>(view, vc) ? 1 : 0;
  }
  VcId* arrived = p.heads().arrived().end();
  const auto packet = [&](VcId vc) { return T::kAtTail ? p.store().announced().pop(vc) : view.packets[vc.value()].holder; };
  for (const VcId* vc = closer; vc != closer + count; ++vc) (void)accept_head_or_queue<T>(p, view, *vc, packet, arrived);
  p.heads().arrived().end_at(arrived);
  p.events().taken(due.arrivals.size());
  due.arrivals.clear();
}

template <typename T, typename Observer>
void take_due_events(TraversalView p, Observer& observer) {
  EventWheel::Slot& due = p.events().due_at(p.now());
  if constexpr (T::kLong) {
    p.switches().tail_flits().reserve_more(due.credits.size() + 1);
    p.switches().head_flits().reserve_more(due.arrivals.size() + 1);
    p.heads().arrived().reserve_more(due.arrivals.size() + 1);
    if (!due.arrivals.empty()) take_due_arrivals<T>(p, due);
    if (!due.credits.empty()) take_due_credits(p, observer, due);
  }
  if (due.ready.empty()) return;
  for (const NodeId node : due.ready) p.heads().mark_dirty(node);
  p.events().taken(due.ready.size());
  due.ready.clear();
}

}  // namespace dateline
