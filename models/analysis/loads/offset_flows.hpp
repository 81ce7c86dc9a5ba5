// What messages cross on a mesh, where it follows from how far apart their ends are (ways_by_offset.hpp): one pair of
// routers of each distance and direction is walked, and what crosses channels there is moved along to others.
// The claim is tried: of the pairs whose answer is moved one in 64, drawn by its number, is walked too; another answer
// is an InvariantError.
// Memory: (2 k - 1)^n lists of flows. Cost of a pair: its flows.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "models/network/relation/relation.hpp"
#include "models/network/topology/topology.hpp"

namespace dateline {

// The expected crossings of one channel, by the number of their value.
struct NumberedFlow {
  ChannelId channel;
  std::uint32_t value;
};

class OffsetFlows {
 public:
  // The topology must outlive it.
  explicit OffsetFlows(const Topology& topology) : topology_(topology) {}

  // Whether the flows of this relation can be moved.
  [[nodiscard]] static bool apply(const Topology& topology, const RoutingRelation& relation);

  // The flows from one router to another; walk() returns them, each channel once. Valid until the next call.
  template <typename Walk>
  const std::vector<NumberedFlow>& flows(NodeId from, NodeId to, Walk walk) {
    const auto [it, first] = known_.try_emplace(offset(from, to));
    if (first) {
      it->second = placed_from(from, walk());
    } else if (is_tried(from, to)) {
      check(from, it->second, walk());
    }
    move(it->second, from);
    return moved_;
  }

 private:
  // Of a channel: the router that it leaves, less the source, as numbers; and its port there.
  struct Placed {
    std::uint32_t from_source;
    std::uint32_t value;
    Port port;
  };
  [[nodiscard]] std::uint64_t offset(NodeId from, NodeId to) const;
  [[nodiscard]] static bool is_tried(NodeId from, NodeId to);
  [[nodiscard]] std::vector<Placed> placed_from(NodeId from, const std::vector<NumberedFlow>& flows) const;
  void move(const std::vector<Placed>& placed, NodeId from);
  void check(NodeId from, const std::vector<Placed>& placed, std::vector<NumberedFlow> walked);

  const Topology& topology_;
  std::unordered_map<std::uint64_t, std::vector<Placed>> known_;  // by offset
  std::vector<NumberedFlow> moved_;
};

}  // namespace dateline
