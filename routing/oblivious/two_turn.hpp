// 2TURN: the best worst case that paths of two turns have, and then the fewest hops (path_optimizer.hpp), as a table of
// paths on a torus or mesh of two dimensions.
// Source: B. Towles, W. J. Dally, S. Boyd, "Throughput-centric routing algorithm design", SPAA 2003, section 5.2. There
// weights are of k-ary 2-cubes; here of any two radices, and of meshes.
// On tori of 3, 4 and 6 a side no routing has a better worst case and fewer hops.
// Cost: a linear program each time it is made; 8x8 routers under a second. Throws ConfigError beyond 256
// nodes of a torus, 64 of a mesh.
#pragma once

#include "models/network/relation/path_table.hpp"
#include "models/network/topology/topology.hpp"

namespace dateline {

[[nodiscard]] PathTable two_turn_table(const Topology& topology);

}  // namespace dateline
