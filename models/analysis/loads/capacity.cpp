#include "models/analysis/loads/capacity.hpp"

#include "models/network/topology/grid.hpp"

namespace dateline {

std::optional<Rational> capacity_load(const Topology& topology) {
  const Grid* const grid = topology.grid();
  if (grid == nullptr || !grid->lattice()) return std::nullopt;
  const std::uint32_t terminals = topology.terminals_of(NodeId(0)).size();
  for (std::uint32_t v = 0; v < topology.nodes(); ++v) {
    if (topology.terminals_of(NodeId(v)).size() != terminals) return std::nullopt;
  }
  Rational largest = 0;
  const std::uint64_t parts = grid->lines() == Grid::Lines::rings ? 8 : 4;
  for (int d = 0; d < grid->dimensions(); ++d) {
    const std::uint64_t k = grid->radix(d);
    const Rational load = k % 2 == 0 ? Rational(k, parts) : Rational(k * k - 1, parts * k);
    if (load > largest) largest = load;
  }
  return Rational(largest * terminals);
}

}  // namespace dateline
