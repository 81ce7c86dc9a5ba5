// Arrivals that fill the queues of one column although every row is inverse-sorted and sends a packet every fourth
// step.
//
// A row whose packets for the column have ranks r sends the one of rank r so that it is due in step 4(n - pos(r)). The
// attack:
// - upper rows l = 0..m-1, ku packets each, one every 4P steps, P = n/ku: the ranks of one aligned block b (b*ku+1 ..
//   (b+1)*ku), chosen so that row l is due l steps later than row 0, rounded down to the grid of 4: (n - pos(b*ku+1))
//   mod P = floor(l/4) mod P;
// - the victim, row m: the ranks 1..kv;
// - the train, rows m+1, m+2, ...: one packet each, all due in step 4*floor((lo-1)/4), as many as n packets in all and
//   n rows allow; the packet of row m+j comes to row m in the j-th step after that.
// Units: rows and steps from 0, as in column_model.hpp. n rows, n packets at most: what one column of a subplane can
// receive.
// Errors: ConfigError if n is not 4..65536, P not a power of two, a row's packets more than n, or the whole more than
// n.
#pragma once

#include <vector>

#include "models/mesh/column/column_model.hpp"

namespace dateline {

struct ColumnAttack {
  int length = 0;          // n
  int upper_rows = 0;      // m
  int upper_packets = 0;   // ku
  int victim_packets = 0;  // kv
  int train_step = 1;      // lo
};

inline constexpr int kShortestColumn = 4;

// The step in which the last packet leaves a column of n rows at the latest if none ever waits: due in step 4(n-1), n
// rows to go.
[[nodiscard]] constexpr int undelayed_bound(int n) { return 5 * n - 4; }

[[nodiscard]] std::vector<ColumnArrival> attack_arrivals(const ColumnAttack& attack);

}  // namespace dateline
