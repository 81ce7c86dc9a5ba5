// The best oblivious routing that uses given paths alone: weights of every pair's paths such that the worst
// permutation loads the busiest channel least, and among those the fewest hops (2TURN); or such that the mean of the
// largest loads of given permutations is least (2TURNA).
// Source: B. Towles, W. J. Dally, S. Boyd, "Throughput-centric routing algorithm design", SPAA 2003. The program is
// that of routing_program.hpp with weights of paths in place of flows: paths of a pair that load alike channels share
// one weight. The permutations' loads become rows when they are crossed.
// Units and numbers as of optimal_routing.hpp. Cost: pairs of one orbit each x their paths x hops; 8x8 routers under a
// second. Throws ConfigError as RoutingOrbits does, and if a pair has no path.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "models/analysis/optimal/linear_program.hpp"
#include "models/analysis/optimal/optimal_routing.hpp"
#include "models/analysis/optimal/routing_orbits.hpp"

namespace dateline {

// Of two routers that differ. Automorphisms, and where every channel has its way back reversal, take paths to paths.
using PathsOfPair = std::function<std::vector<std::vector<ChannelId>>(NodeId source, NodeId destination)>;

class PathOptimizer {
 public:
  // The topology must outlive it.
  PathOptimizer(const Topology& topology, const std::vector<Symmetry>& automorphisms, PathsOfPair paths);

  // OptimalRouting::gamma is the program's, 0 where that is no simple fraction: the table's own worst case may be a
  // rounding above it.
  [[nodiscard]] OptimalRouting best_worst_case(std::uint64_t effort = kNoPivotLimit) const;
  // Over the permutations of terminals given; lp_gamma is their mean; if it was stopped, what the mean is not below.
  [[nodiscard]] OptimalRouting best_mean(const std::vector<std::vector<TerminalId>>& permutations, std::uint64_t effort = kNoPivotLimit) const;

 private:
  using Labels = std::vector<std::uint32_t>;  // of the flows that a path takes part in, ascending
  struct PathClass {
    std::uint32_t pair;  // index of the representative
    Labels flows;
    double hops;  // what a weight of 1 adds to the mean hops
  };
  [[nodiscard]] Labels labels_of(NodeId source, NodeId destination, const std::vector<ChannelId>& path) const;
  void find_classes();
  [[nodiscard]] LinearProgram weights_program() const;
  void add_prices(LinearProgram& program, std::uint32_t gamma) const;
  [[nodiscard]] std::vector<double> flows(const std::vector<double>& x) const;
  [[nodiscard]] std::vector<Rational> weights(const LinearProgram& program, const LinearSolution& solution,
                                              const std::map<std::uint32_t, Rational>& exact_upper, bool& rounded) const;
  [[nodiscard]] bool sum_to_one(const std::vector<Rational>& weights) const;
  [[nodiscard]] std::vector<Rational> whole_parts(const std::vector<double>& x) const;
  [[nodiscard]] PathTable table_of(const std::vector<Rational>& weights) const;
  [[nodiscard]] OptimalRouting found(const LinearProgram& program, const LinearSolution& solution,
                                     const std::map<std::uint32_t, Rational>& exact_upper, std::uint64_t pivots) const;

  const Topology& topology_;
  PathsOfPair paths_;
  RoutingOrbits orbits_;
  bool relative_;
  std::vector<RoutingOrbits::Pair> pairs_;  // representatives with something to send
  std::vector<std::uint32_t> alike_;        // channels of a pair that a flow label stands for
  std::vector<PathClass> classes_;          // each a column of the program
  std::map<Labels, std::uint32_t> class_of_;
};

}  // namespace dateline
