// A lattice with as many terminals at every router: what closed forms by dimension hold of.
#pragma once

#include "models/network/topology/grid.hpp"
#include "models/network/topology/topology.hpp"

namespace dateline {

// The grid of its routers; null if the topology is none.
[[nodiscard]] inline const Grid* even_lattice(const Topology& topology) {
  const Grid* const grid = topology.grid();
  if (grid == nullptr || !grid->lattice()) return nullptr;
  const std::uint32_t each = topology.terminals_of(NodeId(0)).size();
  for (std::uint32_t v = 1; v < topology.nodes(); ++v) {
    if (topology.terminals_of(NodeId(v)).size() != each) return nullptr;
  }
  return grid;
}

}  // namespace dateline
