// Slots of a VC's buffer downstream as they will be when all credits under way are back, whatever else moves.
#pragma once

#include "sim/core/state/tile.hpp"

namespace dateline {

[[nodiscard]] std::uint32_t coming_slots(const Tile& tile, VcId vc);
// Whether a VC that no packet holds can then be given to one of `length` flits.
[[nodiscard]] bool will_have_room(const Tile& tile, VcId vc, std::uint32_t length);

}  // namespace dateline
