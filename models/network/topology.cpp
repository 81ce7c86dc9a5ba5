#include "models/network/topology.hpp"

#include <fmt/format.h>

#include "models/network/error.hpp"

namespace dateline {

void Topology::add_channel(const Channel& channel) {
  auto& slot = out_[channel.from.value() * static_cast<std::uint32_t>(ports_) + channel.from_port.value()];
  if (slot != kNoChannel) {
    throw InvariantError(fmt::format("node {} port {} has two channels", channel.from.value(), channel.from_port.value()));
  }
  slot = ChannelId(channels());
  channels_.push_back(channel);
}

void Topology::check_links() const {
  for (const Channel& c : channels_) {
    const ChannelId back = out(c.to, c.to_port);
    if (back == kNoChannel || channel(back).to != c.from || channel(back).to_port != c.from_port) {
      throw InvariantError(
          fmt::format("channel {}:{} -> {}:{} has no way back over its link", c.from.value(), c.from_port.value(), c.to.value(), c.to_port.value()));
    }
  }
}

}  // namespace dateline
