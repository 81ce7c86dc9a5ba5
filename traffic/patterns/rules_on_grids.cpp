#include "traffic/patterns/rules_on_grids.hpp"

#include <fmt/format.h>

#include "models/base/error.hpp"

namespace dateline {

void refuse_rule(std::string_view name, const Topology& topology, std::string_view why) {
  throw ConfigError("traffic", "traffic", name, fmt::format("is not defined on topology {}: {}", printable(topology.name()), why));
}

const Grid& grid_for_rule(const Topology& topology, std::string_view name) {
  const Grid* const grid = topology.terminal_grid();
  if (grid == nullptr)
    refuse_rule(name, topology, topology.grid() == nullptr ? "needs coordinates" : "needs one terminal a router, or a grid of them");
  return *grid;
}

std::uint32_t power_of_two_for_rule(const Topology& topology, std::string_view name) {
  const std::uint32_t n = topology.terminals();
  if ((n & (n - 1)) != 0)
    refuse_rule(name, topology, fmt::format("{} {} are no power of two", n, topology.one_terminal_a_router() ? "nodes" : "terminals"));
  return n;
}

}  // namespace dateline
