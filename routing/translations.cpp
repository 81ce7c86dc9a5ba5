#include "routing/translations.hpp"

#include <fmt/format.h>

namespace dateline {

std::vector<Symmetry> translations(const CubeTopology& topology, bool keep_parity) {
  std::vector<Symmetry> generators;
  if (topology.kind() == CubeTopology::Kind::mesh) return generators;
  for (int d = 0; d < topology.dimensions(); ++d) {
    const std::uint32_t k = topology.radix(d);
    const std::uint32_t step = keep_parity && k % 2 == 0 ? 2 : 1;
    if (step == k) continue;
    std::vector<std::uint32_t> offset(static_cast<std::size_t>(topology.dimensions()), 0);
    offset[static_cast<std::size_t>(d)] = step;
    const NodeId by = topology.node_at(offset);
    Symmetry g{Symmetry::Kind::translation, fmt::format("translation by {} in dimension {}", step, d), {}};
    g.image.reserve(topology.nodes());
    for (std::uint32_t v = 0; v < topology.nodes(); ++v) g.image.push_back(topology.translate(NodeId(v), by));
    generators.push_back(std::move(g));
  }
  return generators;
}

}  // namespace dateline
