#include "models/network/topology/hyperx.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "models/base/error.hpp"
#include "models/base/text/name_table.hpp"
#include "models/base/text/parse.hpp"
#include "models/network/topology/topology_sizes.hpp"

namespace dateline {
namespace {

using Sides = std::vector<std::uint32_t>;

std::uint32_t routers_of(const Sides& sides) {
  std::uint32_t routers = 1;
  for (const std::uint32_t side : sides) {
    if (side < 2) throw InvariantError("a hyperx with a side below 2");
    routers *= side;
  }
  return routers;
}

std::uint32_t ports_of(const Sides& sides) { return std::accumulate(sides.begin(), sides.end(), 0U) - static_cast<std::uint32_t>(sides.size()); }

std::unique_ptr<Topology> make(std::string_view text, const Sides& sides, const std::vector<std::string>& fields) {
  const std::uint32_t terminals = fields.size() > 1 ? read_terminals(text, fields[1]).front() : 1;
  double routers = 1;
  for (const std::uint32_t side : sides) routers *= side;
  check_sizes(text, {routers, routers * ports_of(sides), ports_of(sides), terminals, routers * terminals});
  return std::make_unique<HyperXTopology>(std::string(text), sides, terminals);
}

// A map by a rule on coordinates.
template <typename Rule>
Symmetry by_coordinates(const Grid& grid, std::string name, Rule rule) {
  Symmetry map{Symmetry::Kind::automorphism, std::move(name), {}};
  map.image.reserve(grid.size());
  for (std::uint32_t r = 0; r < grid.size(); ++r) {
    Grid::Coordinates x = grid.coordinates(r);
    rule(x);
    map.image.emplace_back(grid.place_at(x));
  }
  return map;
}

}  // namespace

HyperXTopology::HyperXTopology(const std::string& name, const std::vector<std::uint32_t>& sides, std::uint32_t terminals_a_router)
    : Topology(name, routers_of(sides), static_cast<int>(ports_of(sides))), grid_(sides, Grid::Lines::full) {
  std::uint32_t first = 0;
  for (const std::uint32_t side : sides) {
    first_port_.push_back(first);
    first += side - 1;
  }
  for (std::uint32_t r = 0; r < nodes(); ++r) {
    const Grid::Coordinates x = grid_.coordinates(r);
    std::uint32_t stride = 1;
    for (int d = 0; d < grid_.dimensions(); ++d) {
      const std::uint32_t here = x[static_cast<std::size_t>(d)], base = r - here * stride;
      for (std::uint32_t to = 0; to < grid_.radix(d); ++to) {
        if (to == here) continue;
        add_channel({NodeId(r), port(d, here, to), NodeId(base + to * stride), port(d, to, here), d, 0, 1, static_cast<std::uint16_t>(d)});
      }
      stride *= grid_.radix(d);
    }
  }
  check_links(*this);
  place_terminals(terminals_at_each(nodes(), terminals_a_router));
}

std::vector<std::string> HyperXTopology::kinds() const {
  std::vector<std::string> names;
  for (int d = 0; d < grid_.dimensions(); ++d) names.push_back(fmt::format("dim{}", d));
  return names;
}

std::vector<Symmetry> HyperXTopology::place_symmetries() const {
  std::vector<Symmetry> generators;
  for (int d = 0; d < grid_.dimensions(); ++d) {
    const auto at = static_cast<std::size_t>(d);
    const std::uint32_t side = grid_.radix(d);
    generators.push_back(by_coordinates(grid_, fmt::format("turn of dimension {}", d), [=](Grid::Coordinates& x) { x[at] = (x[at] + 1) % side; }));
    if (side > 2) {
      generators.push_back(by_coordinates(grid_, fmt::format("exchange of places 0 and 1 of dimension {}", d),
                                          [=](Grid::Coordinates& x) { x[at] = x[at] < 2 ? 1 - x[at] : x[at]; }));
    }
  }
  return generators;
}

std::vector<Symmetry> HyperXTopology::automorphisms() const {
  std::vector<Symmetry> generators = place_symmetries();
  for (int d = 0; d < grid_.dimensions(); ++d) {
    const auto at = static_cast<std::size_t>(d);
    const std::uint32_t side = grid_.radix(d);
    int e = d - 1;
    while (e >= 0 && grid_.radix(e) != side) --e;
    if (e < 0) continue;
    generators.push_back(by_coordinates(grid_, fmt::format("swap of dimensions {} and {}", e, d),
                                        [=](Grid::Coordinates& x) { std::swap(x[static_cast<std::size_t>(e)], x[at]); }));
  }
  return generators;
}

std::unique_ptr<Topology> make_hyperx(std::string_view text) {
  const std::vector<std::string> fields = fields_of(text, 2);
  const auto parts = split(fields[0], 'x');
  if (parts.size() > kMaxDimensions) throw ConfigError("topology", "topology", text, fmt::format("must have 1..{} dimensions", kMaxDimensions));
  Sides sides;
  for (const std::string& part : parts) sides.push_back(static_cast<std::uint32_t>(parse_whole({"topology", "hyperx radix"}, part, 2, kMaxPorts)));
  return make(text, sides, fields);
}

std::unique_ptr<Topology> make_full_mesh(std::string_view text) {
  const std::vector<std::string> fields = fields_of(text, 2);
  return make(text, {static_cast<std::uint32_t>(parse_whole({"topology", "fullmesh radix"}, fields[0], 2, kMaxPorts))}, fields);
}

std::optional<std::uint64_t> hyperx_bisection(const Topology& topology) {
  const std::vector<std::uint32_t>& sides = topology.grid()->radices();
  const std::uint64_t least = *std::min_element(sides.begin(), sides.end());
  if (least % 2 != 0) return std::nullopt;
  return topology.nodes() * least / 4;
}

}  // namespace dateline
