// Phase 2: new head flits of one cycle in the order of VC arbitration: those that ask for the same channel, and those
// that have a choice, at all nodes. Only head flits that want the same channel compete, so their order among themselves
// is all that counts. Owned by the node where they wait, as the channel they ask for begins there.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "sim/core/state/layout/id_vector.hpp"
#include "sim/core/state/layout/vc_numbering.hpp"

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
  // Calls visit(channel, heads, count) once for every channel, with its head flits in order in the low 32 bits each;
  // then no head flit asks any more.
  template <typename Visit>
  void take_all(Visit visit) {
    for (const ChannelId channel : channels_) {
      const Rival& last = competing_[first_[channel]];
      if (last.next == kNone) {
        visit(channel, &last.key, std::size_t{1});
      } else {
        const auto& keys = in_order(first_[channel]);
        visit(channel, keys.data(), keys.size());
      }
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

// Head flits in ascending order, by counting: no predictor knows which of two comes first, or how many a node has.
class HeadsInOrder {
 public:
  // Orders are below `orders`.
  explicit HeadsInOrder(std::uint32_t orders) : ends_(orders, 0) {}

  // Numbers of head flits, `count` of them from `heads` on, in ascending order_of(head); equals as they come. Valid
  // until the next call.
  template <typename OrderOf>
  [[nodiscard]] const std::uint32_t* sort(const std::uint32_t* heads, std::size_t count, OrderOf order_of) {
    if (sorted_.size() < count) {
      sorted_.resize(2 * count);
      orders_.resize(2 * count);
    }
    if (4 * count < ends_.size()) {  // few: less than it takes to go over the orders
      keys_.clear();
      for (std::size_t i = 0; i < count; ++i) keys_.push_back(std::uint64_t{order_of(heads[i])} << 32U | i);
      std::sort(keys_.begin(), keys_.end());
      for (std::size_t i = 0; i < count; ++i) sorted_[i] = heads[keys_[i] & 0xffffffffU];
      return sorted_.data();
    }
    std::fill(ends_.begin(), ends_.end(), 0);
    for (std::size_t i = 0; i < count; ++i) ++ends_[orders_[i] = order_of(heads[i])];
    std::uint32_t before = 0;
    for (std::uint32_t& end : ends_) before += std::exchange(end, before);
    for (std::size_t i = 0; i < count; ++i) sorted_[ends_[orders_[i]]++] = heads[i];
    return sorted_.data();
  }

 private:
  std::vector<std::uint32_t> ends_;  // by order: how many there are, then how many come before the next of it
  std::vector<std::uint32_t> orders_, sorted_;
  std::vector<std::uint64_t> keys_;
};

}  // namespace dateline
