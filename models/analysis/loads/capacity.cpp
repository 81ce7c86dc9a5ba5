#include "models/analysis/loads/capacity.hpp"

namespace dateline {

std::optional<Rational> capacity_load(const Topology& any) {
  const CubeTopology* const cube = as_cube(any);
  if (cube == nullptr) return std::nullopt;
  const CubeTopology& topology = *cube;
  const std::uint32_t terminals = topology.terminals_of(NodeId(0)).size();
  for (std::uint32_t v = 0; v < topology.nodes(); ++v) {
    if (topology.terminals_of(NodeId(v)).size() != terminals) return std::nullopt;
  }
  Rational largest = 0;
  const std::uint64_t parts = topology.kind() == CubeTopology::Kind::torus ? 8 : 4;
  for (int d = 0; d < topology.dimensions(); ++d) {
    const std::uint64_t k = topology.radix(d);
    const Rational load = k % 2 == 0 ? Rational(k, parts) : Rational(k * k - 1, parts * k);
    if (load > largest) largest = load;
  }
  return Rational(largest * terminals);
}

}  // namespace dateline
