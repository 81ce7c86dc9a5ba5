#include "models/network/topologies.hpp"

#include "models/network/cube.hpp"

namespace dateline {

std::unique_ptr<Topology> make_topology(std::string_view text) { return make_cube(text); }

}  // namespace dateline
