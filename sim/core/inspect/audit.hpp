// Verifies every invariant of a machine between two cycles: credits, masks, chains of worms, conservation. O(VCs).
// Throws InvariantError naming cycle, channel, VC and message.
#pragma once

#include "sim/core/state/tile.hpp"

namespace dateline {

void audit(const MachineParts& parts);

}  // namespace dateline
