#include "models/mesh/permutations/lump_rules.hpp"

namespace dateline {
namespace {

// A square block of the mesh, `size` to a side.
struct Block {
  std::uint32_t side, row, column, size;
  [[nodiscard]] NodeId at(std::uint32_t i, std::uint32_t j) const { return NodeId((row + i) * side + column + j); }
};

void place_lumps(const LumpShape& shape, const Block& from, const Block& to, std::vector<NodeId>& destination) {
  std::vector<std::uint32_t> used(shape.rows + 1, 0);  // destination rows of each letter, 1..rows
  for (std::uint32_t r = 1; r <= shape.rows; ++r) {
    std::uint32_t column = from.size;
    for (std::uint32_t letter = 1; letter <= r; ++letter) {
      const std::uint32_t packets = letter < r ? shape.repeat : shape.length;
      for (std::uint32_t i = 0; i < packets; ++i) {
        destination[from.at(r - 1, --column).value()] = to.at(used[letter]++, to.size - letter);
      }
    }
  }
}

}  // namespace

std::vector<NodeId> lump_permutation(std::uint32_t side, const LumpShape& shape, bool alone) {
  const std::uint32_t half = side / 2, nodes = side * side;
  const Block from{side, half, 0, half}, to{side, 0, half, half};
  std::vector<NodeId> destination(nodes, kAbsent);
  place_lumps(shape, from, to, destination);
  if (alone) return destination;
  std::vector<bool> taken(nodes, false);
  for (const NodeId d : destination) {
    if (d != kAbsent) taken[d.value()] = true;
  }
  std::uint32_t cell = 0;
  for (std::uint32_t x = 0; x < half * half; ++x) {
    NodeId& d = destination[from.at(x / half, x % half).value()];
    if (d != kAbsent) continue;
    while (taken[to.at(cell / half, cell % half).value()]) ++cell;
    d = to.at(cell / half, cell % half);
    ++cell;
  }
  for (std::uint32_t i = 0; i < half; ++i) {
    for (std::uint32_t j = 0; j < half; ++j) {
      const NodeId source = from.at(i, j);
      destination[nodes - 1 - source.value()] = NodeId(nodes - 1 - destination[source.value()].value());
    }
  }
  for (std::uint32_t x = 0; x < nodes; ++x) {
    if (destination[x] == kAbsent) destination[x] = NodeId(x);
  }
  return destination;
}

std::vector<NodeId> zone_lump_packets(std::uint32_t side, std::uint32_t repeat) {
  const std::uint32_t n = side / 4;
  std::vector<NodeId> destination(std::size_t{side} * side, kAbsent);
  const LumpShape shape{n / 2, 1 + (n - n / 2) / repeat, repeat};
  place_lumps(shape, {side, 3 * n, n, n}, {side, n, 3 * n, n}, destination);
  return destination;
}

}  // namespace dateline
