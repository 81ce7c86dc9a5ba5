// The linear program of a split (split_bound.hpp). Columns: gamma, the packets over each hop of a free place, the
// packets through each other place. Rows: what comes to a place leaves it; the load of a channel is at most gamma x
// bandwidth. Or the same turned round: the largest factor of all starts with loads of at most the bandwidths, the
// factor in place of gamma; it begins at no flow at all, which is a solution, and the primal simplex is some ten times
// as fast where paths are free. Cost O(hops).
#pragma once

#include "models/analysis/adaptive/split_graph.hpp"
#include "models/analysis/optimal/linear_program.hpp"

namespace dateline {

enum class SplitAim { least_load, largest_factor };

struct SplitProgram {
  LinearProgram program;
  std::uint32_t gamma;                // its column, or that of the factor
  std::vector<std::uint32_t> column;  // per hop: of a free place the hop's, else the place's
  std::vector<std::uint32_t> row;     // per channel; kNoRow where no path leads over it
  static constexpr std::uint32_t kNoRow = 0xffffffffU;
};

// `unit`: of bandwidths and of the factor, which are divided by it; of the largest factor alone.
[[nodiscard]] SplitProgram split_program(const Topology& topology, const SplitGraph& graph, SplitAim aim = SplitAim::least_load, double unit = 1);

}  // namespace dateline
