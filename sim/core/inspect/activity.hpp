// What has moved in a network since the first cycle; of a window, differences. Every flit that crosses a network or an
// injection channel is written into a buffer there; it leaves that buffer over a network or an ejection channel, or,
// with ideal ejection, over none.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/core/state/tile.hpp"

namespace dateline {

struct Activity {
  std::vector<std::uint64_t> flits;        // that crossed a channel; by number (vc_numbering.hpp): network, injection, ejection
  std::vector<std::uint64_t> allocations;  // of VCs of the channel to head flits in the buffers of its router
  std::vector<std::uint64_t> handed_over;  // flits that left the buffers of a router over no channel
  std::vector<std::uint64_t> resent;       // by network channels, flits that links sent besides (resent_flits.hpp); empty: none try again
  template <typename Archive>
  void io(Archive& archive) {
    auto& [crossed, allocated, left, again] = *this;
    archive(crossed, allocated, left, again);
  }
  [[nodiscard]] Activity since(const Activity& before) const;
};

// Flits that leave the network where they are, to a terminal or into the memory of a node: with ideal ejection.
class HandedOver {
 public:
  HandedOver(const Tile& tile, std::uint32_t routers) : p_(tile), complete_(tile.config.ejection == Ejection::ideal ? routers : 0) {}

  // Up to the end of the last cycle executed, by router; none with ejection channels.
  [[nodiscard]] std::vector<std::uint64_t> counts() const;
  // The packet is out.
  void delivered(PacketId packet) { add(packet, p_.routing.router_of[p_.packets[packet].order.destination.value()]); }
  void absorbed(PacketId packet) { add(packet, p_.absorption.records()[packet].node); }
  void forget() { complete_.assign(complete_.size(), 0); }
  void add(const HandedOver& other) {
    for (std::size_t node = 0; node < complete_.size(); ++node) complete_[node] += other.complete_[node];
  }
  // The network changes: what packets that are taken out had handed over stays counted.
  void before_change() { before_ = counts(); }
  void after_change();
  template <typename Archive>
  void io(Archive& archive) {
    auto& [tile, whole, before] = *this;
    static_cast<void>(tile);
    archive(whole, before);
  }

 private:
  void add(PacketId packet, NodeId node) {
    if (!complete_.empty()) complete_[node.value()] += p_.packets[packet].order.length;
  }

  const Tile& p_;
  std::vector<std::uint64_t> complete_;  // of complete packets
  std::vector<std::uint64_t> before_;
};

}  // namespace dateline
