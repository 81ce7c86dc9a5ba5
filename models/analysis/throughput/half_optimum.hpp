// A routing within a factor of two of the best, and what proves it, without a linear program of routings.
// Every packet goes to a terminal drawn at random first, and from there to its destination, both ways on the best flows
// of uniform traffic. Whatever the permutation, either half of its traffic is uniform, so no channel carries more than
// 2 / theta(uniform). Where the two ways meet, the circle between is left out, which only takes load away.
// No routing has a worst case below 1 / theta of any permutation; nor below that of uniform traffic, which is a mix of
// permutations. So the two are a factor of two apart at most.
// Sources: L. Valiant, "A scheme for fast parallel communication", SIAM J. Comput. 11(2), 1982; worst_traffic.hpp for
// permutations that a network carries badly.
// Cost: concurrent_flow of uniform traffic and of a climb; then N^3 paths. Without flows, by hops and cuts alone, the
// bound costs O(N C) and a matching.
#pragma once

#include <cstdint>

#include "models/analysis/throughput/concurrent_flow.hpp"
#include "models/base/numbers/rational.hpp"
#include "models/network/relation/path_table.hpp"

namespace dateline {

// What no routing's worst case is below.
struct LeastLoad {
  enum class By { cut, uniform, permutation, prices };
  Rational gamma;
  By by = By::uniform;
  std::uint64_t pivots = 0;
};
// cut: of a grid's rows (named_optimum.hpp); uniform: what any routing must load under uniform traffic; permutation:
// under one that the network carries badly; prices: those of a linear program.
constexpr std::array<EnumName<LeastLoad::By>, 4> enum_names(LeastLoad::By) {
  using By = LeastLoad::By;
  return {{{By::cut, "cut"}, {By::uniform, "uniform"}, {By::permutation, "permutation"}, {By::prices, "prices"}}};
}

struct HalfOptimum {
  PathTable table;
  Rational upper;        // it has no larger gamma
  bool rounded = false;  // the flows had no common denominator up to 2^20: they are taken in as many parts
};

// theta of uniform traffic among what lives, own terminal included. The network must be connected, and have two routers
// with terminals. Null faults: nothing has failed. `effort` is that of each flow here.
[[nodiscard]] ConcurrentFlow uniform_flow(const Topology& topology, const FaultMap* faults, FlowPaths paths, const FlowEffort& effort = {});
// `uniform`: its flow over any paths, where nothing has failed.
[[nodiscard]] HalfOptimum half_optimum(const Topology& topology, const ConcurrentFlow& uniform);
// By uniform traffic, whose flow over these paths is given, and by a climb.
[[nodiscard]] LeastLoad least_load(const Topology& topology, FlowPaths paths, const ConcurrentFlow& uniform, const FlowEffort& effort = {});
// The same without flows: what hops, cuts and routers allow of uniform traffic, and hops of the longest permutation.
[[nodiscard]] LeastLoad least_load_by_hops(const Topology& topology, FlowPaths paths);

}  // namespace dateline
