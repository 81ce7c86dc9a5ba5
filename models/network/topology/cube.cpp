#include "models/network/topology/cube.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"
#include "models/base/join.hpp"
#include "models/base/text/name_table.hpp"
#include "models/base/text/parse.hpp"
#include "models/network/topology/cube_symmetries.hpp"
#include "models/network/topology/topology_sizes.hpp"

namespace dateline {
namespace {

constexpr std::uint64_t kMaxRadix = 32768;

const char* kind_name(CubeTopology::Kind kind) {
  switch (kind) {
    case CubeTopology::Kind::torus:
      return "torus";
    case CubeTopology::Kind::mesh:
      return "mesh";
    case CubeTopology::Kind::hypercube:
      return "hypercube";
  }
  throw InvariantError("unknown kind of cube");
}

Grid::Lines lines_of(CubeTopology::Kind kind) {
  switch (kind) {
    case CubeTopology::Kind::torus:
      return Grid::Lines::rings;
    case CubeTopology::Kind::mesh:
      return Grid::Lines::open;
    case CubeTopology::Kind::hypercube:
      return Grid::Lines::bits;
  }
  throw InvariantError("unknown kind of cube");
}

std::string cube_name(CubeTopology::Kind kind, const std::vector<std::uint32_t>& radices, const std::vector<std::uint32_t>& terminals = {1}) {
  const std::string sizes = kind == CubeTopology::Kind::hypercube ? std::to_string(radices.size()) : join(radices, "x");
  const bool one = terminals == std::vector<std::uint32_t>{1};
  return fmt::format("{}:{}{}", kind_name(kind), sizes, one ? "" : ":t" + join(terminals, "x"));
}

// The number of nodes, after checking every size.
std::uint32_t checked_nodes(CubeTopology::Kind kind, const std::vector<std::uint32_t>& radices) {
  const std::string name = cube_name(kind, radices);
  if (radices.empty() || radices.size() > kMaxDimensions) {
    throw ConfigError("topology", "topology", name, fmt::format("must have 1..{} dimensions", kMaxDimensions));
  }
  double nodes = 1;
  for (const std::uint32_t k : radices) {
    if (k < 2 || k > kMaxRadix || (kind == CubeTopology::Kind::hypercube && k != 2)) {
      throw ConfigError("topology", "topology", name,
                        kind == CubeTopology::Kind::hypercube ? "has a radix other than 2" : fmt::format("has a radix not in 2..{}", kMaxRadix));
    }
    nodes *= k;
  }
  const auto ports = static_cast<std::uint32_t>(radices.size()) * (kind == CubeTopology::Kind::hypercube ? 1 : 2);
  if (nodes > kMaxRouters) check_sizes(name, {nodes, nodes * ports, ports, 1, nodes});
  return static_cast<std::uint32_t>(nodes);
}

}  // namespace

CubeTopology::CubeTopology(Kind kind, std::vector<std::uint32_t> radices, const std::vector<std::uint32_t>& terminals)
    : Topology(cube_name(kind, radices, terminals), checked_nodes(kind, radices),
               static_cast<int>(radices.size()) * (kind == Kind::hypercube ? 1 : 2)),
      kind_(kind),
      grid_(std::move(radices), lines_of(kind)) {
  for (std::uint32_t v = 0; v < nodes(); ++v) {
    std::uint32_t stride = 1;
    for (int d = 0; d < dimensions(); ++d) {
      const std::uint32_t k = radix(d);
      const std::uint32_t x = coordinate(NodeId(v), d);
      const std::uint32_t base = v - x * stride;
      const auto connect = [&](std::uint32_t to, int sign) {
        const int shown_sign = kind_ == Kind::hypercube ? 0 : sign;
        add_channel({NodeId(v), port(d, sign), NodeId(base + to * stride), port(d, -sign), d, shown_sign, 1, static_cast<std::uint16_t>(d)});
      };
      if (kind_ == Kind::hypercube) {
        connect(1 - x, +1);
      } else {
        if (kind_ == Kind::torus || x + 1 < k) connect((x + 1) % k, +1);
        if (kind_ == Kind::torus || x > 0) connect((x + k - 1) % k, -1);
      }
      stride *= k;
    }
  }
  check_links(*this);
  place(terminals);
}

void CubeTopology::place(const std::vector<std::uint32_t>& terminals) {
  std::uint32_t here = 1;
  for (const std::uint32_t factor : terminals) here *= factor;
  check_sizes(name(), {static_cast<double>(nodes()), 0, static_cast<std::uint32_t>(ports()), here, double(nodes()) * here});
  if (here == 1) return;
  if (terminals.size() == 1) {
    place_terminals(terminals_at_each(nodes(), here));
    return;
  }
  Grid::Coordinates radices = grid_.radices();
  for (std::size_t d = 0; d < radices.size(); ++d) radices[d] *= terminals[d];
  terminal_grid_.emplace(std::move(radices));
  std::vector<NodeId> router_of;
  router_of.reserve(terminal_grid_->size());
  for (std::uint32_t t = 0; t < terminal_grid_->size(); ++t) {
    Grid::Coordinates x = terminal_grid_->coordinates(t);
    for (std::size_t d = 0; d < x.size(); ++d) x[d] /= terminals[d];
    router_of.push_back(node_at(x));
  }
  place_terminals(std::move(router_of));
}

std::vector<Symmetry> CubeTopology::automorphisms() const { return topology_automorphisms(*this); }

std::vector<std::string> CubeTopology::kinds() const {
  std::vector<std::string> names;
  for (int d = 0; d < dimensions(); ++d) names.push_back(fmt::format("dim{}", d));
  return names;
}

std::unique_ptr<CubeTopology> make_cube(std::string_view text) {
  const std::string_view kind = kind_of(text);
  const bool hypercube = kind == "hypercube";
  if (!hypercube && kind != "torus" && kind != "mesh") {
    throw ConfigError("topology", "topology", text, "is no cube; allowed: torus:K0xK1x..., mesh:K0xK1x..., hypercube:N");
  }
  const std::vector<std::string> fields = fields_of(text, 2);
  std::vector<std::uint32_t> radices;
  if (hypercube) {
    radices.assign(parse_whole({"topology", "hypercube dimensions"}, fields[0], 1, kMaxDimensions), 2);
  } else {
    const auto parts = split(fields[0], 'x');
    if (parts.size() > kMaxDimensions) {
      throw ConfigError("topology", "topology", text, fmt::format("must have 1..{} dimensions", kMaxDimensions));
    }
    for (const std::string& part : parts) {
      radices.push_back(static_cast<std::uint32_t>(parse_whole({"topology", std::string(kind) + " radix"}, part, 2, kMaxRadix)));
    }
  }
  std::vector<std::uint32_t> terminals = {1};
  if (fields.size() > 1) terminals = read_terminals(text, fields[1], radices.size());
  using Kind = CubeTopology::Kind;
  return std::make_unique<CubeTopology>(hypercube ? Kind::hypercube : kind == "torus" ? Kind::torus : Kind::mesh, std::move(radices), terminals);
}

std::optional<std::uint64_t> cube_bisection(const Topology& topology) {
  const Grid& grid = *topology.grid();
  const std::uint32_t longest = *std::max_element(grid.radices().begin(), grid.radices().end());
  if (longest % 2 != 0) return std::nullopt;
  const std::uint64_t plane = topology.nodes() / longest;
  return grid.lines() == Grid::Lines::rings ? 2 * plane : plane;
}

}  // namespace dateline
