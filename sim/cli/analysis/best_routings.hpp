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
#include "models/analysis/throughput/half_optimum.hpp"
#include "models/base/numbers/rational.hpp"
#include "models/network/topology/topology.hpp"
#include "sim/options/analysis_settings.hpp"

namespace dateline {

// Where the routing of a program that was stopped comes from: of the program itself, on the way; a routing by name; by
// way of random terminals (half_optimum.hpp).
enum class FoundBy { program, named, half_optimum };
constexpr std::array<EnumName<FoundBy>, 3> enum_names(FoundBy) {
  return {{{FoundBy::program, "program"}, {FoundBy::named, "named"}, {FoundBy::half_optimum, "half-optimum"}}};
}

// One routing on the curve, its worst case found anew by the matching.
struct RoutingPoint {
  std::optional<Rational> limit = {};
  OptimalRouting routing;
  Rational gamma;                    // exact, of the table; 0 if there is none
  std::string named;                 // the routing that it is; empty: of the linear program
  std::optional<double> lower = {};  // by columns, or of a program that was stopped: no routing has less
  std::optional<FoundBy> found_by = {};            // of a program that was stopped
  LeastLoad::By lower_by = LeastLoad::By::prices;  // where `lower` comes from
};

// Loads of a routing that was made for a sample of permutations: on that sample, and on another.
struct SampleLoads {
  AverageSampling sampling;
  double lp_mean = 0;  // the program's, on the first sample
  MeanEstimate own, others;
  std::optional<double> lower = {};  // of a program that was stopped: no routing has less on the first sample
};

// The routings found, and the best of shortest paths where a curve leads there.
struct RoutingCurve {
  std::vector<RoutingPoint> points;
  std::optional<RoutingPoint> minimal = {};
  std::optional<SampleLoads> sample = {};  // of paths of two turns
  std::optional<AgainstOptimum> ratio = {};
  std::optional<double> lp_ratio = {};  // none: the program was stopped, and it is known that no ratio is below 1
};

// Loads do not depend on VC classes, and to find some takes longer than the rest.
[[nodiscard]] PathTable in_one_class(PathTable table);

// `shortest`: the mean hops of shortest paths over all pairs of terminals.
[[nodiscard]] RoutingCurve best_routings(const OptimalSettings& settings, const Topology& topology, const Rational& shortest);

}  // namespace dateline
