#include "models/proof/place_table.hpp"

namespace dateline {
namespace {

constexpr std::uint32_t kNoPlace = 0xffffffffU;

}  // namespace

// The newest of the first `places` in a slot, or kNoPlace.
template <bool kAbsorbs>
std::uint32_t PlaceTable::newest_of(std::size_t slot, std::size_t places) const {
  const std::uint32_t place = newest_[slot];
  return place < places && slot_of<kAbsorbs>(places_[place].in, places_[place].state, places_[place].header) == slot ? place : kNoPlace;
}

template <bool kAbsorbs>
std::uint32_t PlaceTable::search_or_add(ChannelId in, HeaderState state, std::uint32_t header, std::uint16_t held) {
  if (places_.size() == newest_.size()) grow<kAbsorbs>();
  const std::size_t slot = slot_of<kAbsorbs>(in, state, header);
  const std::uint32_t newest = newest_of<kAbsorbs>(slot, places_.size());
  for (std::uint32_t i = newest; i != kNoPlace; i = places_[i].next_in_slot) {
    if (places_[i].in != in || !(places_[i].state == state) || (kAbsorbs && places_[i].header != header)) continue;
    places_[i].held |= held;
    return i;
  }
  const auto added = static_cast<std::uint32_t>(places_.size());
  newest_[slot] = added;
  places_.push_back({state, in, newest, 0, 0, {}, held, HeaderPlaceRecord::Progress::fresh, header});
  return added;
}

template <bool kAbsorbs>
void PlaceTable::grow() {
  newest_.assign(2 * newest_.size(), 0);
  for (std::uint32_t i = 0; i < places_.size(); ++i) {
    const std::size_t slot = slot_of<kAbsorbs>(places_[i].in, places_[i].state, places_[i].header);
    places_[i].next_in_slot = newest_of<kAbsorbs>(slot, i);
    newest_[slot] = i;
  }
}

template std::uint32_t PlaceTable::search_or_add<true>(ChannelId, HeaderState, std::uint32_t, std::uint16_t);
template std::uint32_t PlaceTable::search_or_add<false>(ChannelId, HeaderState, std::uint32_t, std::uint16_t);

}  // namespace dateline
