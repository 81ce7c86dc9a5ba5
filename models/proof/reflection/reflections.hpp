// The reflections of a lattice: x -> k-1-x in any set of its dimensions (on a hypercube: exclusive or). They take
// channels to channels of the same dimension, + to -, wrap-around channels to wrap-around channels. They commute, and
// each is its own inverse; so nodes and channels fall into orbits of 2^(dimensions that do not fix them), and each
// orbit has a first: coordinates in the lower half and, of a channel, direction +.
// Translations are no symmetry of routings with datelines, which mark the wrap-around channel.
// Tables of dimensions x channels words; costs O(dimensions).
#pragma once

#include <cstdint>
#include <vector>

#include "models/network/relation/relation.hpp"
#include "models/network/topology/grid.hpp"
#include "models/network/topology/topology.hpp"

namespace dateline {

class Reflections {
 public:
  using Mask = std::uint32_t;  // dimensions that are reflected

  // The topology, whose grid is a lattice, must outlive it.
  explicit Reflections(const Topology& topology);

  [[nodiscard]] const Topology& topology() const { return topology_; }
  [[nodiscard]] int dimensions() const { return grid_.dimensions(); }
  [[nodiscard]] NodeId image(NodeId node, Mask mask) const;
  [[nodiscard]] Port image(Port port, int d) const;
  [[nodiscard]] ChannelId image(ChannelId channel, int d) const { return images_[static_cast<std::size_t>(d)][channel.value()]; }
  [[nodiscard]] ChannelId image(ChannelId channel, Mask mask) const;
  // Takes it to the first of its orbit.
  [[nodiscard]] Mask to_first(NodeId node) const;
  [[nodiscard]] Mask to_first(ChannelId channel) const;
  // Dimensions whose reflection leaves it where it is.
  [[nodiscard]] Mask fixing(NodeId node) const;
  [[nodiscard]] Mask fixing(ChannelId channel) const;
  // How many are in an orbit with that of `fixing`.
  [[nodiscard]] std::uint64_t orbit(Mask fixing) const;

 private:
  [[nodiscard]] std::uint32_t mirrored(std::uint32_t x, int d) const { return grid_.radix(d) - 1 - x; }
  [[nodiscard]] int dimension_of(ChannelId channel) const;

  const Topology& topology_;
  const Grid& grid_;
  std::vector<std::uint32_t> strides_;  // between neighbours in each dimension
  std::vector<std::vector<ChannelId>> images_;
};

// Holds a relation to its claim (RoutingRelation::by_reflection) on drawn walks: what a header is offered and what its
// images are. Throws InvariantError.
void try_reflections(const Reflections& reflections, const RoutingRelation& relation);

}  // namespace dateline
