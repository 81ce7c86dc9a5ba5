// The routings that `dateline optimal` finds: by name, by linear programs, by columns, of paths of two turns, against
// the best for the same traffic. Every worst case is found anew by the matching.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/analysis/average/average_case.hpp"
#include "models/analysis/competitive/against_optimum.hpp"
#include "models/analysis/optimal/optimal_routing.hpp"
#include "models/analysis/reliability/estimates.hpp"
#include "models/base/numbers/rational.hpp"
#include "models/network/topology/topology.hpp"
#include "sim/options/analysis_settings.hpp"

namespace dateline {

// One routing on the curve, its worst case found anew by the matching.
struct RoutingPoint {
  std::optional<Rational> limit = {};
  OptimalRouting routing;
  Rational gamma;                    // exact, of the table; 0 if there is none
  std::string named;                 // the routing that it is; empty: of the linear program
  std::optional<double> lower = {};  // by columns: no routing has less
};

// Loads of a routing that was made for a sample of permutations: on that sample, and on another.
struct SampleLoads {
  AverageSampling sampling;
  double lp_mean = 0;  // the program's, on the first sample
  MeanEstimate own, others;
};

// The routings found, and the best of shortest paths where a curve leads there.
struct RoutingCurve {
  std::vector<RoutingPoint> points;
  std::optional<RoutingPoint> minimal = {};
  std::optional<SampleLoads> sample = {};  // of paths of two turns
  std::optional<AgainstOptimum> ratio = {};
  double lp_ratio = 0;
};

// `shortest`: the mean hops of shortest paths over all pairs of terminals.
[[nodiscard]] RoutingCurve best_routings(const OptimalSettings& settings, const Topology& topology, const Rational& shortest);

}  // namespace dateline
