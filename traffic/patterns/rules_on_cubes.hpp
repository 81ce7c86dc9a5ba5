// What permutation rules share: the refusal, the cube that a rule asks for, destinations by a rule on coordinates or on
// the bits of a number.
// All throw ConfigError where the rule named `name` is not defined.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "models/network/topology/cube.hpp"

namespace dateline {

using Coordinates = std::vector<std::uint32_t>;

[[noreturn]] void refuse_rule(std::string_view name, const Topology& topology, std::string_view why);

// The topology as a cube with one terminal a router.
[[nodiscard]] const CubeTopology& cube_for_rule(const Topology& topology, std::string_view name);

// The number of terminals, a power of two.
[[nodiscard]] std::uint32_t power_of_two_for_rule(const Topology& topology, std::string_view name);

// destination(x) = rule(x), coordinate by coordinate.
template <typename Rule>
[[nodiscard]] std::vector<TerminalId> by_coordinates(const CubeTopology& t, Rule rule) {
  std::vector<TerminalId> destination;
  destination.reserve(t.nodes());
  for (std::uint32_t v = 0; v < t.nodes(); ++v) {
    Coordinates x(static_cast<std::size_t>(t.dimensions()));
    for (int d = 0; d < t.dimensions(); ++d) x[static_cast<std::size_t>(d)] = t.coordinate(NodeId(v), d);
    destination.emplace_back(t.node_at(rule(x)).value());
  }
  return destination;
}

}  // namespace dateline
