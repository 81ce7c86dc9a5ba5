#include "models/proof/place_table.hpp"

namespace dateline {
namespace {

constexpr std::uint32_t kNone = 0xffffffffU;

}  // namespace

// The newest of the first `places` in a slot, or kNone.
std::uint32_t PlaceTable::newest_of(std::size_t slot, std::size_t places) const {
  const std::uint32_t place = newest_[slot];
  return place < places && slot_of(places_[place].in, places_[place].state) == slot ? place : kNone;
}

std::uint32_t PlaceTable::search_or_add(ChannelId in, HeaderState state, std::uint16_t held) {
  if (places_.size() == newest_.size()) grow();
  const std::size_t slot = slot_of(in, state);
  const std::uint32_t newest = newest_of(slot, places_.size());
  for (std::uint32_t i = newest; i != kNone; i = places_[i].next_in_slot) {
    if (places_[i].in != in || !(places_[i].state == state)) continue;
    places_[i].held |= held;
    return i;
  }
  const auto added = static_cast<std::uint32_t>(places_.size());
  newest_[slot] = added;
  places_.push_back({state, in, newest, 0, 0, {}, held, HeaderPlaceRecord::Progress::fresh});
  return added;
}

void PlaceTable::grow() {
  newest_.assign(2 * newest_.size(), 0);
  for (std::uint32_t i = 0; i < places_.size(); ++i) {
    const std::size_t slot = slot_of(places_[i].in, places_[i].state);
    places_[i].next_in_slot = newest_of(slot, i);
    newest_[slot] = i;
  }
}

}  // namespace dateline
