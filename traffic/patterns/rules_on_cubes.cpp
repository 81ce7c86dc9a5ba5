#include "traffic/patterns/rules_on_cubes.hpp"

#include <fmt/format.h>

#include "models/base/error.hpp"

namespace dateline {

void refuse_rule(std::string_view name, const Topology& topology, std::string_view why) {
  throw ConfigError("traffic", "traffic", name, fmt::format("is not defined on topology {}: {}", printable(topology.name()), why));
}

const CubeTopology& cube_for_rule(const Topology& topology, std::string_view name) {
  const CubeTopology* const cube = as_cube(topology);
  if (cube == nullptr) refuse_rule(name, topology, "needs coordinates");
  if (!cube->one_terminal_a_router()) refuse_rule(name, topology, "needs one terminal a router");
  return *cube;
}

std::uint32_t power_of_two_for_rule(const Topology& topology, std::string_view name) {
  const std::uint32_t n = topology.terminals();
  if ((n & (n - 1)) != 0)
    refuse_rule(name, topology, fmt::format("{} {} are no power of two", n, topology.one_terminal_a_router() ? "nodes" : "terminals"));
  return n;
}

}  // namespace dateline
