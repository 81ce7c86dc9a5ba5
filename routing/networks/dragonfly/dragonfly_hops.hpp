// Hops on a dragonfly: the group and place of a router, the links between two groups, and the way that minimal routing
// goes from a router to another: a local hop to a router with a link to the other group, the link, a local hop; each of
// several links alike. A router takes a link of its own at once.
// A relation says by a Stage which VC classes a hop may use and which state it leads to. What comes over a local
// channel to take a link says so by its state (`leaving`): it takes one of the router's own.
// Cost: O(1) of a hop where two groups share one link, else O(links); 8 bytes a router.
#pragma once

#include <cstdint>
#include <vector>

#include "models/network/relation/relation.hpp"
#include "models/network/topology/dragonfly.hpp"

namespace dateline {

class DragonflyHops {
 public:
  struct Stage {
    std::uint16_t local, global;  // VC classes
    HeaderState inside;           // after a local hop to the destination
    HeaderState leaving;          // after a local hop to a router with a link
    HeaderState crossed;          // after a link
  };
  struct Leg {
    NodeId node, dst;  // two routers
    bool leaving;
  };

  // The topology must outlive it.
  explicit DragonflyHops(const DragonflyTopology& topology);

  [[nodiscard]] const DragonflyTopology& topology() const { return topology_; }
  [[nodiscard]] const DragonflyTopology::Shape& shape() const { return topology_.shape(); }
  [[nodiscard]] std::uint32_t links() const { return links_; }  // between two groups
  [[nodiscard]] std::uint32_t group(NodeId router) const { return at_[router.value()].group; }
  // In its group.
  [[nodiscard]] std::uint32_t place(NodeId router) const { return at_[router.value()].place; }
  // The channel to another place of the group.
  [[nodiscard]] ChannelId within(NodeId router, std::uint32_t place) const {
    return topology_.out(router, Port(static_cast<std::uint16_t>(place < at_[router.value()].place ? place : place - 1)));
  }
  // Global channel j of a router.
  [[nodiscard]] ChannelId global(NodeId router, std::uint32_t j) const { return topology_.out(router, topology_.global_port(j)); }
  // The links of place q to group `to` among the H of its router in group `from`.
  [[nodiscard]] std::uint32_t links_of(std::uint32_t from, std::uint32_t q, std::uint32_t to) const;
  // Whether global channel j of a router leads to group `to`.
  [[nodiscard]] bool leads_to(NodeId router, std::uint32_t j, std::uint32_t to) const {
    return offset_[place(router) * shape().global_ports + j] == topology_.offset(group(router), to);
  }
  // Link w < links() from a group to another: the place that has it and its channel.
  struct Link {
    std::uint32_t place;
    ChannelId channel;
  };
  [[nodiscard]] Link link(std::uint32_t from, std::uint32_t to, std::uint32_t w) const;
  // The router that a link leads to.
  [[nodiscard]] NodeId behind(const Link& link) const { return topology_.channel(link.channel).to; }
  // The most hops that minimal routing makes from a router to another.
  [[nodiscard]] std::uint32_t most_hops(NodeId node, NodeId dst) const;

  // How many ways the leg may begin, all alike.
  [[nodiscard]] std::uint32_t ways(const Leg& leg) const {
    if (group(leg.node) == group(leg.dst)) return 1;
    return leg.leaving ? links_of(group(leg.node), place(leg.node), group(leg.dst)) : links_;
  }
  // Appends the leg's hops as routes from `route` on, `weight` for each of the ways.
  void add(const Leg& leg, const Stage& stage, std::uint64_t weight, std::uint32_t route, Candidates& out) const;
  // The leg's hop where there is one way only: between groups that share one link.
  void take(const Leg& leg, const Stage& stage, HeaderStep& answer) const;

 private:
  struct Place {
    std::uint32_t group, place;
  };
  struct Owner {
    std::uint32_t place, j;
  };
  const DragonflyTopology& topology_;
  std::uint32_t links_;
  std::vector<Place> at_;              // per router
  std::vector<std::uint32_t> offset_;  // per global channel of a group: its o
  std::vector<Owner> owner_;           // per global channel of a group: the place that has it as its channel j
};

}  // namespace dateline
