// IVAL, improved Valiant: dimension order up to a node uniform among all N, reversed dimension order (from the last to
// the first) on from there, and every loop cut out of the path. Source: B. Towles, W. J. Dally and S. Boyd, 2003.
// Shorter ways, ties split or +. A packet to its own node stays there. A loop shows only in the whole path, so this is
// a table of paths and not a relation by hops. All paths of node 0 are enumerated, equal ones merged; the other sources
// follow by translation (relative table). A loop is cut as soon as it closes: at the first return to a node. Weights of
// a pair have no common factor. Cost: prod of (k, + 1 if k is even)^2 paths; torus:32x32 takes seconds and 0.2 GB.
// Throws ConfigError on a mesh (it has no translations), above 1,024 nodes, and above 4 million paths (many tied
// dimensions).
#pragma once

#include "models/network/relation/path_table.hpp"
#include "models/network/topology/cube.hpp"
#include "routing/oblivious/tie_rule.hpp"

namespace dateline {

// `tie_rule`: split or plus; parity is no rule that translations keep.
[[nodiscard]] PathTable ival_paths(const CubeTopology& topology, TieRule tie_rule = TieRule::split);

}  // namespace dateline
