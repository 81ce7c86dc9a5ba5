#include "sim/core/inspect/channel_counters.hpp"

namespace dateline {

void ChannelCounters::charge(const Blocked& blocked, Cycle until, IdVector<ChannelId, Counts>& to) const {
  for (const ChannelId channel : blocked.channels) {
    if (p_.numbering.is_network(channel)) to[channel].head_blocked += until - blocked.since;
  }
}

std::vector<ChannelCounters::Counts> ChannelCounters::counts() const {
  IdVector<ChannelId, Counts> now = counts_;
  for (const auto& [at, blocked] : blocked_) charge(blocked, p_.now + 1, now);
  return {now.begin(), now.end()};
}

}  // namespace dateline
