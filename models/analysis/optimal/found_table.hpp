// What the programs of oblivious routings ask alike of what they find.
#pragma once

#include <optional>
#include <vector>

#include "models/base/numbers/rational.hpp"
#include "models/network/relation/path_table.hpp"
#include "models/network/relation/relation.hpp"
#include "models/network/topology/topology.hpp"

namespace dateline {

// Whether the paths from one router tell those from all: then the table is relative, which those of cubes may be
// (path_table.hpp).
[[nodiscard]] bool translations_reach_all(const Topology& topology, const std::vector<Symmetry>& automorphisms);

// The simple fraction that a floating-point optimum is, as a limit of the next program; none if it is no simple one.
[[nodiscard]] std::optional<Rational> as_limit(double gamma);

// Per packet, over all N^2 pairs of terminals, those of one router (0 hops) included. Cost: the hops of all paths.
[[nodiscard]] Rational mean_hops(const Topology& topology, const PathTable& table);

}  // namespace dateline
