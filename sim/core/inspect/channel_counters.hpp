// An observer that counts per channel: flits and packets that crossed it, and of network channels the cycles in which
// they were waited for. Counts run from the first cycle; a window's are differences. Blocked cycles
// (docs/guide/results.md):
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "sim/core/inspect/activity.hpp"
#include "sim/core/state/observer.hpp"

namespace dateline {

class ChannelCounters : public NullObserver {
 public:
  static constexpr bool kActive = true;
  struct Counts {
    std::uint64_t flits = 0;     // of any packet
    std::uint64_t packets = 0;   // tails
    std::uint64_t measured = 0;  // tails of measured packets
    std::uint64_t head_blocked = 0, flit_blocked = 0;
    std::uint64_t allocations = 0;  // of its VCs, to head flits in the buffers of its router
    void add(const Counts& other);
  };

  ChannelCounters(const Tile& tile, std::uint32_t routers) : p_(tile), counts_(tile.numbering.channels()), handed_over_(tile, routers) {}

  // Everything up to the end of the last cycle executed; `counts` of network channels.
  [[nodiscard]] std::vector<Counts> counts() const;
  [[nodiscard]] Activity activity() const;
  // Throws InvariantError unless flits and VCs are as many as the state of the network says.
  void check() const;

  void flit_sent(Cycle /*now*/, VcId vc, PacketId packet, bool tail) {
    Counts& c = counts_[p_.numbering.channel_of(vc)];
    ++c.flits;
    if (!tail) return;
    ++c.packets;
    c.measured += p_.packets[packet].order.measured ? 1U : 0U;
  }
  void head_blocked(Cycle now, VcId at, PacketId /*packet*/, const ChannelId* channels, std::size_t count) {
    blocked_[at.value()] = {now, {channels, channels + count}};
  }
  void head_granted(Cycle now, VcId at, VcId vc, PacketId /*packet*/) {
    ++counts_[p_.numbering.channel_of(vc)].allocations;
    waits_no_more(now, at);
  }
  void packet_delivered(Cycle /*now*/, PacketId packet) { handed_over_.delivered(packet); }
  void packet_absorbed(Cycle /*now*/, PacketId packet) { handed_over_.absorbed(packet); }
  // Of a network of several tiles: nothing is counted, then what a tile has counted; `numbers`: of its channels and
  // VCs.
  void forget();
  template <typename Numbers>
  void add(const ChannelCounters& tile, const Numbers& numbers) {
    for (std::uint32_t c = 0; c < tile.counts_.size(); ++c) {
      const ChannelId channel = numbers.channel(ChannelId(c));
      if (channel != kNoChannel) counts_[channel].add(tile.counts_[ChannelId(c)]);
    }
    for (const auto& [at, blocked] : tile.blocked_) {
      Blocked& own = blocked_[numbers.vc(VcId(at)).value()];
      own.since = blocked.since;
      for (const ChannelId channel : blocked.channels) own.channels.push_back(numbers.channel(channel));
    }
    handed_over_.add(tile.handed_over_);
  }
  // The reverse, of channels whose flits the tile sends; what was handed over goes to one tile, any.
  template <typename Numbers>
  void take_from(const ChannelCounters& whole, const Numbers& numbers, bool handed_over) {
    forget();
    for (std::uint32_t c = p_.numbering.incoming() >> p_.numbering.shift(); c < counts_.size(); ++c) {
      const ChannelId in_network = numbers.channel(ChannelId(c));
      if (in_network != kNoChannel) counts_[ChannelId(c)] = whole.counts_[in_network];
    }
    if (handed_over) handed_over_.add(whole.handed_over_);
  }
  // The network is about to change, and all head flits are routed anew: their waits end.
  void before_change(Cycle now) {
    for (const auto& [at, blocked] : blocked_) charge(blocked, now, counts_.data());
    blocked_.clear();
    handed_over_.before_change();
  }
  void changed() { handed_over_.after_change(); }
  void head_absorbed(Cycle now, VcId at, PacketId /*packet*/) { waits_no_more(now, at); }
  void flit_blocked(Cycle /*now*/, ChannelId channel) {
    if (p_.numbering.is_network(channel)) ++counts_[channel].flit_blocked;
  }
  template <typename Archive>
  void io(Archive& archive) {
    auto& [tile, moved, handed_over, waiting] = *this;
    static_cast<void>(tile);
    archive(moved, handed_over, waiting);
  }

 private:
  void waits_no_more(Cycle now, VcId at) {
    const auto it = blocked_.find(at.value());
    if (it == blocked_.end()) return;
    charge(it->second, now, counts_.data());
    blocked_.erase(it);
  }
  struct Blocked {
    Cycle since;
    std::vector<ChannelId> channels;
    template <typename Archive>
    void io(Archive& archive) {
      auto& [first, wanted] = *this;
      archive(first, wanted);
    }
  };
  // `to`: by channel.
  void charge(const Blocked& blocked, Cycle until, Counts* to) const;

  const Tile& p_;
  IdVector<ChannelId, Counts> counts_;  // network, injection and ejection channels
  HandedOver handed_over_;
  std::map<std::uint32_t, Blocked> blocked_;  // by the VC in whose buffer the head flit waits
};

}  // namespace dateline
