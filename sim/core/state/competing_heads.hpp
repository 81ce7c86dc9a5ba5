// Phase 2: new headers of one cycle that ask for the same channel, in the order of header arbitration. Only headers
// that want the same channel compete, so their order among themselves is all that counts. Owned by the node where they
// wait, as the channel they ask for begins there.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "sim/core/layout/id_vector.hpp"
#include "sim/core/layout/vc_numbering.hpp"

namespace dateline {

class HeaderRivals {
 public:
  explicit HeaderRivals(std::uint32_t channels) : first_(channels, kNone) {}

  void reserve(std::size_t headers) {
    rivals_.reserve_more(headers);
    channels_.reserve_more(headers + 1);
  }
  // `header`: a number of the caller's, of the header that asks for `channel`; less `order` comes first. Room must have
  // been made.
  void add(ChannelId channel, std::uint32_t header, std::uint32_t order) {
    std::uint32_t& first = first_[channel];
    channels_.push_if(channel, first == kNone);
    const auto place = static_cast<std::uint32_t>(rivals_.size());
    rivals_.append({std::uint64_t{order} << 32U | header, first});
    first = place;
  }
  // Calls visit(channel, headers) once for every channel, with its headers in order in the low 32 bits each; then
  // nobody asks any more.
  template <typename Visit>
  void take_all(Visit visit) {
    for (const ChannelId channel : channels_) {
      visit(channel, in_order(first_[channel]));
      first_[channel] = kNone;
    }
    channels_.clear();
    rivals_.clear();
  }

 private:
  static constexpr std::uint32_t kNone = 0xffffffffU;
  struct Rival {
    std::uint64_t key;   // order, header
    std::uint32_t next;  // of the same channel
  };
  // Nobody can predict which of two comes first: they are ordered without a branch.
  [[gnu::noinline]] const std::vector<std::uint64_t>& in_order(std::uint32_t first) {
    keys_.clear();
    for (std::uint32_t i = first; i != kNone; i = rivals_[i].next) keys_.push_back(rivals_[i].key);
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
  AppendList<Rival> rivals_;
  AppendList<ChannelId> channels_;
  std::vector<std::uint64_t> keys_;  // of one channel
};

}  // namespace dateline
