// A routing within a factor of two of the best, and what proves it, without a linear program of routings.
// Every packet goes to a terminal drawn at random first, and from there to its destination, both ways on the best flows
// of uniform traffic. Whatever the permutation, either half of its traffic is uniform, so no channel carries more than
// 2 / theta(uniform). Where the two ways meet, the circle between is left out, which only takes load away.
// No routing has a worst case below 1 / theta of any permutation; nor below that of uniform traffic, which is a mix of
// permutations. So the two are a factor of two apart at most.
// Sources: L. Valiant, "A scheme for fast parallel communication", SIAM J. Comput. 11(2), 1982; worst_traffic.hpp for
// permutations that a network carries badly.
// Cost: concurrent_flow of uniform traffic and of a climb; then N^3 paths.
#pragma once

#include <cstdint>

#include "models/analysis/throughput/concurrent_flow.hpp"
#include "models/base/numbers/rational.hpp"
#include "models/network/relation/path_table.hpp"

namespace dateline {

struct HalfOptimum {
  PathTable table;
  Rational lower;        // no routing has a smaller gamma
  Rational upper;        // nor has this one a larger
  bool rounded = false;  // the flows had no common denominator up to 2^20: they are taken in as many parts
  std::uint64_t pivots = 0;
};

// The network must be connected, and have two routers with terminals. `effort` is that of each flow.
[[nodiscard]] HalfOptimum half_optimum(const Topology& topology, const FlowEffort& effort = {});

}  // namespace dateline
