// Phase 4, reuse whole and place: what waits for a VC that no packet holds is examined again when a slot of it comes
// back. Over longer channels credits are seen when they are due (delayed_events.hpp); injection buffers are near.
#pragma once

#include "sim/core/link_traversal/traversal_view.hpp"

namespace dateline {

// Before flits move: slots of the buffers that give one in this cycle.
template <typename T, bool kExternal>
[[gnu::noinline]] void examine_returned_room(TraversalView p) {
  VcView view = p.store().view();
  const RouterEvents events = p.crossing();
  const auto give = [&](VcId vc) {
    if (!T::kLong || p.numbering().is_injection(vc)) events.room(view, vc);
  };
  for (const std::uint32_t* vc = p.switches().granted_vcs(); *vc != SwitchState::kEnd; ++vc) {
    if (!p.numbering().is_injection(VcId(*vc))) give(p.store().record(VcId(*vc)).sender.feed);
  }
  for (const VcId vc : p.ejection().draining()) give(vc);
  if constexpr (kExternal) {
    for (const VcId vc : p.external()->calls().credits) give(vc);
  }
}

}  // namespace dateline
