// Slots of a VC's buffer downstream as they will be when all credits under way are back, whatever else moves.
#pragma once

#include "sim/core/state/tile.hpp"

namespace dateline {

[[nodiscard]] std::uint32_t coming_slots(const Tile& tile, VcId vc);

}  // namespace dateline
