// The proof of deadlock freedom once more, slow and simple: every place of every pair from the general route graph,
// dependencies as sets of pairs of (channel, class), expected hops as unbounded fractions in topological order. What
// the proof is compared with, field by field.
#pragma once

#include "models/proof/dependency_graph.hpp"

namespace dateline::test {

[[nodiscard]] DeadlockProof reference_proof(const Topology& topology, const RoutingRelation& relation, VcReuse reuse = VcReuse::atomic);

}  // namespace dateline::test
