// One destination column of the mesh in stages 3 and 4, alone: packets arrive along the rows, turn, and move up to the
// exit.
//
// Row 0 is next to the exit. Each row has three queues of k places: left (from the row), below (from the next row) and
// out. A step:
// (i) an out queue that holds l packets at its start takes at most k - l, left ones first; (ii) every out queue sends
// at most one packet (one that turned here before one that came straight) if the below queue that it faces holds fewer
// than k after (i), and row 0 sends out of the column freely; a packet due in this step enters its left queue likewise.
// One that is refused tries again in each later step, and what is due behind it in its row waits for it.
// Source: Miyano and Iwama, oblivious routing on the mesh, section 4; the rules are those of the mesh machine, cut down
// to one column.
// Units: rows and steps from 0. A packet is blocked in a step if it is due and its row's arrival is refused in that
// step: the first one that waits there and all that are due behind it count.
// Cost: O(links crossed + blocked packet-steps). Errors: ConfigError for a queue or rows below 1, an arrival outside of
// the column.
#pragma once

#include <cstdint>
#include <vector>

namespace dateline {

inline constexpr int kLongestColumn = 1 << 16;
inline constexpr int kLongestColumnQueue = 64;

struct ColumnArrival {
  int row = 0;
  int step = 0;  // in which it is due
};

struct BlockedArrival {
  int row = 0;
  int step = 0;   // the first in which it was blocked
  int steps = 0;  // in how many it was
};

struct ColumnResult {
  std::int64_t packets = 0;
  std::int64_t blocked_packet_steps = 0;
  std::int64_t refused_steps = 0;       // steps with a refused arrival, summed over the rows
  std::vector<BlockedArrival> blocked;  // by first step, then row
  std::vector<int> longest_wait;        // by row: steps between a packet's due step and its entry, at most
  int last_exit_step = -1;              // -1 without packets
  int undelayed_exit_step = -1;         // had every packet moved in every step
  int max_left_queue = 0, max_below_queue = 0, max_out_queue = 0;
};

[[nodiscard]] ColumnResult run_column(int rows, int queue, const std::vector<ColumnArrival>& arrivals);

}  // namespace dateline
