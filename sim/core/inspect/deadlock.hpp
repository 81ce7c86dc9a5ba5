// The watchdog's search: which messages can never move again.
// A header that waits needs any one of the VCs it asks for; such a VC comes free when the worm that holds it moves on.
// A worm queued behind another in a shared buffer (at-tail reuse) needs that one to move on. A header that waits for a
// place in a node's memory needs any one of the messages held there to leave; of those queued there the first needs an
// injection VC, the others need the first. Messages that do not wait can move. What remains after repeatedly marking
// every message that has a free VC, or waits for a movable message, is a knot: a deadlock, whatever else moves.
#pragma once

#include <string>
#include <vector>

#include "sim/core/state/tile.hpp"

namespace dateline {

// Why a blocked message does not move.
struct Wait {
  TerminalId source, destination;  // of the message
  std::uint64_t sequence;
  NodeId at;                 // where its header waits
  ChannelId wanted;          // a channel it waits for; kNoChannel: a place in the memory of `at`
  std::uint32_t wanted_vcs;  // bit mask
};

// A cycle of waits within a set of messages that only wait for each other: every entry waits for VCs held by the
// message of the next one, cyclically.
// Empty if every message can still move.
[[nodiscard]] std::vector<Wait> find_deadlock(const MachineParts& parts);
// "3->4", "ejection of 4": a channel as people read it.
[[nodiscard]] std::string describe_channel(const MachineParts& parts, ChannelId channel);
// What it waits for: a channel as above, or "memory of 4".
[[nodiscard]] std::string describe_wanted(const MachineParts& parts, const Wait& wait);
// "message 0->2 #5 at node 1 waits for channel 1->2 vc 0,1"
[[nodiscard]] std::string describe(const MachineParts& parts, const Wait& wait);

}  // namespace dateline
