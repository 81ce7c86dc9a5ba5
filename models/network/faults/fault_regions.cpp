#include "models/network/faults/fault_regions.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"
#include "models/base/text/parse.hpp"
#include "models/network/topology/grid.hpp"

namespace dateline {
namespace {

constexpr const char* kPlacedGrammar = "is written region:NAME@x,y[,z..][:dimsAB], as region:U5@3,3 or region:bar3@1,2,0:dims12";
constexpr const char* kShapeGrammar = "is written NAME[:dimsAB], as block2x2 or bar3:dims12";

// What an error line names: a part of --faults, or a shape by itself.
struct Part {
  Part(std::string_view of_faults) : text(of_faults) {}  // NOLINT(google-explicit-constructor): what a part is, unless said otherwise
  Part(std::string_view shape, const ValueSource& source) : text(shape), component(source.component), key(source.key), grammar(kShapeGrammar) {}
  std::string_view text;
  std::string component = "faults", key = "faults";
  const char* grammar = kPlacedGrammar;
};

[[noreturn]] void refuse(const Part& part, std::string_view rule) { throw ConfigError(part.component, part.key, part.text, rule); }

struct Plane {
  int a = 0, b = 1;
};

Plane plane_of(const Grid& grid, const Part& part, std::string_view suffix) {
  Plane plane;
  if (!suffix.empty()) {
    const bool digits = suffix.size() == 6 && suffix.substr(0, 4) == "dims" && suffix.find_first_not_of("0123456789", 4) == std::string_view::npos;
    if (!digits) refuse(part, part.grammar);
    plane = {suffix[4] - '0', suffix[5] - '0'};
  }
  if (std::max(plane.a, plane.b) >= grid.dimensions() || plane.a == plane.b) {
    refuse(part,
           fmt::format("lies in dimensions {} and {}; the topology has dimensions 0..{}, and a plane two", plane.a, plane.b, grid.dimensions() - 1));
  }
  return plane;
}

// The node of the anchor's coordinates, which name the plane's dimensions first.
std::vector<std::uint32_t> anchor_of(const Grid& grid, const Part& part, Plane plane, std::string_view text) {
  const std::vector<std::string> words = split(text, ',');
  if (words.size() != static_cast<std::size_t>(grid.dimensions())) {
    refuse(part, fmt::format("has an anchor of {} coordinates; the topology has {} dimensions", words.size(), grid.dimensions()));
  }
  std::vector<int> order = {plane.a, plane.b};
  for (int d = 0; d < grid.dimensions(); ++d) {
    if (d != plane.a && d != plane.b) order.push_back(d);
  }
  std::vector<std::uint32_t> anchor(words.size());
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto at = static_cast<std::size_t>(order[i]);
    anchor[at] =
        static_cast<std::uint32_t>(parse_whole({"faults", fmt::format("{}: coordinate {}", part.text, at)}, words[i], 0, grid.radix(order[i]) - 1));
  }
  return anchor;
}

const Grid& plane_grid(const Topology& topology, const Part& part) {
  const Grid* const grid = topology.grid();
  if (grid == nullptr || !grid->lattice() || grid->bits() || grid->dimensions() < 2) {
    refuse(part, fmt::format("is for a torus or mesh of two or more dimensions, not {}", printable(topology.name())));
  }
  return *grid;
}

// The cell's coordinate in dimension `d`.
std::uint32_t placed(const Grid& grid, const Part& part, int d, std::uint32_t from, std::uint32_t offset) {
  const std::uint32_t radix = grid.radix(d), at = from + offset;
  if (offset >= radix) refuse(part, fmt::format("is larger than dimension {} of radix {}", d, radix));
  if (at < radix) return at;
  if (grid.lines() == Grid::Lines::open) refuse(part, fmt::format("lies beyond the border of the mesh in dimension {} of radix {}", d, radix));
  return at - radix;
}

const FaultRegion& region_named(const Part& part, std::string_view name) {
  const auto& table = fault_regions();
  const auto region = std::find_if(table.begin(), table.end(), [&](const FaultRegion& r) { return r.name == name; });
  if (region != table.end()) return *region;
  std::vector<std::string> names;
  for (const FaultRegion& known : table) names.push_back(known.name);
  refuse(part, fmt::format("names region {}, which is {}", printable(name), unknown_name(name, names)));
}

std::vector<NodeId> cells_at(const Grid& grid, const Part& part, const FaultRegion& region, const Plane& plane,
                             const std::vector<std::uint32_t>& anchor) {
  std::vector<NodeId> nodes;
  for (const RegionCell& cell : region.cells) {
    std::vector<std::uint32_t> coordinates = anchor;
    for (const auto& [d, offset] : {std::pair{plane.a, cell.x}, std::pair{plane.b, cell.y}}) {
      auto& x = coordinates[static_cast<std::size_t>(d)];
      x = placed(grid, part, d, x, offset);
    }
    nodes.emplace_back(grid.place_at(coordinates));
  }
  return nodes;
}

// Whether no cell lies beyond the border of a mesh.
bool fits(const Grid& grid, const FaultRegion& region, const Plane& plane, const std::vector<std::uint32_t>& anchor) {
  if (grid.lines() != Grid::Lines::open) return true;
  return std::all_of(region.cells.begin(), region.cells.end(), [&](const RegionCell& cell) {
    return anchor[static_cast<std::size_t>(plane.a)] + cell.x < grid.radix(plane.a) &&
           anchor[static_cast<std::size_t>(plane.b)] + cell.y < grid.radix(plane.b);
  });
}

}  // namespace

const std::vector<FaultRegion>& fault_regions() {
  static const std::vector<FaultRegion> table = {
      {"bar2", {{0, 0}, {0, 1}}},
      {"bar3", {{0, 0}, {0, 1}, {0, 2}}},
      {"hbar3", {{0, 0}, {1, 0}, {2, 0}}},
      {"bar5", {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}}},
      {"dbar2x3", {{0, 0}, {0, 1}, {0, 2}, {2, 0}, {2, 1}, {2, 2}}},
      {"block2x2", {{0, 0}, {0, 1}, {1, 0}, {1, 1}}},
      {"block2x3", {{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}}},
      {"block3x3", {{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}, {2, 0}, {2, 1}, {2, 2}}},
      {"L3", {{0, 0}, {0, 1}, {1, 0}}},
      {"L5", {{0, 0}, {0, 1}, {0, 2}, {1, 0}, {2, 0}}},
      {"L9", {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 0}, {2, 0}, {3, 0}, {4, 0}}},
      {"plus5", {{1, 0}, {0, 1}, {1, 1}, {2, 1}, {1, 2}}},
      {"plus9", {{2, 0}, {2, 1}, {2, 2}, {2, 3}, {2, 4}, {0, 2}, {1, 2}, {3, 2}, {4, 2}}},
      {"T5", {{0, 2}, {1, 2}, {2, 2}, {1, 1}, {1, 0}}},
      {"T10", {{0, 4}, {1, 4}, {2, 4}, {3, 4}, {4, 4}, {2, 0}, {2, 1}, {2, 2}, {2, 3}, {2, 5}}},
      {"U5", {{0, 0}, {0, 1}, {1, 0}, {2, 0}, {2, 1}}},
      {"U7", {{0, 0}, {0, 1}, {0, 2}, {1, 0}, {2, 0}, {2, 1}, {2, 2}}},
      {"U8", {{0, 0}, {0, 1}, {0, 2}, {1, 0}, {2, 0}, {3, 0}, {3, 1}, {3, 2}}},
      {"C7", {{0, 0}, {1, 0}, {2, 0}, {0, 1}, {0, 2}, {1, 2}, {2, 2}}},
      {"H7", {{0, 0}, {0, 1}, {0, 2}, {1, 1}, {2, 0}, {2, 1}, {2, 2}}},
      {"H12", {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {2, 2}, {3, 0}, {3, 1}, {3, 2}, {3, 3}, {3, 4}}},
  };
  return table;
}

std::vector<NodeId> region_nodes(const Topology& topology, std::string_view part, std::string_view text) {
  const std::size_t at = text.find('@');
  if (at == std::string_view::npos) refuse(part, kPlacedGrammar);
  const std::string_view place = text.substr(at + 1);
  const FaultRegion& region = region_named(part, text.substr(0, at));
  const Grid& grid = plane_grid(topology, part);
  const std::size_t colon = place.find(':');
  const std::string_view suffix = colon == std::string_view::npos ? std::string_view{} : place.substr(colon + 1);
  if (colon != std::string_view::npos && suffix.empty()) refuse(part, kPlacedGrammar);
  const Plane plane = plane_of(grid, part, suffix);
  return cells_at(grid, part, region, plane, anchor_of(grid, part, plane, place.substr(0, colon)));
}

std::vector<std::vector<NodeId>> region_places(const Topology& topology, const ValueSource& source, std::string_view text) {
  const Part part(text, source);
  const std::size_t colon = text.find(':');
  const FaultRegion& region = region_named(part, text.substr(0, colon));
  const Grid& grid = plane_grid(topology, part);
  const std::string_view suffix = colon == std::string_view::npos ? std::string_view{} : text.substr(colon + 1);
  if (colon != std::string_view::npos && suffix.empty()) refuse(part, part.grammar);
  const Plane plane = plane_of(grid, part, suffix);
  std::vector<std::vector<NodeId>> places;
  for (std::uint32_t v = 0; v < topology.nodes(); ++v) {
    std::vector<std::uint32_t> anchor;
    for (int d = 0; d < grid.dimensions(); ++d) anchor.push_back(grid.coordinate(v, d));
    if (!fits(grid, region, plane, anchor)) continue;
    std::vector<NodeId> nodes = cells_at(grid, part, region, plane, anchor);
    std::sort(nodes.begin(), nodes.end());
    if (std::find(places.begin(), places.end(), nodes) == places.end()) places.push_back(std::move(nodes));
  }
  if (places.empty()) refuse(part, fmt::format("has no place in topology {}", printable(topology.name())));
  return places;
}

}  // namespace dateline
