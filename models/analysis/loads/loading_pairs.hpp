// Which pairs load a channel under a pattern: for every channel the pairs of ends whose packets it is expected to carry
// most of, and how much all others bring.
// A pair's load is what the pattern sends from one to the other times the expected crossings of the channel by one such
// packet; over all pairs they sum to the channel's load (channel_load.hpp). Exact; units: packets/cycle at one
// packet/terminal/cycle. Ends are routers, or terminals where the relation distinguishes them (walk_ends.hpp).
// Order: the larger load first; of equal ones the lower source, then the lower destination.
// Cost: the pairs of the pattern x the places of a walk. Throws what Propagation does, and BudgetError where `budget`
// would be passed.
#pragma once

#include <cstdint>
#include <vector>

#include "models/base/numbers/exact_fraction.hpp"
#include "models/network/relation/relation.hpp"
#include "models/network/topology/topology.hpp"
#include "models/network/traffic_pattern.hpp"

namespace dateline {

struct LoadingPair {
  std::uint32_t source, destination;  // ends
  ExactFraction load;
};

struct ChannelPairs {
  std::vector<LoadingPair> most;
  std::uint64_t others = 0;  // pairs that load it and are not among these
  ExactFraction of_others;
};

// Per channel, at most `shown` pairs each.
[[nodiscard]] std::vector<ChannelPairs> loading_pairs(const Topology& topology, const RoutingRelation& relation, const TrafficPattern& pattern,
                                                      std::size_t shown, double budget = 1e18);

}  // namespace dateline
