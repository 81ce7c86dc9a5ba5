#include "models/network/symmetry/channel_images.hpp"

#include <algorithm>

#include "models/base/error.hpp"

namespace dateline {

ChannelImages::ChannelImages(const Topology& topology) : topology_(topology), rank_(topology.channels(), 0) {
  for (std::uint32_t v = 0; v < topology.nodes(); ++v) {
    std::vector<NodeId> seen;
    for (int p = 0; p < topology.ports(); ++p) {
      const ChannelId c = topology.out(NodeId(v), Port(static_cast<std::uint16_t>(p)));
      if (c == kNoChannel) continue;
      const NodeId to = topology.channel(c).to;
      rank_[c.value()] = static_cast<std::uint16_t>(std::count(seen.begin(), seen.end(), to));
      seen.push_back(to);
    }
  }
}

ChannelId ChannelImages::of(ChannelId channel, const std::vector<std::uint32_t>& map) const {
  const Channel& from = topology_.channel(channel);
  const NodeId start(map[from.from.value()]), end(map[from.to.value()]);
  for (int p = 0; p < topology_.ports(); ++p) {
    const ChannelId c = topology_.out(start, Port(static_cast<std::uint16_t>(p)));
    if (c != kNoChannel && topology_.channel(c).to == end && rank_[c.value()] == rank_[channel.value()]) return c;
  }
  throw InvariantError("a symmetry does not map channels to channels");
}

}  // namespace dateline
