// The symmetries that a minimal or randomised routing on a cube claims, by its tie rule. Translations: all, under
// parity those that keep coordinates even or odd. Reflections: on a mesh all; on a torus, dimension by dimension, all
// of odd radix, and of even radix under split, union (about 0) and parity (about 1: even coordinates become odd ones, +
// becomes -), not under plus. Swaps of dimensions of equal radix: only if no dimension comes first.
#pragma once

#include <vector>

#include "models/network/relation/relation.hpp"
#include "models/network/topology/cube.hpp"
#include "routing/oblivious/tie_rule.hpp"

namespace dateline {

enum class Dimensions { in_order, alike };

[[nodiscard]] std::vector<Symmetry> claims(const CubeTopology& topology, TieRule tie_rule, Dimensions dimensions);

}  // namespace dateline
