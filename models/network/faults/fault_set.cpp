#include "models/network/faults/fault_set.hpp"

#include <algorithm>

namespace dateline {

bool FaultSet::exists(LinkEnd link) const {
  return link.node.value() < topology_->nodes() && link.port.value() < topology_->ports() && topology_->out(link.node, link.port) != kNoChannel;
}

LinkEnd FaultSet::canonical(LinkEnd link) const {
  const ChannelId back = topology_->in(link.node, link.port);
  if (back == kNoChannel) return link;
  const Channel& channel = topology_->channel(back);
  return std::min(link, LinkEnd{channel.from, channel.from_port});
}

std::vector<LinkEnd> FaultSet::between(NodeId a, NodeId b) const {
  std::set<LinkEnd> links;
  for (const auto& [from, to] : {std::pair{a, b}, std::pair{b, a}}) {
    for (int p = 0; p < topology_->ports(); ++p) {
      const LinkEnd link{from, Port(static_cast<std::uint16_t>(p))};
      if (exists(link) && peer(*topology_, from, link.port) == to) links.insert(canonical(link));
    }
  }
  return {links.begin(), links.end()};
}

std::vector<NodeId> FaultSet::other_nodes() const {
  std::vector<NodeId> others;
  for (std::uint32_t v = 0; v < topology_->nodes(); ++v) {
    if (!has(NodeId(v))) others.emplace_back(v);
  }
  return others;
}

std::vector<LinkEnd> FaultSet::other_links() const {
  std::vector<LinkEnd> others;
  for (const NodeId node : other_nodes()) {
    for (int p = 0; p < topology_->ports(); ++p) {
      const LinkEnd link{node, Port(static_cast<std::uint16_t>(p))};
      if (!exists(link) || has(peer(*topology_, node, link.port))) continue;
      if (canonical(link) == link && !has(link)) others.push_back(link);
    }
  }
  return others;
}

}  // namespace dateline
