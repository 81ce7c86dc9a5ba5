#include "models/network/topology/cube_symmetries.hpp"

#include <fmt/format.h>

#include <utility>

namespace dateline {
namespace {

using Coordinates = Grid::Coordinates;

template <typename Rule>
Symmetry by_coordinates(const CubeTopology& topology, Symmetry::Kind kind, std::string name, Rule rule) {
  Symmetry map{kind, std::move(name), {}};
  map.image.reserve(topology.nodes());
  for (std::uint32_t v = 0; v < topology.nodes(); ++v) {
    const std::uint16_t* const x = topology.coordinates(NodeId(v));
    Coordinates y(x, x + topology.dimensions());
    rule(y);
    map.image.push_back(topology.node_at(y));
  }
  return map;
}

}  // namespace

std::vector<Symmetry> translations(const CubeTopology& topology, bool keep_parity) {
  std::vector<Symmetry> generators;
  if (topology.kind() == CubeTopology::Kind::mesh) return generators;
  for (int d = 0; d < topology.dimensions(); ++d) {
    const std::uint32_t k = topology.radix(d);
    const std::uint32_t step = keep_parity && k % 2 == 0 ? 2 : 1;
    if (step == k) continue;
    const auto at = static_cast<std::size_t>(d);
    generators.push_back(by_coordinates(topology, Symmetry::Kind::translation, fmt::format("translation by {} in dimension {}", step, d),
                                        [=](Coordinates& x) { x[at] = (x[at] + step) % k; }));
  }
  return generators;
}

std::vector<Symmetry> reflections(const CubeTopology& topology, std::uint32_t about, bool odd_radix) {
  std::vector<Symmetry> generators;
  if (topology.kind() == CubeTopology::Kind::hypercube) return generators;
  const bool torus = topology.kind() == CubeTopology::Kind::torus;
  for (int d = 0; d < topology.dimensions(); ++d) {
    const std::uint32_t k = topology.radix(d);
    if (odd_radix && k % 2 == 0) continue;
    if (torus && k == 2) continue;  // + and - are parallel channels: no map of nodes distinguishes them
    const auto at = static_cast<std::size_t>(d);
    const std::uint32_t sum = torus ? about : k - 1;
    generators.push_back(by_coordinates(topology, Symmetry::Kind::automorphism, fmt::format("reflection of dimension {}", d),
                                        [=](Coordinates& x) { x[at] = (sum + k - x[at]) % k; }));
  }
  return generators;
}

std::vector<Symmetry> dimension_swaps(const CubeTopology& topology) {
  std::vector<Symmetry> generators;
  for (int d = 1; d < topology.dimensions(); ++d) {
    int e = d - 1;
    while (e >= 0 && topology.radix(e) != topology.radix(d)) --e;
    if (e < 0) continue;
    generators.push_back(by_coordinates(topology, Symmetry::Kind::automorphism, fmt::format("swap of dimensions {} and {}", e, d),
                                        [=](Coordinates& x) { std::swap(x[static_cast<std::size_t>(e)], x[static_cast<std::size_t>(d)]); }));
  }
  return generators;
}

std::vector<Symmetry> topology_automorphisms(const CubeTopology& topology) {
  std::vector<Symmetry> generators = translations(topology, false);
  for (const auto& more : {reflections(topology, 0), dimension_swaps(topology)}) generators.insert(generators.end(), more.begin(), more.end());
  return generators;
}

}  // namespace dateline
