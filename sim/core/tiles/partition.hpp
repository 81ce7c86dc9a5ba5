// A network cut into tiles: contiguous ranges of routers, each with its terminals, of about equal work. Every tile has
// a wiring of its own: all nodes and terminals by their numbers in the network, but only the channels that begin or end
// at its routers, numbered anew: first those that come from other tiles, up to a whole number of blocks of VCs, so that
// no word is shared and no scan meets them; then its own; then those that lead to other tiles. Behind the incoming
// ones, up to the block's end and one for each kind of channel in the network, stand channels that no flit crosses: all
// tiles see the same latencies. Cost: O(channels).
#pragma once

#include <vector>

#include "sim/core/state/layout/router_config.hpp"
#include "sim/core/state/layout/wiring.hpp"

namespace dateline {

class Partition {
 public:
  struct Range {
    std::uint32_t first, end;  // nodes
    Wiring wiring;
    std::vector<ChannelId> local;     // of each channel of the network its number here; kNoChannel: it is not here
    std::vector<ChannelId> incoming;  // in the network, in the order of their numbers here
    std::vector<ChannelId> outgoing;
    [[nodiscard]] bool has(NodeId node) const { return first <= node.value() && node.value() < end; }
  };

  // At most as many tiles as there are routers.
  Partition(const Wiring& whole, const RouterConfig& config, std::uint32_t tiles);

  [[nodiscard]] const std::vector<Range>& ranges() const { return ranges_; }
  [[nodiscard]] std::uint32_t tile_of(NodeId node) const { return tile_of_[node.value()]; }

 private:
  std::vector<Range> ranges_;
  std::vector<std::uint32_t> tile_of_;
};

}  // namespace dateline
