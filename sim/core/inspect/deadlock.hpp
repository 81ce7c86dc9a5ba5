// The watchdog's search: which packets can never move again.
// A head flit that waits needs any one of the VCs it asks for; such a VC comes free when the packet that holds it
// moves on. A packet queued behind another in a shared buffer needs that one to move on, but while it can close up. A
// head flit that waits for a place in a node's memory needs any one of the packets held there to leave; of those
// queued there the first needs an injection VC, the others need the first. Packets that do not wait can move. What
// remains after repeatedly marking every packet that has a free VC, or waits for a movable packet, is a knot: a
// deadlock, whatever else moves.
#pragma once

#include <string>
#include <vector>

#include "sim/core/state/tile.hpp"

namespace dateline {

// Why a blocked packet does not move.
struct WaitFor {
  TerminalId source, destination;  // of the packet
  std::uint64_t sequence;
  NodeId at;                 // where its head flit waits
  ChannelId wanted;          // a channel it waits for; kNoChannel: a slot in the memory of `at`
  std::uint32_t wanted_vcs;  // bit mask
};

// A cycle of waits within a set of packets that only wait for each other: every entry waits for VCs held by the
// packet of the next one, cyclically.
// Empty if every packet can still move.
[[nodiscard]] std::vector<WaitFor> find_deadlock(const Tile& tile);
// "3->4", "ejection of 4": a channel as people read it.
[[nodiscard]] std::string describe_channel(const VcNumbering& numbering, const VcStore& store, ChannelId channel);
// What it waits for: a channel as above, or "memory of 4".
[[nodiscard]] std::string describe_wanted(const Tile& tile, const WaitFor& wait);
// "packet 0->2 #5 at node 1 waits for channel 1->2 vc 0,1"
[[nodiscard]] std::string describe(const Tile& tile, const WaitFor& wait);

}  // namespace dateline
