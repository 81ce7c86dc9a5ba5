// What of theta (flow_problem.hpp) is proved without a search: bounds by prices of channels that are 0 or 1. Whatever
// the paths, theta x the sum of amounts x their cheapest ways is at most the bandwidth that has the price 1.
// Hops: every channel has it, and a cheapest way is a shortest one. Cuts: the channels that leave rows first..last-1 of
// a dimension of a grid, or arrive there, for all first and last; what is sent across crosses one at least. Routers:
// the channels that leave one, or arrive.
// So it bounds every routing, adaptive or not: gamma of none, of any split of its packets, is below 1 / theta.
// Cost: O(pairs) for hops and for each dimension; of k rows O(k^2) more.
// Source: hops and cuts, W. Dally and B. Towles 2004, chapter 3; prices, F. Shahrokhi and D. Matula 1990.
#pragma once

#include <vector>

#include "models/analysis/throughput/flow_problem.hpp"

namespace dateline {

struct SimpleBound {
  Rational theta;                 // the least of all; of those that are alike the first
  std::vector<ChannelId> priced;  // of price 1, ascending; the others have 0
};

// The problem must have demands.
[[nodiscard]] SimpleBound simple_bound(const FlowProblem& problem);

}  // namespace dateline
