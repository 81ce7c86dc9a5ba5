#include "models/network/relation/route_places.hpp"

#include <utility>

#include "models/base/numbers/random.hpp"

namespace dateline {

void RoutePlaces::clear() {
  slot_of_place_.clear();
  places_.clear();
  header_of_place_.clear();
}

std::uint32_t RoutePlaces::find_or_add(const HeaderPlace& at, std::uint32_t header) {
  const auto mask = table_.size() - 1;
  // The channel that was crossed determines the node, except at a source.
  const std::uint64_t where = at.in == kNoChannel ? ~std::uint64_t{at.node.value()} : at.in.value();
  auto slot = static_cast<std::size_t>(mix(at.state.word + mix(where + (std::uint64_t{header} << 32U)))) & mask;
  while (true) {
    const std::uint32_t index = table_[slot];
    if (index >= places_.size() || slot_of_place_[index] != slot) break;
    if (places_[index].at == at && header_of(index) == header) return index;
    slot = (slot + 1) & mask;
  }
  const auto index = static_cast<std::uint32_t>(places_.size());
  table_[slot] = index;
  slot_of_place_.push_back(static_cast<std::uint32_t>(slot));
  places_.push_back({at});
  if (absorbs_) header_of_place_.push_back(header);
  if (2 * places_.size() > table_.size()) grow();
  return index;
}

void RoutePlaces::grow() {
  table_.assign(2 * table_.size(), 0);
  auto places = std::move(places_);
  auto headers = std::move(header_of_place_);
  clear();
  for (std::size_t i = 0; i < places.size(); ++i) static_cast<void>(find_or_add(places[i].at, absorbs_ ? headers[i] : SoftwareHeaders::kEmpty));
  places_ = std::move(places);
}

}  // namespace dateline
