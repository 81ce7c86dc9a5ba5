#include "routing/networks/dragonfly/dragonfly_hops.hpp"

#include <algorithm>

namespace dateline {

DragonflyHops::DragonflyHops(const DragonflyTopology& topology) : topology_(topology), links_(topology.shape().links_between_groups()) {
  const auto& shape = topology.shape();
  at_.reserve(topology.nodes());
  for (std::uint32_t r = 0; r < topology.nodes(); ++r) at_.push_back({r / shape.group_size, r % shape.group_size});
  for (std::uint32_t k = 0; k < shape.global_channels(); ++k) {
    offset_.push_back(k % (shape.groups - 1));
    owner_.push_back({k / shape.global_ports, k % shape.global_ports});
  }
}

std::uint32_t DragonflyHops::links_of(std::uint32_t from, std::uint32_t q, std::uint32_t to) const {
  const std::uint32_t offset = topology_.offset(from, to);
  std::uint32_t links = 0;
  for (std::uint32_t j = 0; j < shape().global_ports; ++j) links += offset_[q * shape().global_ports + j] == offset ? 1 : 0;
  return links;
}

DragonflyHops::Link DragonflyHops::link(std::uint32_t from, std::uint32_t to, std::uint32_t w) const {
  const Owner& owner = owner_[w * (shape().groups - 1) + topology_.offset(from, to)];
  return {owner.place, global(NodeId(from * shape().group_size + owner.place), owner.j)};
}

std::uint32_t DragonflyHops::most_hops(NodeId node, NodeId dst) const {
  if (node == dst) return 0;
  if (group(node) == group(dst)) return 1;
  std::uint32_t most = 0;
  for (std::uint32_t w = 0; w < links_; ++w) {
    const Link by = link(group(node), group(dst), w);
    most = std::max(most, (by.place == place(node) ? 1U : 2U) + (behind(by) == dst ? 0U : 1U));
  }
  return most;
}

void DragonflyHops::add(const Leg& leg, const Stage& stage, std::uint64_t weight, std::uint32_t route, Candidates& out) const {
  const std::uint32_t here = place(leg.node), from = group(leg.node), to = group(leg.dst);
  Candidate c;
  c.route = route;
  c.weight = weight;
  c.classes = stage.local;
  if (from == to) {
    c.channel = within(leg.node, place(leg.dst));
    c.next = stage.inside;
    out.push_back(c);
    return;
  }
  const std::size_t first = out.size();
  const std::uint32_t offset = topology_.offset(from, to), groups = shape().groups - 1;
  for (std::uint32_t k = offset; k < owner_.size(); k += groups) {
    const Owner& owner = owner_[k];
    if (owner.place == here) {
      c.channel = global(leg.node, owner.j);
      c.classes = stage.global;
      c.next = stage.crossed;
    } else if (leg.leaving) {
      continue;
    } else {
      c.channel = within(leg.node, owner.place);
      c.classes = stage.local;
      c.next = stage.leaving;
      if (out.size() > first && out.back().channel == c.channel) {  // links of one router stand together
        out.back().weight += weight;
        continue;
      }
    }
    out.push_back(c);
    ++c.route;
  }
}

void DragonflyHops::take(const Leg& leg, const Stage& stage, HeaderStep& answer) const {
  const std::uint32_t from = group(leg.node), to = group(leg.dst);
  answer.kind = HeaderStep::Kind::single;
  answer.classes = stage.local;
  if (from == to) {
    answer.channel[0] = within(leg.node, place(leg.dst));
    answer.next[0] = stage.inside;
    return;
  }
  const Owner& owner = owner_[topology_.offset(from, to)];
  const bool own = owner.place == place(leg.node);
  answer.channel[0] = own ? global(leg.node, owner.j) : within(leg.node, owner.place);
  answer.next[0] = own ? stage.crossed : stage.leaving;
  if (own) answer.classes = stage.global;
}

}  // namespace dateline
