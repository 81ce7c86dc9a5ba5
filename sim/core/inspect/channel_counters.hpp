// An observer that counts per network channel: flits and packets that crossed it, and the cycles in which it was waited
// for. Counts run from the first cycle; a window's are differences. Blocked cycles (docs/guide/results.md):
//   head_blocked  waiting head flits summed over cycles, each charged to every candidate channel of the last rank tried
//   flit_blocked    cycles in which a flit waits for the channel and no VC that a flit waits for has a slot
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "sim/core/state/observer.hpp"
#include "sim/core/state/tile.hpp"

namespace dateline {

class ChannelCounters : public NullObserver {
 public:
  static constexpr bool kActive = true;
  struct Counts {
    std::uint64_t flits = 0;     // of any packet
    std::uint64_t packets = 0;   // tails
    std::uint64_t measured = 0;  // tails of measured packets
    std::uint64_t head_blocked = 0, flit_blocked = 0;
  };

  explicit ChannelCounters(const Tile& tile) : p_(tile), counts_(tile.numbering.network_channels()) {}

  // Everything up to the end of the last cycle executed.
  [[nodiscard]] std::vector<Counts> counts() const;

  void flit_sent(Cycle /*now*/, VcId vc, PacketId packet, bool tail) {
    if (!p_.numbering.is_network(vc)) return;
    Counts& c = counts_[p_.numbering.channel_of(vc)];
    ++c.flits;
    if (!tail) return;
    ++c.packets;
    c.measured += p_.packets[packet].order.measured ? 1U : 0U;
  }
  void head_blocked(Cycle now, VcId at, PacketId /*packet*/, const ChannelId* channels, std::size_t count) {
    blocked_[at.value()] = {now, {channels, channels + count}};
  }
  void head_granted(Cycle now, VcId at, VcId /*vc*/, PacketId /*packet*/) { waits_no_more(now, at); }
  // All waits end: the head flits are routed anew.
  void no_head_waits(Cycle now) {
    for (const auto& [at, blocked] : blocked_) charge(blocked, now, counts_);
    blocked_.clear();
  }
  void head_absorbed(Cycle now, VcId at, PacketId /*packet*/) { waits_no_more(now, at); }
  void flit_blocked(Cycle /*now*/, ChannelId channel) {
    if (p_.numbering.is_network(channel)) ++counts_[channel].flit_blocked;
  }

 private:
  void waits_no_more(Cycle now, VcId at) {
    const auto it = blocked_.find(at.value());
    if (it == blocked_.end()) return;
    charge(it->second, now, counts_);
    blocked_.erase(it);
  }
  struct Blocked {
    Cycle since;
    std::vector<ChannelId> channels;
  };
  void charge(const Blocked& blocked, Cycle until, IdVector<ChannelId, Counts>& to) const;

  const Tile& p_;
  IdVector<ChannelId, Counts> counts_;
  std::map<std::uint32_t, Blocked> blocked_;  // by the VC in whose buffer the head flit waits
};

}  // namespace dateline
