#include "sim/cli/analysis/best_routings.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/analysis/competitive/competitive_routing.hpp"
#include "models/analysis/loads/symmetry_check.hpp"
#include "models/analysis/optimal/column_optimizer.hpp"
#include "models/analysis/optimal/found_table.hpp"
#include "models/analysis/optimal/path_optimizer.hpp"
#include "models/analysis/optimal/two_turn_paths.hpp"
#include "models/analysis/throughput/half_optimum.hpp"
#include "models/analysis/throughput/named_optimum.hpp"
#include "models/analysis/worst_case/worst_case.hpp"
#include "models/base/error.hpp"
#include "models/network/symmetry/orbits.hpp"
#include "models/network/topology/grid.hpp"
#include "routing/networks/any_topology/table.hpp"
#include "routing/registry/registry.hpp"
#include "sim/cli/output/progress.hpp"

namespace dateline {
namespace {

// Loads do not depend on VC classes, and to find some takes longer than the rest.
PathTable in_one_class(PathTable table) {
  for (auto& paths : table.paths) {
    for (WeightedPath& path : paths) path.classes.assign(path.channels.size(), 0);
  }
  return table;
}

// A routing by name that nothing beats, if a cut says so: no linear program is needed.
std::optional<RoutingPoint> solve_by_name(const Topology& topology, const Rational& shortest) {
  const Grid* const grid = topology.grid();
  const bool bordered = grid != nullptr && (grid->lines() == Grid::Lines::open || grid->bits());
  if (!bordered || !topology.one_terminal_a_router()) return std::nullopt;
  const char* const name = grid->dimensions() == 2 ? "o1turn" : "dor";
  const auto relation = make_relation(name, topology, {});
  auto found = named_optimum(topology, *relation);
  if (!found || found->mean_hops != shortest) return std::nullopt;
  RoutingPoint point{std::nullopt, std::move(*found), 0, name};
  point.gamma = point.routing.gamma;
  return point;
}

// Whether the program's optimum and what its own prices prove of the table are one number: then that is its worst case.
bool worst_case_proved(const OptimalRouting& routing) {
  const bool exact = !routing.rounded && !routing.stopped;
  return exact && as_limit(routing.lp_gamma) == routing.gamma;
}

RoutingPoint solve(const Topology& topology, const RoutingOptimizer& optimizer, const std::optional<Rational>& limit, std::uint64_t effort) {
  RoutingPoint point{limit, optimizer.solve(limit, effort), 0, {}};
  if (point.routing.table.paths.empty()) return point;
  if (!limit && worst_case_proved(point.routing)) {
    point.gamma = point.routing.gamma;
    return point;
  }
  const TableRouting relation(topology, in_one_class(point.routing.table), "optimal");
  point.gamma = WorstCaseSearch(topology, relation).run().gamma;
  return point;
}

// Paths of two turns alone.
struct TwoTurns {
  RoutingPoint point;
  std::optional<SampleLoads> sample;
};

TwoTurns solve_two_turns(const OptimalSettings& settings, const Topology& topology) {
  const Grid* const grid = topology.grid();
  if (grid == nullptr || !grid->lattice() || grid->bits() || grid->dimensions() != 2) {
    settings.paths.refuse("are of a torus or mesh of two dimensions, not of " + settings.network.topology.text());
  }
  const PathOptimizer optimizer(topology, topology.automorphisms(), [&](NodeId from, NodeId to) { return two_turn_paths(topology, from, to); });
  TwoTurns found;
  if (settings.average.has()) {
    SampleLoads& sample = found.sample.emplace();
    sample.sampling.draws = *settings.average;
    sample.sampling.seed = *settings.seed;
    std::vector<std::vector<TerminalId>> permutations;
    for (std::uint64_t i = 0; i < sample.sampling.draws; ++i) {
      permutations.push_back(drawn_permutation(sample.sampling, i, 0, topology.terminals()));
    }
    found.point.routing = optimizer.best_mean(permutations, *settings.effort);
    sample.lp_mean = found.point.routing.lp_gamma;
  } else {
    found.point.routing = optimizer.best_worst_case(*settings.effort);
  }
  if (found.point.routing.table.paths.empty()) return found;
  const TableRouting relation(topology, in_one_class(found.point.routing.table), "2turn");
  const WorstCaseSearch search(topology, relation);
  found.point.gamma = search.run().gamma;
  if (!found.sample) return found;
  AverageSampling others = found.sample->sampling;
  others.first = others.draws;
  for (const double gamma : drawn_gammas(topology, search.loads(), found.sample->sampling)) found.sample->own.add(gamma);
  for (const double gamma : drawn_gammas(topology, search.loads(), others)) found.sample->others.add(gamma);
  found.point.routing.lp_gamma = to_double(found.point.gamma);
  return found;
}

// The least ratio to the best routing for the same traffic; that of the table is found anew.
struct Competitive {
  RoutingPoint point;
  double lp_ratio = 0;
  AgainstOptimum ratio;
};

Competitive solve_competitive(const Topology& topology, std::uint64_t effort) {
  Competitive found;
  found.point.routing = competitive_routing(topology, topology.automorphisms(), effort);
  found.ratio.stopped = true;
  if (found.point.routing.table.paths.empty()) return found;
  found.lp_ratio = found.point.routing.lp_gamma;
  const TableRouting relation(topology, in_one_class(found.point.routing.table), "competitive");
  const WorstCaseSearch search(topology, relation);
  found.point.gamma = search.run().gamma;
  found.point.routing.lp_gamma = to_double(found.point.gamma);
  const Orbits orbits(topology, usable_symmetries(topology, relation));
  std::vector<ChannelId> channels;
  for (std::uint32_t c = 0; c < topology.channels(); ++c) {
    if (orbits.is_first(ChannelId(c))) channels.emplace_back(c);
  }
  found.ratio = against_optimum(topology, search.loads(), channels, effort);
  return found;
}

// Within a factor of two of the optimum, before any program of routings is solved.
RoutingPoint solve_by_halves(const Topology& topology, std::uint64_t effort) {
  FlowEffort of_flow;
  of_flow.pivots = std::min(of_flow.pivots, effort);
  HalfOptimum half = half_optimum(topology, of_flow);
  RoutingPoint point;
  point.lower = to_double(half.lower);
  const TableRouting relation(topology, in_one_class(half.table), "optimal");
  point.gamma = WorstCaseSearch(topology, relation).run().gamma;
  if (point.gamma > half.upper && !half.rounded) throw InvariantError("a worst case by way of random terminals beyond twice that of uniform traffic");
  point.routing.mean_hops = mean_hops(topology, half.table);
  point.routing.table = std::move(half.table);
  point.routing.gamma = point.gamma;
  point.routing.lp_gamma = to_double(point.gamma);
  point.routing.lp_mean_hops = to_double(point.routing.mean_hops);
  point.routing.rounded = half.rounded;
  point.routing.stopped = true;
  point.routing.pivots = half.pivots;
  return point;
}

// In place of what a program has not found with its effort.
void answer_by_halves(RoutingPoint& point, RoutingPoint half) {
  half.lower = std::max(*half.lower, point.lower.value_or(0));
  half.routing.pivots += point.routing.pivots;
  half.routing.rows = point.routing.rows;
  half.routing.columns = point.routing.columns;
  half.routing.entries = point.routing.entries;
  point = std::move(half);
}

// By columns, where the program of all flows is large. Paths of two turns are a good start on a mesh.
RoutingPoint solve_by_columns(const Topology& topology, std::uint64_t effort, ProgressLine& line) {
  const Grid* const grid = topology.grid();
  PathsOfPair start;
  if (grid != nullptr && grid->lattice() && !grid->bits() && grid->dimensions() == 2) {
    start = [&topology](NodeId from, NodeId to) { return two_turn_paths(topology, from, to); };
  }
  std::optional<RoutingPoint> half;
  if (!start) half = solve_by_halves(topology, effort);
  const double least = std::max(to_double(cut_load(topology)), half ? *half->lower : 0);
  const double most = half ? to_double(half->gamma) : kUnbounded;
  ColumnOptimizer optimizer(topology, topology.automorphisms(), start);
  const auto draw = [&](std::uint64_t round, double lower, double upper) {
    lower = std::max(lower, least);
    upper = std::min(upper, most);
    line.draw(upper > 0 ? lower / upper : 1, fmt::format("round {}: load {:.4f} to {:.4f}", round, lower, upper));
  };
  if (half) draw(0, least, most);
  ColumnOptimizer::Found found = optimizer.solve(effort, draw);
  RoutingPoint point;
  point.lower = std::max(found.lower, least);
  point.routing = std::move(found.routing);
  if (!point.routing.table.paths.empty()) {
    const TableRouting relation(topology, in_one_class(point.routing.table), "optimal");
    point.gamma = WorstCaseSearch(topology, relation).run().gamma;
  }
  if (half && point.routing.stopped && (point.gamma == 0 || point.gamma > half->gamma)) answer_by_halves(point, std::move(*half));
  return point;
}

// A limit that the user gave is kept, or said not to be.
RoutingPoint solve_within(const OptimalSettings& settings, const Topology& topology, const RoutingOptimizer& optimizer,
                          const std::optional<Rational>& limit, std::uint64_t effort) {
  RoutingPoint point = solve(topology, optimizer, limit, effort);
  if (limit && point.gamma > *limit) {
    settings.gamma_limit.refuse(
        fmt::format("is kept but for a rounding: the routing found, which has no simple fractions, has {}; allow that", to_string(point.gamma)));
  }
  return point;
}

}  // namespace

RoutingCurve best_routings(const OptimalSettings& settings, const Topology& topology, const Rational& shortest) {
  if (settings.paths.value_or(OptimalPaths::any) == OptimalPaths::two_turn) {
    TwoTurns two_turns = solve_two_turns(settings, topology);
    return {{std::move(two_turns.point)}, std::nullopt, std::move(two_turns.sample)};
  }
  if (settings.competitive.value_or(false)) {
    Competitive competitive = solve_competitive(topology, *settings.effort);
    return {{std::move(competitive.point)}, std::nullopt, std::nullopt, std::move(competitive.ratio), competitive.lp_ratio};
  }
  const std::uint64_t count = settings.points.value_or(1);
  if (count == 1 && !settings.gamma_limit.has()) {
    if (auto point = solve_by_name(topology, shortest)) return {{std::move(*point)}};
  }
  const std::uint64_t effort = *settings.effort;
  ProgressLine line(*settings.progress);
  const auto draw = [&](std::uint64_t i) {
    line.draw(static_cast<double>(i) / static_cast<double>(count + 1), fmt::format("linear program {} of {}", i + 1, count + 1));
  };
  const std::vector<Symmetry> automorphisms = topology.automorphisms();
  constexpr std::uint64_t kMaxEntries = 4'000'000;
  const RoutingOptimizer any(topology, automorphisms, false, kMaxEntries);
  const RoutingOptimizer shortest_only(topology, automorphisms, true, kMaxEntries);
  RoutingCurve curve;
  constexpr std::size_t kMostRows = 10'000;
  if (count == 1 && !settings.gamma_limit.has() && !*settings.minimal_only && !any.relative() && any.rows() > kMostRows) {
    curve.points.push_back(solve_by_columns(topology, effort, line));
    return curve;
  }
  curve.points.push_back(solve_within(settings, topology, *settings.minimal_only ? shortest_only : any, settings.gamma_limit.get(), effort));
  constexpr std::uint32_t kMostRoutersHalved = 128;  // by way of all of them, for all pairs
  RoutingPoint& first = curve.points.front();
  const bool free = count == 1 && !settings.gamma_limit.has() && !*settings.minimal_only;
  if (free && first.routing.table.paths.empty() && topology.nodes() <= kMostRoutersHalved) {
    answer_by_halves(first, solve_by_halves(topology, effort));
  }
  const Rational from = curve.points.front().gamma;
  if (count == 1 || from == 0) return curve;
  draw(1);
  curve.minimal = solve(topology, shortest_only, std::nullopt, effort);
  const Rational to = curve.minimal->gamma;
  for (std::uint64_t i = 1; i < count && to > from; ++i) {
    draw(i + 1);
    curve.points.push_back(solve(topology, any, Rational(from + (to - from) * Rational(i, count - 1)), effort));
  }
  return curve;
}

}  // namespace dateline
