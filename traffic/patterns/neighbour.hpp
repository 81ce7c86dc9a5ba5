// "neighbour": the next node in every dimension, x_d -> x_d + 1 mod k_d; on a mesh too, where the last sends to the
// first. Any cube; on a hypercube it is the complement. Source: BookSim's `neighbor`; gem5's goes one node on in
// dimension 0 only. Throws ConfigError where it is not defined.
#pragma once

#include "traffic/patterns/rules_on_grids.hpp"

namespace dateline {

[[nodiscard]] inline std::vector<TerminalId> neighbour(const Topology& topology, std::string_view text) {
  const Grid& t = grid_for_rule(topology, text);
  return by_coordinates(t, [&t](Coordinates x) {
    for (std::size_t d = 0; d < x.size(); ++d) x[d] = (x[d] + 1) % t.radix(static_cast<int>(d));
    return x;
  });
}

}  // namespace dateline
