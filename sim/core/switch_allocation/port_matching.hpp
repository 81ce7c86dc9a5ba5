// Phase 3, per-port crossbar, allocators that match input ports and outputs (wavefront, islip): what can move asks at
// its router before, and of what was granted every channel picks one VC behind.
#pragma once

#include "sim/core/switch_allocation/switch_allocation_view.hpp"

namespace dateline {

// The VCs of `words` words that can move are requests at their routers (PortMatchingState). Injection channels are fed
// by no port: their VCs are granted, all.
void ask_routers(SwitchAllocationView tile, std::size_t words);
// Afterwards the picks are those of what is granted, one a channel. Returns their number.
[[nodiscard]] std::size_t pick_granted(SwitchAllocationView tile, std::size_t words);

}  // namespace dateline
