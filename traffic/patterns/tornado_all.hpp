// "tornado:all": the tornado of every dimension, x_d -> x_d + ceil(k_d / 2) - 1 mod k_d (dimensions of radix 2 stay).
// Torus and mesh with a radix of 3 or more. Source: BookSim's `tornado` (W. J. Dally and B. Towles, 2004, chapter 3);
// the pattern `tornado` shifts dimension 0 only (B. Towles, worst-case permutations; gem5). Throws ConfigError where it
// is not defined, and for another argument than `all`.
#pragma once

#include "models/base/error.hpp"
#include "models/base/text/name_table.hpp"
#include "traffic/patterns/rules_on_grids.hpp"

namespace dateline {

[[nodiscard]] inline std::vector<TerminalId> tornado_all(const Topology& topology, std::string_view text) {
  if (argument_of(text) != "all")
    throw ConfigError("traffic", "traffic", text, "is no pattern; allowed: tornado (dimension 0), tornado:all (every dimension)");
  const Grid& t = grid_for_rule(topology, text);
  bool moves = false;
  for (int d = 0; d < t.dimensions(); ++d) moves = moves || t.radix(d) >= 3;
  if (!moves) refuse_rule(text, topology, "needs a radix of at least 3");
  return by_coordinates(t, [&t](Coordinates x) {
    for (std::size_t d = 0; d < x.size(); ++d) {
      const std::uint32_t k = t.radix(static_cast<int>(d));
      x[d] = (x[d] + (k + 1) / 2 - 1) % k;
    }
    return x;
  });
}

}  // namespace dateline
