#include <algorithm>
#include <map>

#include "sim/core/tiles/tiled_network.hpp"

namespace dateline {

// Within a stretch no tile needs what another does in it: a flit or a credit that crosses between them is due after it.
// With channels of latency 1 events take effect without one; memories of nodes and errors of links are counted, and
// flits and packets that were sent reported, cycle by cycle.
Cycle TiledNetwork::longest_stretch(const RouterConfig& config) const {
  const Tile& any = members_.front()->tile;
  if (any.absorption.used() || config.link_errors != nullptr || any.sent.noted()) return 1;
  Cycle longest = kLongestStretch;
  for (const std::unique_ptr<Member>& member : members_) {
    const Partition::Range& range = member->range;
    for (const ChannelId channel : range.outgoing) {
      const ChannelDelay& delay = member->tile.store.delay_of(range.local[channel.value()]);
      longest = std::min(longest, static_cast<Cycle>(std::min(delay.flit, delay.credit)));
    }
  }
  return longest;
}

// A mailbox for every pair of tiles with a channel between them, each way.
void TiledNetwork::join_borders() {
  const std::vector<Partition::Range>& ranges = partition_.ranges();
  std::map<std::pair<std::uint32_t, std::uint32_t>, Mailbox*> boxes;
  const auto box = [&](std::uint32_t from, std::uint32_t to) {
    Mailbox*& own = boxes[{from, to}];
    if (own == nullptr) own = mailboxes_.emplace_back(std::make_unique<Mailbox>()).get();
    return own;
  };
  const auto first_at = [&](std::uint32_t tile, ChannelId channel) {
    return members_[tile]->tile.numbering.vc(ranges[tile].local[channel.value()], 0);
  };
  std::vector<std::pair<std::vector<Border::Side>, std::vector<Border::Side>>> sides(ranges.size());
  for (std::uint32_t i = 0; i < ranges.size(); ++i) {
    for (const ChannelId channel : ranges[i].incoming) {
      const std::uint32_t from = partition_.tile_of(wiring_.channels[channel.value()].from);
      sides[i].first.push_back({box(i, from), first_at(from, channel)});
    }
    for (const ChannelId channel : ranges[i].outgoing) {
      const std::uint32_t to = partition_.tile_of(wiring_.channels[channel.value()].to);
      sides[i].second.push_back({box(i, to), first_at(to, channel)});
    }
  }
  for (std::uint32_t i = 0; i < ranges.size(); ++i) {
    std::vector<Mailbox*> from;
    for (const auto& [tiles, mailbox] : boxes) {
      if (tiles.second == i) from.push_back(mailbox);
    }
    Tile& tile = members_[i]->tile;
    tile.border = std::make_unique<Border>(std::move(sides[i].first), std::move(sides[i].second), std::move(from), tile.numbering);
  }
}

}  // namespace dateline
