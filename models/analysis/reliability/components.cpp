#include "models/analysis/reliability/components.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "models/network/faults/fault_regions.hpp"
#include "models/network/faults/fault_set.hpp"
#include "models/network/topology/grid.hpp"

namespace dateline {
namespace {

class DisjointSets {
 public:
  // `ends`: per member, whether it is one that counts.
  explicit DisjointSets(std::vector<bool> ends) : parent_(ends.size()), ends_(std::move(ends)) { std::iota(parent_.begin(), parent_.end(), 0U); }
  // Whether they were apart, and both held an end.
  bool unite(std::uint32_t a, std::uint32_t b) {
    a = root(a);
    b = root(b);
    if (a == b) return false;
    parent_[a] = b;
    const bool both = ends_[a] && ends_[b];
    ends_[b] = ends_[a] || ends_[b];
    return both;
  }

 private:
  [[nodiscard]] std::uint32_t root(std::uint32_t a) {
    while (parent_[a] != a) a = parent_[a] = parent_[parent_[a]];
    return a;
  }
  std::vector<std::uint32_t> parent_;
  std::vector<bool> ends_;  // of a root: whether its set holds one
};

bool has_way_back(const Topology& topology, const Channel& channel) { return topology.in(channel.from, channel.from_port) != kNoChannel; }

}  // namespace

Components::Components(const Topology& topology, FaultKind kind, const Shape& region)
    : topology_(topology), kind_(kind), size_(topology.nodes()), one_way_(false) {
  for (std::uint32_t v = 0; v < topology.nodes(); ++v) ends_.push_back(!topology.terminals_of(NodeId(v)).empty());
  for (std::uint32_t c = 0; c < topology.channels(); ++c) one_way_ = one_way_ || !has_way_back(topology, topology.channel(ChannelId(c)));
  if (kind == FaultKind::regions) {
    regions_ = region_places(topology, region.source, region.text);
    size_ = static_cast<std::uint32_t>(regions_.size());
  }
  first_link_ = kind == FaultKind::links ? 0 : size_;
  if (kind != FaultKind::links && kind != FaultKind::both) return;
  links_ = FaultSet(topology).other_links();
  size_ = first_link_ + static_cast<std::uint32_t>(links_.size());
  link_of_channel_.resize(topology.channels());
  for (std::uint32_t l = 0; l < links_.size(); ++l) {
    for (const ChannelId c : {topology.out(links_[l].node, links_[l].port), topology.in(links_[l].node, links_[l].port)}) {
      if (c != kNoChannel) link_of_channel_[c.value()] = l;
    }
  }
}

template <typename Visit>
void Components::for_nodes(std::uint32_t component, Visit visit) const {
  if (kind_ == FaultKind::regions) {
    for (const NodeId node : regions_[component]) visit(node);
  } else if (component < first_link_) {
    visit(NodeId(component));
  }
}

std::string Components::counted(std::uint32_t count) const {
  constexpr std::array<const char*, 4> kOne = {"node", "link", "node or link", "region"};
  constexpr std::array<const char*, 4> kSeveral = {"nodes", "links", "nodes or links", "regions"};
  const auto kind = static_cast<std::size_t>(kind_);
  return fmt::format("{} {}", count, count == 1 ? kOne[kind] : kSeveral[kind]);
}

bool Components::alike() const { return kind_ == FaultKind::nodes && topology_.grid() != nullptr && topology_.grid()->cyclic(); }

std::shared_ptr<const FaultMap> Components::map(const ComponentSet& failed) const {
  std::set<NodeId> nodes;
  std::vector<LinkEnd> links;
  for (const std::uint32_t c : failed) {
    for_nodes(c, [&](NodeId node) { nodes.insert(node); });
    if (c >= first_link_) links.push_back(links_[c - first_link_]);
  }
  return std::make_shared<const FaultMap>(topology_, std::vector<NodeId>(nodes.begin(), nodes.end()), std::move(links));
}

Components::Gone Components::gone(const ComponentSet& failed) const {
  Gone gone{std::vector<std::uint32_t>(topology_.nodes(), 0), std::vector<std::uint8_t>(links_.size(), 0)};
  for (const std::uint32_t c : failed) {
    for_nodes(c, [&](NodeId node) { ++gone.nodes[node.value()]; });
    if (c >= first_link_) gone.links[c - first_link_] = 1;
  }
  return gone;
}

bool Components::connected_without(const ComponentSet& failed) const {
  const Gone without = gone(failed);
  NodeId start;
  std::uint32_t healthy = 0;
  for (std::uint32_t v = topology_.nodes(); v-- > 0;) {
    if (without.nodes[v] != 0 || !ends_[v]) continue;
    start = NodeId(v);
    ++healthy;
  }
  if (healthy == 0) return false;
  return reaches_all(start, healthy, without, false) && (!one_way_ || reaches_all(start, healthy, without, true));
}

bool Components::reaches_all(NodeId start, std::uint32_t healthy, const Gone& failed, bool backwards) const {
  std::vector<std::uint32_t> seen = failed.nodes;
  std::vector<NodeId> reached = {start};
  std::uint32_t ends = 0;
  seen[start.value()] = 1;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    ends += ends_[reached[i].value()] ? 1 : 0;
    for (int p = 0; p < topology_.ports(); ++p) {
      const Port port(static_cast<std::uint16_t>(p));
      const ChannelId c = backwards ? topology_.in(reached[i], port) : topology_.out(reached[i], port);
      if (c == kNoChannel || (!links_.empty() && failed.links[link_of_channel_[c.value()]] != 0)) continue;
      const Channel& channel = topology_.channel(c);
      const NodeId next = backwards ? channel.from : channel.to;
      if (seen[next.value()] != 0) continue;
      seen[next.value()] = 1;
      reached.push_back(next);
    }
  }
  return ends == healthy;
}

std::vector<std::uint8_t> Components::connected_after(const ComponentSet& order) const {
  if (!one_way_) return by_disjoint_sets(order);
  std::vector<std::uint8_t> connected;
  for (std::uint32_t f = 0; f <= size_; ++f) {
    connected.push_back(connected_without({order.begin(), order.begin() + static_cast<std::ptrdiff_t>(f)}) ? 1 : 0);
  }
  return connected;
}

std::vector<std::uint8_t> Components::by_disjoint_sets(const ComponentSet& order) const {
  DisjointSets sets(ends_);
  Gone without = gone(order);
  std::uint32_t parts = 0;
  for (std::uint32_t v = 0; v < topology_.nodes(); ++v) parts += without.nodes[v] == 0 && ends_[v] ? 1 : 0;
  for (std::uint32_t c = 0; links_.empty() && c < topology_.channels(); ++c) {  // between nodes that no component holds
    const Channel& channel = topology_.channel(ChannelId(c));
    if (without.nodes[channel.from.value()] + without.nodes[channel.to.value()] != 0) continue;
    parts -= sets.unite(channel.from.value(), channel.to.value()) ? 1 : 0;
  }
  std::vector<std::uint8_t> connected(size_ + 1, 0);
  connected[size_] = parts == 1 ? 1 : 0;
  const auto node_back = [&](NodeId node) {
    if (--without.nodes[node.value()] != 0) return;
    parts += ends_[node.value()] ? 1 : 0;
    for (int p = 0; p < topology_.ports(); ++p) {
      const ChannelId c = topology_.out(node, Port(static_cast<std::uint16_t>(p)));
      if (c == kNoChannel || without.nodes[topology_.channel(c).to.value()] != 0) continue;
      if (!links_.empty() && without.links[link_of_channel_[c.value()]] != 0) continue;
      parts -= sets.unite(node.value(), topology_.channel(c).to.value()) ? 1 : 0;
    }
  };
  for (std::uint32_t f = size_; f-- > 0;) {
    const std::uint32_t back = order[f];
    for_nodes(back, node_back);
    if (back >= first_link_) {
      const LinkEnd link = links_[back - first_link_];
      const NodeId other = peer(topology_, link.node, link.port);
      without.links[back - first_link_] = 0;
      if (without.nodes[link.node.value()] + without.nodes[other.value()] == 0) {
        parts -= sets.unite(link.node.value(), other.value()) ? 1 : 0;
      }
    }
    connected[f] = parts == 1 ? 1 : 0;
  }
  return connected;
}

}  // namespace dateline
