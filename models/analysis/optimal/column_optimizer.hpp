// The oblivious routing with the best worst case by column generation, where the program of all flows
// (routing_program.hpp) is too large: paths are columns, and a flow has its price row only once some path crosses it.
// From the prices of a solution, which are 0 where there is no row, the cheapest path of each pair is found; those that
// are cheaper than the pair's own join the program. When none is, the solution is that of the whole program: a missing
// row is one whose price is 0.
// On the way the sum of the cheapest paths bounds gamma from below, and the program's own is that of a routing. Prices
// that jump from round to round find few good paths, so they are mixed with those of the best bound so far (P.
// Wentges, "Weighted Dantzig-Wolfe decomposition", 1997), and taken as they are too.
// Source of the program: B. Towles, W. J. Dally, S. Boyd, 2003. Units and numbers as of optimal_routing.hpp.
// Cost: of a round a linear program of the paths known, solved from where it was, and Dijkstra's algorithm for one pair
// of each orbit.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <vector>

#include "models/analysis/optimal/linear_program.hpp"
#include "models/analysis/optimal/optimal_routing.hpp"
#include "models/analysis/optimal/path_optimizer.hpp"
#include "models/analysis/optimal/routing_orbits.hpp"

namespace dateline {

class ColumnOptimizer {
 public:
  // The topology must outlive it. `start`: the first paths of a pair; none: a shortest one.
  ColumnOptimizer(const Topology& topology, const std::vector<Symmetry>& automorphisms, const PathsOfPair& start);

  // Between what numbers gamma is, after each round.
  using Tick = std::function<void(std::uint64_t round, double lower, double upper)>;
  struct Found {
    OptimalRouting routing;  // the least gamma, then the fewest hops; `stopped`: either was not reached
    double lower = 0;        // no routing has less, in floating point
    std::uint64_t rounds = 0;
  };
  // `effort`: pivots in all.
  [[nodiscard]] Found solve(std::uint64_t effort, const Tick& tick = {});

 private:
  using Labels = std::vector<std::uint32_t>;  // of the flows that a path takes part in, ascending
  struct Column {
    std::uint32_t pair;
    Labels flows;
    double hops;  // what a weight of 1 adds to the mean hops
  };
  struct Built {  // what the paths known make of it
    LinearProgram program;
    std::uint32_t gamma = 0;
    std::vector<std::uint32_t> price;   // per orbit of prices
    std::vector<std::uint32_t> column;  // per path
    std::vector<std::uint32_t> row;     // per flow label; kNoRow: none
  };
  static constexpr std::uint32_t kNoRow = 0xffffffffU;
  bool add(std::uint32_t pair, const std::vector<ChannelId>& path);
  void begin(Built& built) const;
  void extend(Built& built, bool count_hops) const;
  using Prices = std::vector<double>;  // per flow label
  struct Cheapest {
    double sum;  // over pairs
    bool added;  // a path that is cheaper than what its pair pays
  };
  [[nodiscard]] Prices prices_of(const Built& built, const LinearSolution& solution) const;
  [[nodiscard]] Cheapest add_cheapest(const Prices& looked_at, const Prices& own, const LinearSolution& solution, double hop_cost);
  [[nodiscard]] double pairs_weight(std::uint32_t pair) const;
  void finish(OptimalRouting& routing, const Built& built, const LinearSolution& solution, const std::optional<Rational>& limit) const;

  const Topology& topology_;
  RoutingOrbits orbits_;
  bool relative_;
  std::vector<RoutingOrbits::Pair> pairs_;  // representatives with something to send
  std::vector<std::uint32_t> alike_;        // channels of a pair that a flow label stands for
  std::vector<Column> columns_;
  std::set<Labels> known_;
};

}  // namespace dateline
