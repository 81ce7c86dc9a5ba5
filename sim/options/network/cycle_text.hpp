// A cycle of dependencies that a proof found, in a line.
#pragma once

#include <string>

#include "models/network/topology/topology.hpp"
#include "models/proof/dependency_graph.hpp"

namespace dateline {

// ": 3->4 (class 0), 4->3 (class 0)", of a cycle with a jump "; jump at 3->4 (class 0)"; nothing if there is none.
[[nodiscard]] std::string cycle_text(const Topology& topology, const DeadlockProof& proof);

}  // namespace dateline
