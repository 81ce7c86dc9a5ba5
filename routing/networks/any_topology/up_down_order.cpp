#include "routing/networks/any_topology/up_down_order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "models/base/error.hpp"

namespace dateline {
namespace {

constexpr std::uint32_t kNowhere = 0xffffffffU;

bool failed(const FaultMap* faults, NodeId node) { return faults != nullptr && faults->failed(node); }
bool failed(const FaultMap* faults, ChannelId channel) { return faults != nullptr && faults->failed(channel); }

// Distances from a node over the links that work, and the largest of them.
struct Levels {
  std::vector<std::uint32_t> of_node;
  std::vector<NodeId> order;  // nearest first
  [[nodiscard]] std::uint32_t depth() const { return of_node[order.back().value()]; }
};

Levels levels_from(NodeId root, const Topology& topology, const FaultMap* faults) {
  Levels levels{std::vector<std::uint32_t>(topology.nodes(), kNowhere), {root}};
  levels.of_node[root.value()] = 0;
  for (std::size_t i = 0; i < levels.order.size(); ++i) {
    const NodeId at = levels.order[i];
    for (int p = 0; p < topology.ports(); ++p) {
      const Port port(static_cast<std::uint16_t>(p));
      const ChannelId channel = topology.out(at, port);
      if (channel == kNoChannel || topology.in(at, port) == kNoChannel || failed(faults, channel)) continue;
      const NodeId peer = topology.channel(channel).to;
      if (levels.of_node[peer.value()] != kNowhere) continue;
      levels.of_node[peer.value()] = levels.of_node[at.value()] + 1;
      levels.order.push_back(peer);
    }
  }
  return levels;
}

}  // namespace

NodeId up_down_root(const Topology& topology, const FaultMap* faults) {
  NodeId root(0);
  std::uint32_t least = kNowhere;
  for (std::uint32_t v = 0; v < topology.nodes(); ++v) {
    if (failed(faults, NodeId(v))) continue;
    const std::uint32_t depth = levels_from(NodeId(v), topology, faults).depth();
    if (depth >= least) continue;
    least = depth;
    root = NodeId(v);
  }
  return root;
}

Slopes up_down_slopes(const Topology& topology, const FaultMap* faults, const std::string& name) {
  LegalHops::refuse_many_nodes(topology, name);
  const NodeId root = up_down_root(topology, faults);
  const Levels levels = levels_from(root, topology, faults);
  for (std::uint32_t v = 0; v < topology.nodes(); ++v) {
    if (failed(faults, NodeId(v)) || levels.of_node[v] != kNowhere) continue;
    throw ConfigError("routing", "routing", name,
                      fmt::format("needs a tree of links that work both ways, and none connects nodes {} and {} of topology {}", root.value(), v,
                                  printable(topology.name())));
  }
  const auto place = [&](NodeId node) { return std::make_pair(levels.of_node[node.value()], node.value()); };
  Slopes slopes(topology.channels(), Slope::none);
  for (std::uint32_t c = 0; c < topology.channels(); ++c) {
    const Channel& channel = topology.channel(ChannelId(c));
    if (!failed(faults, ChannelId(c))) slopes[c] = place(channel.to) < place(channel.from) ? Slope::up : Slope::down;
  }
  return slopes;
}

Slopes surviving_slopes(const Topology& topology, const FaultMap* faults, const std::string& name) {
  LegalHops::refuse_many_nodes(topology, name);
  if (faults != nullptr && !faults->connected()) {
    throw ConfigError("routing", "routing", name, fmt::format("has no way between some nodes that live of topology {}", printable(topology.name())));
  }
  Slopes slopes(topology.channels(), Slope::up);
  for (std::uint32_t c = 0; c < topology.channels(); ++c) {
    if (failed(faults, ChannelId(c))) slopes[c] = Slope::none;
  }
  return slopes;
}

}  // namespace dateline
