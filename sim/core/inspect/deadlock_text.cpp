#include <fmt/format.h>

#include "sim/core/inspect/deadlock.hpp"

namespace dateline {

std::string describe_channel(const VcNumbering& numbering, const VcStore& store, ChannelId id) {
  const ChannelState& channel = store.channel(id);
  if (numbering.is_network(id)) return fmt::format("{}->{}", channel.from.value(), channel.to.value());
  const bool injection = numbering.is_injection(numbering.vc(id, 0));
  const std::string port = numbering.nic_ports() == 1 ? "" : fmt::format(" port {}", numbering.nic_port_of(id));
  return fmt::format("{} of {}{}", injection ? "injection" : "ejection", numbering.terminal_of(id).value(), port);
}

std::string describe_wanted(const Tile& tile, const WaitFor& wait) {
  return wait.wanted == kNoChannel ? fmt::format("memory of {}", wait.at.value()) : describe_channel(tile.numbering, tile.store, wait.wanted);
}

std::string describe(const Tile& tile, const WaitFor& wait) {
  if (wait.wanted == kNoChannel) {
    return fmt::format("packet {}->{} #{} at node {} waits for a place in its memory", wait.source.value(), wait.destination.value(), wait.sequence,
                       wait.at.value());
  }
  std::string vcs;
  for (std::uint32_t vc_index = 0; vc_index < kMaxVcs; ++vc_index) {
    if ((wait.wanted_vcs >> vc_index & 1U) != 0) vcs += fmt::format("{}{}", vcs.empty() ? "" : ",", vc_index);
  }
  return fmt::format("packet {}->{} #{} at node {} waits for channel {} vc {}", wait.source.value(), wait.destination.value(), wait.sequence,
                     wait.at.value(), describe_channel(tile.numbering, tile.store, wait.wanted), vcs);
}

}  // namespace dateline
