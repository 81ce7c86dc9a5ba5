#include "models/network/topology/topology.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"

namespace dateline {

void ChannelTable::add(const Channel& channel) {
  const auto take = [&](std::vector<ChannelId>& slots, NodeId node, Port port) {
    ChannelId& slot = slots[std::size_t{node.value()} * static_cast<std::uint32_t>(ports_) + port.value()];
    if (slot != kNoChannel) throw InvariantError(fmt::format("node {} port {} has two channels", node.value(), port.value()));
    slot = ChannelId(size());
  };
  take(out_, channel.from, channel.from_port);
  take(in_, channel.to, channel.to_port);
  channels_.push_back(channel);
}

void ChannelTable::set_latency(std::uint16_t kind, std::uint16_t latency) {
  for (Channel& channel : channels_) {
    if (channel.kind == kind && channel.latency == 0) channel.latency = latency;
  }
}

LatencyRange latency_range(const Topology& topology, int own) {
  if (topology.channels() == 0) return {own, own};
  LatencyRange range{latency_of(topology.channel(ChannelId(0)), own), 0};
  for (std::uint32_t c = 0; c < topology.channels(); ++c) {
    const int latency = latency_of(topology.channel(ChannelId(c)), own);
    range = {std::min(range.least, latency), std::max(range.largest, latency)};
  }
  return range;
}

ChannelId other_bandwidth(const Topology& topology) {
  for (std::uint32_t c = 0; c < topology.channels(); ++c) {
    if (topology.channel(ChannelId(c)).bandwidth != 1) return ChannelId(c);
  }
  return kNoChannel;
}

void check_links(const Topology& topology, bool one_way) {
  for (std::uint32_t i = 0; i < topology.channels(); ++i) {
    const Channel& c = topology.channel(ChannelId(i));
    const ChannelId back = topology.out(c.to, c.to_port);
    const bool paired = back != kNoChannel || topology.in(c.from, c.from_port) != kNoChannel;
    if (one_way && !paired) continue;
    if (back == kNoChannel || topology.channel(back).to != c.from || topology.channel(back).to_port != c.from_port) {
      throw InvariantError(
          fmt::format("channel {}:{} -> {}:{} has no way back over its link", c.from.value(), c.from_port.value(), c.to.value(), c.to_port.value()));
    }
  }
}

}  // namespace dateline
