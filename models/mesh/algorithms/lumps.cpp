#include "models/mesh/algorithms/lumps.hpp"

namespace dateline {

Lumps::Lumps(std::uint32_t side, const std::vector<NodeId>& destination) : side_(side), long_(destination.size(), false) {
  std::vector<std::uint32_t> size(side);
  for (std::size_t row = 0; row < side; ++row) {
    const std::size_t first = row * side;
    size.assign(side, 0);
    for (std::size_t i = first; i < first + side; ++i) {
      if (destination[i] != kAbsent) ++size[destination[i].value() % side];
    }
    for (std::size_t i = first; i < first + side; ++i) {
      if (destination[i] == kAbsent) continue;
      const std::uint64_t lump = size[destination[i].value() % side];
      long_[i] = lump * lump >= side;  // lump >= N^(1/4), N = side^2
    }
  }
}

MeshPlan Lumps::plan(MeshPosition source, MeshPosition destination) const {
  const bool is_long = long_[std::size_t{source.row} * side_ + source.column];
  return {is_long ? 0U : 1U, dimension_order_hop(source, destination), true};
}

}  // namespace dateline
