// Shortest ways that go up first, then down: every channel of a network is an up, a down, or not used, and a legal way
// takes ups, then downs, never an up after a down. Where all channels that are used are ups, every way is legal.
// LegalSearch finds the distances of all to one destination; LegalHops keeps for every pair one next hop.
// Of several shortest legal ways on the one whose channel carries the fewest pairs so far is kept, destinations
// ascending, at last the lowest port: deterministic, and the pairs are spread.
// Cost: time O(N x channels), memory 2 N^2 bytes. Meant for kMaxNodes at most.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/network/topology/topology.hpp"

namespace dateline {

enum class Slope : std::uint8_t { none, up, down };
using Slopes = std::vector<Slope>;  // per channel

// A node that a way is at, and whether it may go up no more.
struct LegalPlace {
  NodeId node;
  bool down;
};

class LegalSearch {
 public:
  static constexpr std::uint32_t kUnreachable = 0xffffffffU;

  // Both must outlive it.
  LegalSearch(const Topology& topology, const Slopes& slopes);

  // From here on the distances are those to `destination`.
  void run(NodeId destination);
  [[nodiscard]] std::uint32_t hops(LegalPlace place) const { return hops_[index(place)]; }
  // Those that lead there, the nearest first; the destination itself is not among them.
  [[nodiscard]] const std::vector<LegalPlace>& places() const { return places_; }
  // Visits the ports of shortest ways on, ascending: visit(port, where it leads).
  template <typename Visit>
  void for_each_hop(LegalPlace place, Visit visit) const {
    for (int p = 0; p < topology_.ports(); ++p) {
      const Port port(static_cast<std::uint16_t>(p));
      const ChannelId c = topology_.out(place.node, port);
      if (c == kNoChannel || !allowed(c, place.down)) continue;
      const LegalPlace on{topology_.channel(c).to, slopes_[c.value()] == Slope::down};
      if (hops(on) + 1 == hops(place)) visit(port, on);
    }
  }

 private:
  [[nodiscard]] static std::size_t index(LegalPlace place) { return 2 * std::size_t{place.node.value()} + (place.down ? 1 : 0); }
  [[nodiscard]] bool allowed(ChannelId c, bool down) const { return slopes_[c.value()] == Slope::down || (!down && slopes_[c.value()] == Slope::up); }
  void reach(LegalPlace place, std::uint32_t hops);

  const Topology& topology_;
  const Slopes& slopes_;
  std::vector<std::uint32_t> hops_;  // node x down
  std::vector<LegalPlace> places_;
};

class LegalHops {
 public:
  static constexpr std::uint32_t kMaxNodes = 8192;

  // Throws; `name` is that of the routing.
  static void refuse_many_nodes(const Topology& topology, const std::string& name);

  // `topology` must outlive it.
  LegalHops(const Topology& topology, Slopes slopes);

  // The channel from a place towards another node; kNoChannel if no legal way leads there.
  [[nodiscard]] ChannelId next(LegalPlace place, NodeId destination) const {
    const std::uint8_t port = ports_[(std::size_t{destination.value()} * topology_.nodes() + place.node.value()) * 2 + (place.down ? 1 : 0)];
    return port == kNone ? kNoChannel : topology_.out(place.node, Port(port));
  }
  [[nodiscard]] Slope slope(ChannelId channel) const { return slopes_[channel.value()]; }

 private:
  static constexpr std::uint8_t kNone = 0xff;
  static_assert(kMaxPorts <= kNone);

  void choose(const LegalSearch& search, std::vector<std::uint64_t>& carried, std::uint8_t* ports);

  const Topology& topology_;
  Slopes slopes_;
  std::vector<std::uint8_t> ports_;  // destination x node x down
};

}  // namespace dateline
