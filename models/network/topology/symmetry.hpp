// A map of a network's routers onto themselves that its maker claims to keep something: a topology its channels (as
// many from image(a) to image(b) as from a to b), a routing relation its loads too. Claims are generators, and are
// verified before use: of channels by Orbits (models/network/symmetry/orbits.hpp), of loads by the analysis
// (symmetry_check.hpp).
#pragma once

#include <string>
#include <vector>

#include "models/base/ids.hpp"

namespace dateline {

struct Symmetry {
  enum class Kind { translation, automorphism };  // translation: of a torus or hypercube, by Grid::translate
  Kind kind;
  std::string name;
  std::vector<NodeId> image;  // per router: where it goes
};

}  // namespace dateline
