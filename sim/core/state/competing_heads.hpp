// Phase 2: new head flits of one cycle that ask for the same channel, in the order of VC arbitration. Only head flits
// that want the same channel compete, so their order among themselves is all that counts. Owned by the node where they
// wait, as the channel they ask for begins there.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "sim/core/layout/id_vector.hpp"
#include "sim/core/layout/vc_numbering.hpp"

namespace dateline {

class CompetingHeads {
 public:
  explicit CompetingHeads(std::uint32_t channels) : first_(channels, kNone) {}

  void reserve(std::size_t heads) {
    competing_.reserve_more(heads);
    channels_.reserve_more(heads + 1);
  }
  // `head`: a number of the caller's, of the head flit that asks for `channel`; less `order` comes first. Room must
  // have been made.
  void add(ChannelId channel, std::uint32_t head, std::uint32_t order) {
    std::uint32_t& first = first_[channel];
    channels_.push_if(channel, first == kNone);
    const auto slot = static_cast<std::uint32_t>(competing_.size());
    competing_.append({std::uint64_t{order} << 32U | head, first});
    first = slot;
  }
  // Calls visit(channel, head flits) once for every channel, with its head flits in order in the low 32 bits each; then
  // no head flit asks any more.
  template <typename Visit>
  void take_all(Visit visit) {
    for (const ChannelId channel : channels_) {
      visit(channel, in_order(first_[channel]));
      first_[channel] = kNone;
    }
    channels_.clear();
    competing_.clear();
  }

 private:
  static constexpr std::uint32_t kNone = 0xffffffffU;
  struct Rival {
    std::uint64_t key;   // order, head flit
    std::uint32_t next;  // of the same channel
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

  IdVector<ChannelId, std::uint32_t> first_;  // none between phases
  AppendList<Rival> competing_;
  AppendList<ChannelId> channels_;
  std::vector<std::uint64_t> keys_;  // of one channel
};

}  // namespace dateline
