// The lowest of the channels that leave each node, from which the ways of a choice are counted (HeaderStep): those of a
// node of the cube family follow each other, in the order of their ports. None where some node has more than 16: then
// ways are no bits of an answer.
#pragma once

#include <vector>

#include "models/network/topology/cube.hpp"

namespace dateline {

[[nodiscard]] inline std::vector<ChannelId> first_channels(const CubeTopology& topology) {
  if (topology.ports() > 16) return {};
  std::vector<ChannelId> first(topology.nodes(), kNoChannel);
  for (std::uint32_t c = topology.channels(); c-- > 0;) first[topology.channel(ChannelId(c)).from.value()] = ChannelId(c);
  return first;
}

}  // namespace dateline
