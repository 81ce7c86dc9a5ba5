// Shortest ways on a Slim Fly, whose routers are at most two hops apart: the channel to a neighbour, or the channels to
// the routers that two have for neighbours both. Cost: O(degree), or O(log degree) to a neighbour; O(1) to a neighbour,
// or where there is one way, on networks of kTabled routers or fewer, which have a table of 4 bytes a pair.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "models/network/relation/relation.hpp"
#include "models/network/topology/slim_fly.hpp"

namespace dateline {

class SlimFlyHops {
 public:
  struct Link {
    NodeId to;
    ChannelId channel;
  };

  static constexpr std::uint32_t kTabled = 1024;

  // The topology must outlive it.
  explicit SlimFlyHops(const SlimFlyTopology& topology);

  [[nodiscard]] const SlimFlyTopology& topology() const { return topology_; }
  // Of a router, by neighbour.
  [[nodiscard]] const Link* begin(NodeId router) const { return links_.data() + router.value() * degree_; }
  [[nodiscard]] const Link* end(NodeId router) const { return begin(router) + degree_; }
  // The channel to a neighbour; kNoChannel if it is none.
  [[nodiscard]] ChannelId direct(NodeId from, NodeId to) const {
    if (!table_.empty()) {
      const Way way = table_[pair(from, to)];
      return (way & kDirect) != 0 ? channel_of(way) : kNoChannel;
    }
    const Link* const link = std::lower_bound(begin(from), end(from), to, [](const Link& l, NodeId r) { return l.to.value() < r.value(); });
    return link != end(from) && link->to == to ? link->channel : kNoChannel;
  }
  // visit(channel) for the first hop of every shortest way to another router.
  template <typename Visit>
  void for_ways(NodeId from, NodeId to, Visit visit) const {
    if (!table_.empty()) {
      const Way way = table_[pair(from, to)];
      if ((way & kSeveral) == 0) return visit(channel_of(way));
    } else {
      const ChannelId one = direct(from, to);
      if (one != kNoChannel) return visit(one);
    }
    const Link *a = begin(from), *b = begin(to);
    while (a != end(from) && b != end(to)) {
      if (a->to == b->to) visit(a->channel);
      const bool next = a->to.value() <= b->to.value();
      b += b->to.value() <= a->to.value() ? 1 : 0;
      a += next ? 1 : 0;
    }
  }
  // 0, 1 or 2; without a branch from a table, as no predictor knows two routers' distance.
  [[nodiscard]] std::uint16_t distance(NodeId from, NodeId to) const {
    if (!table_.empty()) return static_cast<std::uint16_t>(table_[pair(from, to)] >> kDistanceBits & 3U);
    return from == to ? 0 : direct(from, to) != kNoChannel ? 1 : 2;
  }
  [[nodiscard]] std::uint32_t ways(NodeId from, NodeId to) const {
    std::uint32_t ways = 0;
    for_ways(from, to, [&](ChannelId) { ++ways; });
    return ways;
  }
  // Appends the ways to another router as routes from `route` on, `weight` for each; or says what they are in short.
  void add(NodeId from, NodeId to, std::uint16_t classes, HeaderState next, std::uint64_t weight, std::uint32_t route, Candidates& out) const;
  // (Of a router itself the answer may be any.)
  void take(NodeId from, NodeId to, std::uint16_t classes, HeaderState next, HeaderStep& answer) const {
    answer.classes = classes;
    if (!table_.empty()) {
      const Way way = table_[pair(from, to)];
      answer.channel[0] = channel_of(way);
      answer.next[0] = next;
      answer.kind = HeaderStep::Kind::single;
      if ((way & kSeveral) == 0) return;
    }
    take_several(from, to, next, answer);
  }

 private:
  // The first channel of the only way, or kSeveral; and the distance. Of a router itself channel 0.
  using Way = std::uint32_t;
  static constexpr unsigned kDistanceBits = 28;
  static constexpr Way kSeveral = 0x80000000, kDirect = 1U << kDistanceBits, kTwo = 2U << kDistanceBits;
  static ChannelId channel_of(Way way) { return ChannelId(way & (kDirect - 1)); }
  void take_several(NodeId from, NodeId to, HeaderState next, HeaderStep& answer) const;
  [[nodiscard]] std::size_t pair(NodeId from, NodeId to) const { return std::size_t{from.value()} * topology_.nodes() + to.value(); }
  void fill_table();

  const SlimFlyTopology& topology_;
  std::size_t degree_;
  std::vector<Link> links_;  // routers x degree
  std::vector<Way> table_;   // routers x routers; empty of more than kTabled routers
};

}  // namespace dateline
