#include "models/mesh/permutations/mesh_bounds.hpp"

#include <algorithm>

namespace dateline {
namespace {

// Packets across the line before coordinate x, one way: counted as the ends of the stretches they cover.
class Cuts {
 public:
  explicit Cuts(std::uint32_t side) : forward_(side + 1, 0), backward_(side + 1, 0) {}
  void add(std::uint32_t from, std::uint32_t to) {
    std::vector<std::int64_t>& cuts = from < to ? forward_ : backward_;
    ++cuts[std::min(from, to) + 1];
    --cuts[std::max(from, to) + 1];
  }
  [[nodiscard]] std::uint64_t busiest() const {
    std::int64_t most = 0;
    for (const auto* cuts : {&forward_, &backward_}) {
      std::int64_t sum = 0;
      for (const std::int64_t change : *cuts) most = std::max(most, sum += change);
    }
    return static_cast<std::uint64_t>(most);
  }

 private:
  std::vector<std::int64_t> forward_, backward_;
};

}  // namespace

MeshLowerBound mesh_lower_bound(std::uint32_t side, const std::vector<NodeId>& destination) {
  MeshLowerBound bound;
  Cuts columns(side + 1), rows(side + 1);
  for (std::uint32_t x = 0; x < destination.size(); ++x) {
    if (destination[x] == kAbsent) continue;
    const std::uint32_t i = x / side, j = x % side, to_i = destination[x].value() / side, to_j = destination[x].value() % side;
    if (i != to_i) rows.add(i, to_i);
    if (j != to_j) columns.add(j, to_j);
    bound.farthest = std::max(bound.farthest, (i < to_i ? to_i - i : i - to_i) + (j < to_j ? to_j - j : j - to_j));
  }
  const std::uint64_t most = std::max(rows.busiest(), columns.busiest());
  bound.busiest_cut = static_cast<std::uint32_t>((most + side - 1) / side);
  return bound;
}

}  // namespace dateline
