// Phase 2: new head flits of one cycle that ask for the same channel, or have a choice at the same node, in the order
// of VC arbitration. Only head flits that want the same channel compete, so their order among themselves is all that
// counts. Owned by the node where they wait, as the channel they ask for begins there.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "sim/core/state/layout/id_vector.hpp"
#include "sim/core/state/layout/vc_numbering.hpp"

namespace dateline {

template <typename Place>  // ChannelId or NodeId
class CompetingHeads {
 public:
  explicit CompetingHeads(std::uint32_t places) : first_(places, kNone) {}

  void reserve(std::size_t heads) {
    competing_.reserve_more(heads);
    places_.reserve_more(heads + 1);
  }
  // `head`: a number of the caller's, of the head flit that asks for `place`; less `order` comes first. Room must
  // have been made.
  void add(Place place, std::uint32_t head, std::uint32_t order) {
    std::uint32_t& first = first_[place];
    places_.push_if(place, first == kNone);
    const auto slot = static_cast<std::uint32_t>(competing_.size());
    competing_.append({std::uint64_t{order} << 32U | head, first});
    first = slot;
  }
  // Calls visit(place, heads, count) once for every place, with its head flits in order in the low 32 bits each; then
  // no head flit asks any more.
  template <typename Visit>
  void take_all(Visit visit) {
    for (const Place place : places_) {
      const Rival& last = competing_[first_[place]];
      if (last.next == kNone) {
        visit(place, &last.key, std::size_t{1});
      } else {
        const auto& keys = in_order(first_[place]);
        visit(place, keys.data(), keys.size());
      }
      first_[place] = kNone;
    }
    places_.clear();
    competing_.clear();
  }

 private:
  static constexpr std::uint32_t kNone = 0xffffffffU;
  struct Rival {
    std::uint64_t key;   // order, head flit
    std::uint32_t next;  // of the same place
  };
  // No predictor knows which of two comes first: they are ordered without a branch.
  [[gnu::noinline]] const std::vector<std::uint64_t>& in_order(std::uint32_t first) {
    keys_.clear();
    for (std::uint32_t i = first; i != kNone; i = competing_[i].next) keys_.push_back(competing_[i].key);
    if (keys_.size() == 2) {
      const std::uint64_t a = keys_[0], b = keys_[1];
      keys_[0] = std::min(a, b);
      keys_[1] = std::max(a, b);
    } else {
      std::sort(keys_.begin(), keys_.end());
    }
    return keys_;
  }

  IdVector<Place, std::uint32_t> first_;  // none between phases
  AppendList<Rival> competing_;
  AppendList<Place> places_;
  std::vector<std::uint64_t> keys_;  // of one place
};

}  // namespace dateline
