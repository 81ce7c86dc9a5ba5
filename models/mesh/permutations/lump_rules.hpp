// Instances full of lumps, long runs of packets of one row for one column (E. Miyano and K. Iwama, section 3): they
// block one another under dimension order with small queues. `rows` rows hold from the right `repeat` packets for each
// of the columns of the rows above and then `length` for their own.
#pragma once

#include <vector>

#include "models/mesh/machine/side.hpp"

namespace dateline {

struct LumpShape {
  std::uint32_t length = 0, rows = 0, repeat = 0;
};

// From the lower-left to the upper-right quarter of the mesh, length + repeat (rows - 1) <= side / 2. The rest of the
// quarter fills what is left of the destination quarter in row-major order, and the upper-right quarter is the point
// reflection; `alone`: the lumps and nothing else.
[[nodiscard]] std::vector<NodeId> lump_permutation(std::uint32_t side, const LumpShape& shape, bool alone);
// From subplane (4,2) to subplane (2,4) alone, n = side / 4: lumps of n/2, as many rows as fit.
[[nodiscard]] std::vector<NodeId> zone_lump_packets(std::uint32_t side, std::uint32_t repeat);

}  // namespace dateline
