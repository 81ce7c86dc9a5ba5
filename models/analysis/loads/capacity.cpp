#include "models/analysis/loads/capacity.hpp"

#include "models/network/symmetry/even_lattice.hpp"

namespace dateline {

std::optional<Rational> capacity_load(const Topology& topology) {
  const Grid* const grid = even_lattice(topology);
  if (grid == nullptr) return std::nullopt;
  Rational largest = 0;
  const std::uint64_t parts = grid->lines() == Grid::Lines::rings ? 8 : 4;
  for (int d = 0; d < grid->dimensions(); ++d) {
    const std::uint64_t k = grid->radix(d);
    const Rational load = k % 2 == 0 ? Rational(k, parts) : Rational(k * k - 1, parts * k);
    if (load > largest) largest = load;
  }
  return Rational(largest * topology.terminals_of(NodeId(0)).size());
}

}  // namespace dateline
