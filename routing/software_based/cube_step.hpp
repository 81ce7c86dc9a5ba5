// Directions in a cube with failures: a sign per dimension, the channel that leaves a node that way, whether it can be
// used. A channel that does not exist (the border of a mesh; a hypercube has one direction from each coordinate, as a
// mesh of radix 2 has) counts as failed.
#pragma once

#include <cstdint>

#include "models/network/faults/fault_map.hpp"
#include "models/network/topology/cube.hpp"
#include "routing/oblivious/shorter_way.hpp"

namespace dateline {

enum class Sign : std::uint8_t { none, plus, minus };

[[nodiscard]] constexpr Sign opposite(Sign sign) { return sign == Sign::plus ? Sign::minus : Sign::plus; }

// A sign for every dimension, two bits each.
class Signs {
 public:
  constexpr Signs() = default;
  constexpr explicit Signs(std::uint32_t bits) : bits_(bits) {}
  [[nodiscard]] constexpr Sign operator[](std::uint32_t d) const { return static_cast<Sign>(bits_ >> (2 * d) & 3U); }
  constexpr void set(std::uint32_t d, Sign sign) { bits_ = (bits_ & ~(3U << (2 * d))) | static_cast<std::uint32_t>(sign) << (2 * d); }
  [[nodiscard]] constexpr std::uint32_t bits() const { return bits_; }
  [[nodiscard]] constexpr bool none() const { return bits_ == 0; }
  friend constexpr bool operator==(Signs a, Signs b) { return a.bits_ == b.bits_; }

 private:
  std::uint32_t bits_ = 0;
};

// Dimension and direction of a hop.
struct Turn {
  std::uint32_t dimension;
  Sign sign;
};

// kNoChannel where there is none.
[[nodiscard]] inline ChannelId channel_of(const CubeTopology& topology, NodeId node, Turn turn) {
  const auto d = static_cast<int>(turn.dimension);
  const int sign = turn.sign == Sign::plus ? +1 : -1;
  if (topology.kind() == CubeTopology::Kind::hypercube && (topology.coordinate(node, d) == 0) != (sign > 0)) return kNoChannel;
  return topology.out(node, topology.port(d, sign));
}

[[nodiscard]] inline bool usable(const CubeTopology& topology, const FaultMap& faults, NodeId node, Turn turn) {
  const ChannelId channel = channel_of(topology, node, turn);
  return channel != kNoChannel && !faults.failed(channel);
}

// The lowest dimension in which the nodes differ; the number of dimensions if there is none.
[[nodiscard]] inline std::uint32_t lowest_difference(const CubeTopology& topology, NodeId a, NodeId b) {
  const std::uint16_t* const x = topology.coordinates(a);
  const std::uint16_t* const y = topology.coordinates(b);
  const auto dimensions = static_cast<std::uint32_t>(topology.dimensions());
  std::uint32_t d = 0;
  while (d < dimensions && x[d] == y[d]) ++d;
  return d;
}

// The shorter way from one coordinate to another one, ties by `rule`, which is not split.
[[nodiscard]] inline Sign shorter_sign(const CubeTopology& topology, std::uint32_t d, std::uint32_t at, std::uint32_t to, TieRule rule) {
  return shorter_way(topology, static_cast<int>(d), at, to, rule) == Way::plus ? Sign::plus : Sign::minus;
}

}  // namespace dateline
