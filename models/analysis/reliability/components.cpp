#include "models/analysis/reliability/components.hpp"

#include <algorithm>
#include <numeric>

#include "models/network/faults/fault_set.hpp"
#include "models/network/topology/grid.hpp"

namespace dateline {
namespace {

class DisjointSets {
 public:
  explicit DisjointSets(std::uint32_t size) : parent_(size) { std::iota(parent_.begin(), parent_.end(), 0U); }
  // Whether they were apart.
  bool unite(std::uint32_t a, std::uint32_t b) {
    a = root(a);
    b = root(b);
    parent_[a] = b;
    return a != b;
  }

 private:
  [[nodiscard]] std::uint32_t root(std::uint32_t a) {
    while (parent_[a] != a) a = parent_[a] = parent_[parent_[a]];
    return a;
  }
  std::vector<std::uint32_t> parent_;
};

bool has_way_back(const Topology& topology, const Channel& channel) { return topology.in(channel.from, channel.from_port) != kNoChannel; }

}  // namespace

Components::Components(const Topology& topology, FaultKind kind) : topology_(topology), kind_(kind), size_(topology.nodes()), one_way_(false) {
  for (std::uint32_t c = 0; c < topology.channels(); ++c) one_way_ = one_way_ || !has_way_back(topology, topology.channel(ChannelId(c)));
  if (kind == FaultKind::nodes) return;
  links_ = FaultSet(topology).other_links();
  size_ = static_cast<std::uint32_t>(links_.size());
  link_of_channel_.resize(topology.channels());
  for (std::uint32_t l = 0; l < size_; ++l) {
    for (const ChannelId c : {topology.out(links_[l].node, links_[l].port), topology.in(links_[l].node, links_[l].port)}) {
      if (c != kNoChannel) link_of_channel_[c.value()] = l;
    }
  }
}

bool Components::alike() const { return kind_ == FaultKind::nodes && topology_.grid() != nullptr && topology_.grid()->cyclic(); }

std::shared_ptr<const FaultMap> Components::map(const ComponentSet& failed) const {
  std::vector<NodeId> nodes;
  std::vector<LinkEnd> links;
  for (const std::uint32_t c : failed) {
    if (kind_ == FaultKind::nodes) nodes.emplace_back(c);
    if (kind_ == FaultKind::links) links.push_back(links_[c]);
  }
  return std::make_shared<const FaultMap>(topology_, std::move(nodes), std::move(links));
}

bool Components::connected_without(const ComponentSet& failed) const {
  std::vector<std::uint8_t> gone(size_, 0);
  for (const std::uint32_t c : failed) gone[c] = 1;
  std::uint32_t first = 0, healthy = topology_.nodes();
  if (kind_ == FaultKind::nodes) {
    first = static_cast<std::uint32_t>(std::find(gone.begin(), gone.end(), 0) - gone.begin());
    healthy -= static_cast<std::uint32_t>(failed.size());
  }
  if (healthy == 0) return false;
  return reaches_all(NodeId(first), healthy, gone, false) && (!one_way_ || reaches_all(NodeId(first), healthy, gone, true));
}

bool Components::reaches_all(NodeId start, std::uint32_t healthy, const std::vector<std::uint8_t>& failed, bool backwards) const {
  std::vector<std::uint8_t> seen(topology_.nodes(), 0);
  if (kind_ == FaultKind::nodes) seen = failed;
  std::vector<NodeId> reached = {start};
  reached.reserve(healthy);
  seen[start.value()] = 1;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    for (int p = 0; p < topology_.ports(); ++p) {
      const Port port(static_cast<std::uint16_t>(p));
      const ChannelId c = backwards ? topology_.in(reached[i], port) : topology_.out(reached[i], port);
      if (c == kNoChannel || (kind_ == FaultKind::links && failed[link_of_channel_[c.value()]] != 0)) continue;
      const Channel& channel = topology_.channel(c);
      const NodeId next = backwards ? channel.from : channel.to;
      if (seen[next.value()] != 0) continue;
      seen[next.value()] = 1;
      reached.push_back(next);
    }
  }
  return reached.size() == healthy;
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
  DisjointSets sets(topology_.nodes());
  std::vector<std::uint8_t> healthy(topology_.nodes(), kind_ == FaultKind::links ? 1 : 0);
  std::uint32_t parts = kind_ == FaultKind::links ? topology_.nodes() : 0;
  std::vector<std::uint8_t> connected(size_ + 1, 0);
  connected[size_] = parts == 1 ? 1 : 0;
  for (std::uint32_t f = size_; f-- > 0;) {
    const std::uint32_t back = order[f];
    if (kind_ == FaultKind::links) {
      parts -= sets.unite(links_[back].node.value(), peer(topology_, links_[back].node, links_[back].port).value()) ? 1 : 0;
    } else {
      healthy[back] = 1;
      ++parts;
      for (int p = 0; p < topology_.ports(); ++p) {
        const ChannelId c = topology_.out(NodeId(back), Port(static_cast<std::uint16_t>(p)));
        if (c == kNoChannel || healthy[topology_.channel(c).to.value()] == 0) continue;
        parts -= sets.unite(back, topology_.channel(c).to.value()) ? 1 : 0;
      }
    }
    connected[f] = parts == 1 ? 1 : 0;
  }
  return connected;
}

}  // namespace dateline
