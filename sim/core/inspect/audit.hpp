// Verifies every invariant of a machine between two cycles: credits, masks, chains of packets, conservation. O(VCs).
// Throws InvariantError naming cycle, channel, VC and packet.
#pragma once

#include "sim/core/state/tile.hpp"

namespace dateline {

void audit(const Tile& tile);

}  // namespace dateline
