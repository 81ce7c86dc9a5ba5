// Phase 3, per-port crossbar, beyond one pass (docs/reference/router-cycle.md, section 6): further passes over what the
// first left unmatched (iSLIP: N. McKeown, 1999).
#pragma once

#include "sim/core/switch_allocation/switch_allocation_view.hpp"

namespace dateline {

// allocation=iterate: after InputArbitration. `count` picks are granted; returns how many are after `passes` passes in
// all.
[[nodiscard]] std::size_t allocate_again(SwitchAllocationView tile, std::size_t count, int passes);

}  // namespace dateline
