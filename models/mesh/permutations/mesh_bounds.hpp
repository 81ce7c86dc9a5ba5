// What no algorithm can beat on a mesh with one packet a channel and step: the farthest packet's distance, and the
// packets that must cross the line between two columns or two rows, spread over its `side` channels. Steps; O(N).
#pragma once

#include <vector>

#include "models/mesh/machine/side.hpp"

namespace dateline {

struct MeshLowerBound {
  std::uint32_t farthest = 0;  // steps: the longest shortest path
  std::uint32_t busiest_cut = 0;
  [[nodiscard]] std::uint32_t steps() const { return farthest > busiest_cut ? farthest : busiest_cut; }
};

// `destination` as for MeshMachine.
[[nodiscard]] MeshLowerBound mesh_lower_bound(std::uint32_t side, const std::vector<NodeId>& destination);

}  // namespace dateline
