// Phase 3, per-port crossbar: iSLIP over input ports and outputs (N. McKeown, IEEE/ACM Trans. Networking 7(2), 1999;
// docs/reference/router-cycle.md, section 6): outputs grant input ports, input ports accept outputs, and of the VCs of
// a matched pair one moves.
// Cost: O(passes x requests) at a router.
#pragma once

#include "sim/core/switch_allocation/switch_allocation_view.hpp"

namespace dateline {

// In place of channels' picks and input arbitration: `words` words have VCs that can move. Returns the number of picks.
[[nodiscard]] std::size_t allocate_by_islip(SwitchAllocationView tile, std::size_t words, int passes);

}  // namespace dateline
