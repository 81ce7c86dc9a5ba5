// Generators of the automorphisms of the cube family that a routing may keep. A relation lists those it claims; the
// analysis verifies them.
// Translations: one step in each dimension of a torus, each bit flipped on a hypercube; none on a mesh.
// Reflections: x_d -> about - x_d mod k_d on a torus (radix 3 and more), x_d -> k_d - 1 - x_d on a mesh; none on a
// hypercube (a translation there).
// Swaps: two dimensions of equal radix change places, one generator for each pair of neighbours among them.
#pragma once

#include <vector>

#include "models/network/topology/cube.hpp"
#include "models/network/topology/symmetry.hpp"

namespace dateline {

// `keep_parity`: two steps at a time in dimensions of even radix, so that even coordinates stay even (rules that look
// at parity).
[[nodiscard]] std::vector<Symmetry> translations(const CubeTopology& topology, bool keep_parity);
// `about` 0 or 1, torus only: about = 1 turns even into odd coordinates where the radix is even. `odd_radix`: only
// dimensions of odd radix.
[[nodiscard]] std::vector<Symmetry> reflections(const CubeTopology& topology, std::uint32_t about, bool odd_radix = false);
[[nodiscard]] std::vector<Symmetry> dimension_swaps(const CubeTopology& topology);
// Generators of all of them together: translations by one, reflections about 0, swaps.
[[nodiscard]] std::vector<Symmetry> topology_automorphisms(const CubeTopology& topology);

}  // namespace dateline
