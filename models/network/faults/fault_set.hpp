// Nodes and links named as failed, each once, on the way to a FaultMap. A link is known by its lesser end, so that both
// its ends name the same link.
#pragma once

#include <set>
#include <vector>

#include "models/network/faults/fault_map.hpp"

namespace dateline {

class FaultSet {
 public:
  // The topology must outlive it.
  explicit FaultSet(const Topology& topology) : topology_(&topology) {}

  // False if it was in before. It must exist.
  bool add(NodeId node) { return nodes_.insert(node).second; }
  bool add(LinkEnd link) { return links_.insert(canonical(link)).second; }
  // False if it was not in.
  bool remove(NodeId node) { return nodes_.erase(node) > 0; }
  bool remove(LinkEnd link) { return links_.erase(canonical(link)) > 0; }
  [[nodiscard]] bool has(NodeId node) const { return nodes_.count(node) > 0; }
  [[nodiscard]] bool has(LinkEnd link) const { return links_.count(canonical(link)) > 0; }
  // Whether a channel leaves through the port.
  [[nodiscard]] bool exists(LinkEnd link) const;
  // All links between two nodes, each by its lesser end, ascending.
  [[nodiscard]] std::vector<LinkEnd> between(NodeId a, NodeId b) const;
  // Nodes not in it; links not in it, at both of whose ends no node is in it. Ascending.
  [[nodiscard]] std::vector<NodeId> other_nodes() const;
  [[nodiscard]] std::vector<LinkEnd> other_links() const;

  [[nodiscard]] const Topology& topology() const { return *topology_; }
  [[nodiscard]] const std::set<NodeId>& nodes() const { return nodes_; }
  [[nodiscard]] FaultMap map() const { return {*topology_, {nodes_.begin(), nodes_.end()}, {links_.begin(), links_.end()}}; }

 private:
  [[nodiscard]] LinkEnd canonical(LinkEnd link) const;

  const Topology* topology_;
  std::set<NodeId> nodes_;
  std::set<LinkEnd> links_;
};

}  // namespace dateline
