// What permutation rules share: the refusal, the terminals' coordinates that a rule asks for, destinations by a rule on
// coordinates or on the bits of a number.
// All throw ConfigError where the rule named `name` is not defined.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "models/network/topology/grid.hpp"
#include "models/network/topology/topology.hpp"

namespace dateline {

using Coordinates = Grid::Coordinates;

[[noreturn]] void refuse_rule(std::string_view name, const Topology& topology, std::string_view why);

// The coordinates of its terminals.
[[nodiscard]] const Grid& grid_for_rule(const Topology& topology, std::string_view name);

// The number of terminals, a power of two.
[[nodiscard]] std::uint32_t power_of_two_for_rule(const Topology& topology, std::string_view name);

// destination(x) = rule(x), coordinate by coordinate.
template <typename Rule>
[[nodiscard]] std::vector<TerminalId> by_coordinates(const Grid& grid, Rule rule) {
  std::vector<TerminalId> destination;
  destination.reserve(grid.size());
  for (std::uint32_t t = 0; t < grid.size(); ++t) destination.emplace_back(grid.place_at(rule(grid.coordinates(t))));
  return destination;
}

}  // namespace dateline
