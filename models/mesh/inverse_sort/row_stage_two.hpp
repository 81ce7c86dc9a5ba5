// Stage 2 of one row, run by its local rule on a linear array of 2n processors: T is places 1..n, T' places n+1..2n.
//
// In T the processor at place u sends from step u on, one packet a step, the one of those it holds that goes farthest
// (ties: the one that started nearer the exit of T). A null packet is never sent. T' receives the row at place n+1,
// farthest first: what arrives in step 2n-r has rank r, known from the clock alone; it goes on, one place a step, and
// stops at place n + pos(r).
// Source: Miyano and Iwama, oblivious routing on the mesh, Lemma 2. By the lemma a packet of rank r stops in step 2n -
// r + pos(r) - 1.
// Units: places and ranks from 1; the first step is 1; a packet sent in step t is at the next place from step t+1 on. A
// column is counted along the direction of travel (larger is farther); 0 stands for a null packet.
// Cost: O(n^2). Errors: ConfigError for more than 2048 places; InvariantError if two packets meet in T' or a rank has
// no place.
#pragma once

#include <vector>

namespace dateline {

inline constexpr int kNullPacket = 0;
inline constexpr int kLongestRow = 2048;

struct RowPacket {
  int start = 0;       // place in T
  int column = 0;      // destination
  int enter_step = 0;  // in which it comes to place n+1
  int rank = 0;
  int stop = 0;              // place in T'
  int stop_step = 0;         // in which it comes there; enter_step if that is place n+1
  std::vector<int> crosses;  // the step in which it leaves place start, start+1, ..., stop-1
};

struct RowSchedule {
  std::vector<RowPacket> packets;  // in the order in which they enter T'
  int last_step = 0;               // 0 without packets
  int most_held = 0;               // packets in one processor of T at the start of a step
};

// `columns`: of the packet that starts at place 1, 2, ..., n.
[[nodiscard]] RowSchedule run_stage_2(const std::vector<int>& columns);

}  // namespace dateline
