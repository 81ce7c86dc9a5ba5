#include "sim/core/inspect/coming_slots.hpp"

#include <algorithm>

#include "sim/core/state/external_ports.hpp"

namespace dateline {

std::uint32_t coming_slots(const Tile& tile, VcId vc) {
  std::size_t credits = tile.external ? static_cast<std::size_t>(tile.external->credits().due(vc)) : 0;
  for (const EventWheel::Slot& slot : tile.events.slots()) {
    credits += static_cast<std::size_t>(std::count_if(slot.credits.begin(), slot.credits.end(), [&](MarkedVc e) { return e.vc() == vc; }));
  }
  return static_cast<std::uint32_t>(credits + tile.store.record(vc).sender.credits);
}

bool will_have_room(const Tile& tile, VcId vc, std::uint32_t length) {
  if (!tile.store.needs_room() || tile.store.record(vc).receiver.front == VcGlobalState::idle) return true;
  return coming_slots(tile, vc) >= places_needed(tile.config.vc_reuse, length, static_cast<std::uint32_t>(tile.config.buffer_depth));
}

}  // namespace dateline
