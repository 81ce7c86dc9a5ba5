// Permutations that a network carries worst, whatever its routing.
// Longest: the largest sum of hops (S. Jyothi et al., "Measuring and understanding throughput of network topologies",
// SC 2016), or of prices. Which of several such permutations is taken decides how much is carried: ties are broken as
// the matching does (matching.hpp), that is, the same on every machine.
// Climb: theta(T) is the least of sum b l / sum T dist_l over prices l. From a permutation T the best prices, from them
// the permutation that is longest under them, and so on: theta never rises, and ends at a local minimum.
// Cost: a matching of all terminals, dense; of a climb, a concurrent flow for each of its steps.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "models/analysis/throughput/concurrent_flow.hpp"

namespace dateline {

// `prices` per channel, of the ways that `paths` leaves; empty: hops. Terminals of failed routers go to themselves.
// Null faults: nothing has failed.
[[nodiscard]] std::vector<TerminalId> longest_permutation(const Topology& topology, const FaultMap* faults, const std::vector<Integer>& prices = {},
                                                          FlowPaths paths = FlowPaths::any);

struct Climb {
  std::vector<TerminalId> permutation;
  ConcurrentFlow flow;
  std::uint32_t steps = 0;  // permutations tried beyond the first
};

// `effort` is that of each flow.
[[nodiscard]] Climb climb(const Topology& topology, const FaultMap* faults, FlowPaths paths, std::vector<TerminalId> start, const FlowEffort& effort);

// What a permutation of the terminals asks for; fixed points and terminals of one router ask for nothing.
[[nodiscard]] std::vector<FlowDemand> permutation_demands(const Topology& topology, const FaultMap* faults,
                                                          const std::vector<TerminalId>& permutation);

}  // namespace dateline
