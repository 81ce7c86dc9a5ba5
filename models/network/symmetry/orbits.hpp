// Orbits of nodes and channels under a group of automorphisms given by generators: which nodes and channels are alike.
// A node map takes the channel a -> b to the channel image(a) -> image(b); parallel channels correspond in the order of
// their ports.
// Cost O(generators x channels x ports). Throws InvariantError if a generator does not map channels to channels.
#pragma once

#include <vector>

#include "models/network/relation/relation.hpp"
#include "models/network/topology/topology.hpp"

namespace dateline {

// Whether every router has as many terminals as the router that the map takes it to; false for a map that is not of
// routers of the network.
[[nodiscard]] bool keeps_terminals(const Topology& topology, const Symmetry& map);

class Orbits {
 public:
  struct Representative {
    NodeId node;
    std::uint32_t orbit_size;
  };
  Orbits(const Topology& topology, const std::vector<Symmetry>& generators);

  // The channel that a node map takes `channel` to.
  [[nodiscard]] static ChannelId image_of(const Topology& topology, ChannelId channel, const Symmetry& map);
  [[nodiscard]] const std::vector<Representative>& nodes() const { return nodes_; }
  [[nodiscard]] std::uint32_t channel_orbits() const { return static_cast<std::uint32_t>(channel_orbit_size_.size()); }
  [[nodiscard]] std::uint32_t orbit_of(ChannelId channel) const { return orbit_of_channel_[channel.value()]; }
  // Whether no channel before it is of the same orbit.
  [[nodiscard]] bool is_first(ChannelId channel) const { return first_of_orbit_[orbit_of(channel)] == channel; }
  [[nodiscard]] std::uint32_t channel_orbit_size(std::uint32_t orbit) const { return channel_orbit_size_[orbit]; }

 private:
  std::vector<Representative> nodes_;
  std::vector<std::uint32_t> orbit_of_channel_, channel_orbit_size_;
  std::vector<ChannelId> first_of_orbit_;
};

}  // namespace dateline
