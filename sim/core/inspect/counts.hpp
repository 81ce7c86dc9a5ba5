// Counts that need a look at every packet, up to the end of the last cycle executed. O(VCs).
#pragma once

#include <cstdint>
#include <vector>

#include "sim/core/state/tile.hpp"

namespace dateline {

struct Totals {
  std::uint64_t queued = 0;      // packets in source queues
  std::uint64_t in_network = 0;  // packets that hold an injection VC or are on their way
  std::uint64_t delivered = 0;
  std::uint64_t lost = 0;  // packets taken out by faults
  std::uint64_t injected_flits = 0;
  std::uint64_t ejected_flits = 0;
  std::uint64_t buffered_flits = 0;  // in buffers and on channels
  std::uint64_t lost_flits = 0;      // injected, and taken out by faults
  std::uint64_t discarded = 0;       // packets that arrived with errors and were thrown away
  std::uint64_t discarded_flits = 0;
  std::uint64_t absorbed_flits = 0;  // in the memories of nodes on the way
};
[[nodiscard]] Totals count_totals(const Tile& tile);
// Flits handed over, by the terminal that sent them. Where packets that have erred are thrown away a packet counts when
// it is complete; likewise what is handed over in part.
[[nodiscard]] std::vector<std::uint64_t> count_ejected_flits(const Tile& tile);
// Of a packet that is being handed over at its destination: how many flits have been.
struct PartlyEjected {
  PacketId packet;
  std::uint32_t flits;  // 1 or more, not all
};
[[nodiscard]] std::vector<PartlyEjected> find_partly_ejected(const Tile& tile);
// Adds, to the number of each router, the flits that packets which are leaving the network there have handed over, to a
// terminal or into the memory of the node; with ideal ejection.
void add_partly_handed_over(const Tile& tile, std::vector<std::uint64_t>& by_router);
// What has erred, of flits on channels that may.
[[nodiscard]] ErrorCounts count_link_errors(const Tile& tile);
// To each network channel of the whole network, what its link has sent besides every flit once.
void add_resent_flits(const Tile& tile, std::vector<std::uint64_t>& by_channel);
// Crossings of network channels by all flits.
[[nodiscard]] std::uint64_t count_flit_hops(const Tile& tile);

}  // namespace dateline
