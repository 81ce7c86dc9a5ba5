// What a relation answers by steps() against what it offers by next(): `single` must be the only candidate, `fork` two
// routes 0 and 1 of equal weight, one candidate each with the same classes, `choice` the ways in ascending order
// without weights, then the escape, and after() their states, `deliver` the only exit; `ask` is always right. Asked
// about all places in one call and about each alone, and of its table, if it has one (step_table.hpp).
#pragma once

#include <string>
#include <vector>

#include "models/network/relation/relation.hpp"
#include "models/network/topology/topology.hpp"

namespace dateline::test {

// All places that headers from these sources to these destinations can reach.
[[nodiscard]] std::vector<HeaderQuery> reachable_places(const Topology& topology, const RoutingRelation& relation,
                                                        const std::vector<std::uint32_t>& sources, const std::vector<std::uint32_t>& destinations);

// The first answer to `queries` that is not what next() says, as text; empty if there is none.
[[nodiscard]] std::string wrong_short_answer(const RoutingRelation& relation, const std::vector<HeaderQuery>& queries);

// Whether start() is the one state 0 between these nodes.
[[nodiscard]] bool always_starts_in_state_0(const RoutingRelation& relation, const std::vector<std::uint32_t>& sources,
                                            const std::vector<std::uint32_t>& destinations);

}  // namespace dateline::test
