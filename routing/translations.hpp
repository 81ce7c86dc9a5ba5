// Generators of the translations of a torus (one step in each dimension) or hypercube (each bit flipped); none on a mesh.
#pragma once

#include <vector>

#include "models/network/cube.hpp"
#include "models/network/relation.hpp"

namespace dateline {

// `keep_parity`: two steps at a time in dimensions of even radix, so that even coordinates stay even (rules that look at parity).
[[nodiscard]] std::vector<Symmetry> translations(const CubeTopology& topology, bool keep_parity);

}  // namespace dateline
