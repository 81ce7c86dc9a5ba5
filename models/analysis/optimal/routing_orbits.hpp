// What an oblivious routing consists of, up to symmetry: flows f(s, d, c), the share of the packets s -> d that cross
// channel c, and prices of a node at a channel, as a source and as a destination (the dual variables of the worst
// permutation of that channel).
// The group: the automorphisms given, and, where every channel has a way back of its own bandwidth, reversal, which
// turns every path round: f(s, d, c) -> f(d, s, channel back over c's link). Averaging a routing over automorphisms and
// with its reversal never raises its worst case (B. Towles, W.
// J. Dally, S. Boyd, SPAA 2003, for automorphisms), so an optimal routing is looked for among those that are constant
// on every orbit. Where translations reach every router, flows from router 0 stand for all: cost O(N C x generators)
// time and 4 N C bytes for N nodes and C channels; else N times that. Throws ConfigError
// beyond kMaxTriples.
// Automorphisms that take a router to one with more or fewer terminals are left out: a pair counts for as many as its
// terminals have.
#pragma once

#include <cstdint>
#include <vector>

#include "models/network/relation/relation.hpp"
#include "models/network/topology/cube.hpp"
#include "models/network/topology/topology.hpp"

namespace dateline {

// Numbers 0..size-1 of orbits, in the order of their first members.
struct OrbitLabels {
  std::vector<std::uint32_t> label;           // per item
  std::vector<std::uint32_t> representative;  // per orbit: its first item
  std::vector<std::uint32_t> size;            // per orbit
};

// Pairs of terminals, one at each router: 0 if either router only forwards.
[[nodiscard]] inline std::uint64_t terminal_pairs(const Topology& topology, NodeId source, NodeId destination) {
  return std::uint64_t{topology.terminals_of(source).size()} * topology.terminals_of(destination).size();
}

class RoutingOrbits {
 public:
  static constexpr std::uint64_t kMaxTriples = std::uint64_t{1} << 28;
  enum class Side : std::uint8_t { source, destination };
  struct Triple {
    NodeId source;
    NodeId destination;
    ChannelId channel;
  };
  struct Pair {
    NodeId source;
    NodeId destination;
  };

  // The topology must outlive it.
  RoutingOrbits(const Topology& topology, const std::vector<Symmetry>& automorphisms);

  [[nodiscard]] std::uint32_t flow(NodeId source, NodeId destination, ChannelId channel) const {
    if (translated_ != nullptr && source.value() != 0) return flow_from_first(source, destination, channel);
    return flows_.label[(source.value() * nodes_ + destination.value()) * channels_ + channel.value()];
  }
  [[nodiscard]] std::uint32_t flows() const { return static_cast<std::uint32_t>(flows_.size.size()); }
  [[nodiscard]] Triple flow_representative(std::uint32_t orbit) const;
  [[nodiscard]] std::uint32_t flow_size(std::uint32_t orbit) const { return flows_.size[orbit]; }
  [[nodiscard]] std::uint32_t price(Side side, NodeId node, ChannelId channel) const {
    return prices_.label[(static_cast<std::uint32_t>(side) * nodes_ + node.value()) * channels_ + channel.value()];
  }
  [[nodiscard]] std::uint32_t prices() const { return static_cast<std::uint32_t>(prices_.size.size()); }
  [[nodiscard]] const std::vector<Pair>& pair_representatives() const { return pairs_; }          // one of each orbit
  [[nodiscard]] const std::vector<ChannelId>& channel_representatives() const { return focus_; }  // one of each orbit: the focus channels

 private:
  [[nodiscard]] std::uint32_t flow_from_first(NodeId source, NodeId destination, ChannelId channel) const;

  const Topology* translated_ = nullptr;  // not null: labels are of flows from router 0
  std::uint32_t nodes_, channels_;
  OrbitLabels flows_, prices_;
  std::vector<Pair> pairs_;
  std::vector<ChannelId> focus_;
};

}  // namespace dateline
