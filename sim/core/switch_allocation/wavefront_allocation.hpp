// Phase 3, per-port crossbar: a wrapped wavefront (Y. Tamir and H.-C. Chi, 1993; docs/reference/router-cycle.md,
// section 6). The requests of a router are dealt to their diagonals, and the diagonals that have any are visited in
// order: no cell of one shares an input or an output with another.
#pragma once

#include "sim/core/switch_allocation/switch_allocation_view.hpp"

namespace dateline {

// In place of channels' picks and input arbitration: `words` words have VCs that can move. Returns the number of picks.
[[nodiscard]] std::size_t allocate_by_wavefront(SwitchAllocationView tile, std::size_t words);

}  // namespace dateline
