// Phase 3, per-port crossbar, beyond one pass (docs/reference/router-cycle.md, section 4): further passes over what the
// first left unmatched (iSLIP: N. McKeown, 1999), or a wrapped wavefront (Y. Tamir and H.-C. Chi, 1993). For studies of
// allocators: a cycle costs a sort of its requests.
#pragma once

#include "sim/core/switch_allocation/switch_allocation_view.hpp"

namespace dateline {

// allocation=iterate: after InputArbitration. `count` picks are granted; returns how many are after `passes` passes in
// all.
[[nodiscard]] std::size_t allocate_again(SwitchAllocationView tile, std::size_t count, int passes);

// allocation=wavefront, in place of channels' picks and input arbitration: `words` words have VCs that can move.
// Returns the number of picks.
[[nodiscard]] std::size_t allocate_by_wavefront(SwitchAllocationView tile, std::size_t words);

}  // namespace dateline
