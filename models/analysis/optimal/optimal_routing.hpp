// The oblivious routing with the best worst case: weighted paths for every pair of nodes such that the worst
// permutation loads the busiest channel least; and among those the one with the fewest hops. Or the fewest hops whose
// worst case stays within a limit: the trade-off between locality and worst-case throughput. Or the best among routings
// on shortest paths.
// Source: B. Towles, W. J. Dally, S. Boyd, "Throughput-centric routing algorithm design", SPAA 2003. Exact numbers:
// exact_routing.hpp.
// Paths are between routers; a router has any number of terminals, and permutations are of terminals.
// Units: gamma in packets/cycle at one packet/terminal/cycle; hops are means over all N^2 pairs of terminals, those of
// one router (0 hops) included.
// Cost: a k-ary 2-cube takes 1 s at k = 12, half a minute at k = 16; a 7x7 mesh, with fewer symmetries, two minutes (by
// columns, column_optimizer.hpp, 20 s).
// Throws ConfigError if no routing keeps the limit, if the topology is not connected, or if it is too large
// (routing_orbits.hpp, max_entries).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/analysis/optimal/routing_program.hpp"
#include "models/base/numbers/rational.hpp"
#include "models/network/relation/path_table.hpp"
#include "models/network/topology/cube_symmetries.hpp"

namespace dateline {

struct OptimalOptions {
  bool minimal_only = false;              // shortest paths only
  std::optional<Rational> gamma_limit;    // if set, fewest hops within it; else the smallest gamma, then fewest hops
  std::uint64_t effort = kNoPivotLimit;   // pivots of each linear program
  std::uint64_t max_entries = 1'000'000;  // of the linear program's matrix
};

struct OptimalRouting {
  PathTable table;      // relative if the translations given reach every node; empty if stopped before any routing was found
  Rational gamma;       // proven: no permutation loads a channel more
  Rational mean_hops;   // of the table
  double lp_gamma = 0;  // the program's: bound and optimum
  double lp_mean_hops = 0;
  bool rounded = false;                              // no exact fractions were found; the table is about 1e-6 worse than the program
  bool stopped = false;                              // by the effort: then the hops are not the fewest, or there is no table
  std::uint64_t rows = 0, columns = 0, entries = 0;  // of the linear program
  std::uint64_t pivots = 0;
};

// One topology, which must outlive this, and any number of limits. `automorphisms`: generators of its symmetries,
// translations marked as such.
class RoutingOptimizer {
 public:
  RoutingOptimizer(const Topology& topology, const std::vector<Symmetry>& automorphisms, bool minimal_only, std::uint64_t max_entries);
  [[nodiscard]] OptimalRouting solve(const std::optional<Rational>& gamma_limit, std::uint64_t effort) const;
  // Whether translations leave one source; rows of its linear programs.
  [[nodiscard]] bool relative() const { return relative_; }
  [[nodiscard]] std::size_t rows() const { return program_.program.rows.size(); }

 private:
  const Topology& topology_;
  RoutingOrbits orbits_;
  RoutingProgram program_;
  bool relative_;
};

// What is wrong with the bandwidths of a network, which the linear programs cannot take; empty if nothing is.
[[nodiscard]] std::string bandwidths_beyond(const Topology& topology);

[[nodiscard]] OptimalRouting optimal_routing(const Topology& topology, const std::vector<Symmetry>& automorphisms,
                                             const OptimalOptions& options = {});

}  // namespace dateline
