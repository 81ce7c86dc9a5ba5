// Hops in a fat tree or a folded Clos network: a header climbs to a nearest common ancestor of the two leaves, by any
// up ports, and goes down by the only way there is. Cost: O(1) of every question.
// Leaves are numbered as their routers. A router of a level is above as many leaves as all of that level; its
// `place` is one of theirs, and it is above a leaf if both are in the same of the ranges of that size.
#pragma once

#include <cstdint>
#include <vector>

#include "models/network/topology/topology.hpp"

namespace dateline {

class TreeHops {
 public:
  // `topology`, a FatTreeTopology or a ClosTopology, must outlive it.
  explicit TreeHops(const Topology& topology);
  [[nodiscard]] static bool is_tree(const Topology& topology);

  // Whether a router is above the leaf `dst`: then it is the leaf, or the way leads down.
  [[nodiscard]] bool is_above(NodeId router, NodeId dst) const {
    const Place& at = at_[router.value()];
    return at.place / levels_[at.level].leaves == dst.value() / levels_[at.level].leaves;
  }
  // Out of a router above the leaf `dst`, which it is not.
  [[nodiscard]] ChannelId down(NodeId router, NodeId dst) const {
    const Level& level = levels_[at_[router.value()].level];
    return channel(router, dst.value() % level.leaves / level.leaves_below);
  }
  // Up ports of a router, all of which lead to common ancestors: how many, and the channel of one.
  [[nodiscard]] std::uint32_t ups(NodeId router) const { return levels_[at_[router.value()].level].ups; }
  [[nodiscard]] ChannelId up(NodeId router, std::uint32_t j) const { return channel(router, levels_[at_[router.value()].level].first_up + j); }
  // The up port that the digits of a terminal's number choose: at level l digit l - 1, lowest 0, base ups().
  [[nodiscard]] std::uint32_t up_of(NodeId router, std::uint32_t terminal) const {
    const Level& level = levels_[at_[router.value()].level];
    return terminal / level.leaves % level.ups;
  }

 private:
  struct Level {
    std::uint32_t leaves, leaves_below;  // that a router is above, and one of its children
    std::uint32_t first_up, ups;
  };
  struct Place {
    std::uint32_t level, place;
  };
  [[nodiscard]] ChannelId channel(NodeId router, std::uint32_t port) const { return topology_.out(router, Port(static_cast<std::uint16_t>(port))); }

  const Topology& topology_;
  std::vector<Level> levels_;  // of leaves first
  std::vector<Place> at_;      // per router
};

}  // namespace dateline
