#include "models/network/topology/topology.hpp"

#include <fmt/format.h>

#include "models/base/error.hpp"

namespace dateline {

void Topology::add_channel(const Channel& channel) {
  const auto take = [&](std::vector<ChannelId>& slots, NodeId node, Port port) {
    ChannelId& slot = slots[std::size_t{node.value()} * static_cast<std::uint32_t>(ports_) + port.value()];
    if (slot != kNoChannel) throw InvariantError(fmt::format("node {} port {} has two channels", node.value(), port.value()));
    slot = ChannelId(channels());
  };
  take(out_, channel.from, channel.from_port);
  take(in_, channel.to, channel.to_port);
  channels_.push_back(channel);
}

void Topology::place_terminals(std::vector<NodeId> router_of) {
  if (router_of.empty()) throw InvariantError("a topology without terminals");
  std::vector<std::uint32_t> first(std::size_t{nodes_} + 1, 0);
  bool identity = router_of.size() == nodes_;
  for (std::uint32_t t = 0; t < router_of.size(); ++t) {
    const std::uint32_t node = router_of[t].value();
    if (node >= nodes_) throw InvariantError(fmt::format("terminal {} is at router {} of {}", t, node, nodes_));
    if (++first[node + 1] > static_cast<std::uint32_t>(kMaxRouterTerminals))
      throw InvariantError(fmt::format("router {} has too many terminals", node));
    identity = identity && node == t;
  }
  if (identity) return;
  for (std::uint32_t v = 0; v < nodes_; ++v) first[v + 1] += first[v];
  std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
  terminal_.resize(router_of.size());
  for (std::uint32_t t = 0; t < router_of.size(); ++t) terminal_[next[router_of[t].value()]++] = TerminalId(t);
  first_terminal_ = std::move(first);
  router_of_ = std::move(router_of);
}

ChannelId Topology::other_bandwidth() const {
  for (std::uint32_t c = 0; c < channels(); ++c) {
    if (channels_[c].bandwidth != 1) return ChannelId(c);
  }
  return kNoChannel;
}

void Topology::check_links(bool one_way) const {
  for (const Channel& c : channels_) {
    const ChannelId back = out(c.to, c.to_port);
    const bool paired = back != kNoChannel || in(c.from, c.from_port) != kNoChannel;
    if (one_way && !paired) continue;
    if (back == kNoChannel || channel(back).to != c.from || channel(back).to_port != c.from_port) {
      throw InvariantError(
          fmt::format("channel {}:{} -> {}:{} has no way back over its link", c.from.value(), c.from_port.value(), c.to.value(), c.to_port.value()));
    }
  }
}

}  // namespace dateline
