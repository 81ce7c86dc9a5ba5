// What has failed in a network: nodes, and links between nodes that live. Immutable.
// A failed node takes its terminals and all channels at it with it. A failed link is both its channels; its ends stay
// alive, but for routers without terminals that the rest cuts off: no packet can have a use for them, and they count as
// failed, too. Source: F. Safaei et al. 2006, section 2 (static faults, known at both ends of a channel).
// Throws ConfigError: a node or link named twice or that does not exist, no node left.
#pragma once

#include <vector>

#include "models/network/topology/topology.hpp"

namespace dateline {

// A link, by one of its ends: the channel that leaves `node` through `port`, and the one back, if there is one.
struct LinkEnd {
  NodeId node;
  Port port;
  friend bool operator==(LinkEnd a, LinkEnd b) { return a.node == b.node && a.port == b.port; }
  friend bool operator<(LinkEnd a, LinkEnd b) { return a.node == b.node ? a.port < b.port : a.node < b.node; }
};

class FaultMap {
 public:
  // The topology must outlive it.
  FaultMap(const Topology& topology, std::vector<NodeId> nodes, std::vector<LinkEnd> links);

  [[nodiscard]] const Topology& topology() const { return topology_; }
  [[nodiscard]] bool none() const { return nodes_.empty() && links_.empty(); }
  [[nodiscard]] bool failed(NodeId node) const { return node_failed_[node.value()] != 0; }
  // Whether the channel cannot be used: its link, or a node at one of its ends, has failed.
  [[nodiscard]] bool failed(ChannelId channel) const { return channel_failed_[channel.value()] != 0; }
  // The channel that leaves `node` through `port` exists and works.
  [[nodiscard]] bool usable(NodeId node, Port port) const {
    const ChannelId channel = topology_.out(node, port);
    return channel != kNoChannel && !failed(channel);
  }

  // As given, ascending; a link by its lesser end. Links at failed nodes are redundant and kept.
  [[nodiscard]] const std::vector<NodeId>& nodes() const { return nodes_; }
  [[nodiscard]] const std::vector<LinkEnd>& links() const { return links_; }
  [[nodiscard]] std::uint32_t healthy_nodes() const { return topology_.nodes() - static_cast<std::uint32_t>(nodes_.size()) - cut_off_; }
  [[nodiscard]] std::uint32_t healthy_terminals() const { return healthy_terminals_; }
  // Per node: 1 for those that `first`, which lives, reaches along working channels, or that reach it.
  [[nodiscard]] std::vector<std::uint8_t> reached_from(NodeId first, bool forwards) const;
  // Every healthy node can reach every other: all of those that have terminals, and the others that do.
  [[nodiscard]] bool connected() const { return connected_; }

 private:
  void fail_nodes();
  void fail_links();
  void fail(NodeId node);
  // Routers that are cut off fail if all others are connected; whether they are.
  [[nodiscard]] bool leave_connected();

  const Topology& topology_;
  std::vector<NodeId> nodes_;
  std::vector<LinkEnd> links_;
  std::vector<std::uint8_t> node_failed_, channel_failed_;
  std::uint32_t healthy_terminals_, cut_off_ = 0;
  bool connected_;
};

}  // namespace dateline
