// Where maps of nodes take channels: a -> b to image(a) -> image(b), parallel channels in the order of their ports, as
// in orbits.hpp, which asks for one map and many channels; here the maps are many. Cost O(ports) a channel. Throws
// InvariantError if there is no such channel.
#pragma once

#include <cstdint>
#include <vector>

#include "models/network/topology/topology.hpp"

namespace dateline {

class ChannelImages {
 public:
  // The topology must outlive it.
  explicit ChannelImages(const Topology& topology);

  // `map`: per node, where it goes.
  [[nodiscard]] ChannelId of(ChannelId channel, const std::vector<std::uint32_t>& map) const;

 private:
  const Topology& topology_;
  std::vector<std::uint16_t> rank_;  // of a channel among those parallel to it
};

}  // namespace dateline
