#include <fmt/format.h>

#include "sim/core/inspect/deadlock.hpp"

namespace dateline {

std::string describe_channel(const MachineParts& parts, ChannelId id) {
  const ChannelState& channel = parts.store.channel(id);
  if (parts.numbering.is_network(id)) return fmt::format("{}->{}", channel.from.value(), channel.to.value());
  const bool injection = parts.numbering.is_injection(parts.numbering.vc(id, 0));
  return fmt::format("{} of {}", injection ? "injection" : "ejection", parts.numbering.terminal_of(id).value());
}

std::string describe_wanted(const MachineParts& parts, const Wait& wait) {
  return wait.wanted == kNoChannel ? fmt::format("memory of {}", wait.at.value()) : describe_channel(parts, wait.wanted);
}

std::string describe(const MachineParts& parts, const Wait& wait) {
  if (wait.wanted == kNoChannel) {
    return fmt::format("message {}->{} #{} at node {} waits for a place in its memory", wait.source.value(), wait.destination.value(), wait.sequence,
                       wait.at.value());
  }
  std::string vcs;
  for (std::uint32_t lane = 0; lane < kMaxVcs; ++lane) {
    if ((wait.wanted_vcs >> lane & 1U) != 0) vcs += fmt::format("{}{}", vcs.empty() ? "" : ",", lane);
  }
  return fmt::format("message {}->{} #{} at node {} waits for channel {} vc {}", wait.source.value(), wait.destination.value(), wait.sequence,
                     wait.at.value(), describe_channel(parts, wait.wanted), vcs);
}

}  // namespace dateline
