#include "sim/cli/analysis/best_routings.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/analysis/competitive/competitive_routing.hpp"
#include "models/analysis/optimal/column_optimizer.hpp"
#include "models/analysis/optimal/found_table.hpp"
#include "models/analysis/optimal/path_optimizer.hpp"
#include "models/analysis/optimal/two_turn_paths.hpp"
#include "models/analysis/throughput/named_optimum.hpp"
#include "models/analysis/throughput/network_throughput.hpp"
#include "models/analysis/throughput/simple_bound.hpp"
#include "models/analysis/throughput/worst_traffic.hpp"
#include "models/analysis/worst_case/worst_case.hpp"
#include "models/base/error.hpp"
#include "models/network/topology/grid.hpp"
#include "routing/networks/any_topology/table.hpp"
#include "routing/registry/registry.hpp"
#include "sim/cli/analysis/known_routings.hpp"
#include "sim/cli/output/progress.hpp"

namespace dateline {
PathTable in_one_class(PathTable table) {
  for (auto& paths : table.paths) {
    for (WeightedPath& path : paths) path.classes.assign(path.channels.size(), 0);
  }
  return table;
}

namespace {

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

// What no routing's mean load over the permutations of a sample is below: what hops, cuts and routers allow of each.
double least_mean(const Topology& topology, const AverageSampling& sampling) {
  Rational sum = 0;
  for (std::uint64_t i = 0; i < sampling.draws; ++i) {
    auto demands = permutation_demands(topology, nullptr, drawn_permutation(sampling, i, 0, topology.terminals()));
    if (!demands.empty()) sum += 1 / simple_bound(FlowProblem(topology, nullptr, std::move(demands), FlowPaths::any)).theta;
  }
  return to_double(Rational(sum / Integer(sampling.draws)));
}

// Paths of two turns alone.
struct TwoTurns {
  RoutingPoint point;
  std::optional<SampleLoads> sample;
};

// Of a table over the permutations of a sample.
MeanEstimate mean_load(const Topology& topology, const PathTable& table, const AverageSampling& sampling) {
  const TableRouting relation(topology, in_one_class(table), "2turn");
  const WorstCaseSearch search(topology, relation);
  MeanEstimate mean;
  for (const double gamma : drawn_gammas(topology, search.loads(), sampling)) mean.add(gamma);
  return mean;
}

// In place of what the program has not found: of the routings known the one whose mean load is least, unless what was
// found on the way has less.
void answer_by_mean(TwoTurns& found, const Topology& topology) {
  RoutingPoint& point = found.point;
  std::optional<double> least;
  if (!point.routing.table.paths.empty()) least = mean_load(topology, point.routing.table, found.sample->sampling).mean();
  point.found_by = FoundBy::program;
  const KnownRoutings known(topology, KnownPaths::two_turn);
  for (const RoutingPoint& routing : known.routings()) {
    const auto complete = known.complete(routing);
    if (!complete) continue;
    const double mean = mean_load(topology, complete->routing.table, found.sample->sampling).mean();
    if (least && mean >= *least) continue;
    least = mean;
    take_routing(point, *complete);
  }
  found.sample->lower = std::max(found.sample->lp_mean, least_mean(topology, found.sample->sampling));
}

TwoTurns solve_two_turns(const OptimalSettings& settings, const Topology& topology) {
  const Grid* const grid = topology.grid();
  if (grid == nullptr || !grid->lattice() || grid->bits() || grid->dimensions() != 2) {
    settings.paths.refuse("are of a torus or mesh of two dimensions, not of " + settings.network.topology.text());
  }
  const PathOptimizer optimizer(topology, topology.automorphisms(), [&](NodeId from, NodeId to) { return two_turn_paths(topology, from, to); });
  TwoTurns found;
  OptimalRouting& routing = found.point.routing;
  if (settings.average.has()) {
    SampleLoads& sample = found.sample.emplace();
    sample.sampling.draws = *settings.average;
    sample.sampling.seed = *settings.seed;
    std::vector<std::vector<TerminalId>> permutations;
    for (std::uint64_t i = 0; i < sample.sampling.draws; ++i) {
      permutations.push_back(drawn_permutation(sample.sampling, i, 0, topology.terminals()));
    }
    routing = optimizer.best_mean(permutations, *settings.effort);
    sample.lp_mean = routing.lp_gamma;
    if (routing.stopped) answer_by_mean(found, topology);
  } else {
    routing = optimizer.best_worst_case(*settings.effort);
    if (routing.table.paths.empty()) RoutingBracket(topology, KnownPaths::two_turn, *settings.effort).answer(found.point);
  }
  const TableRouting relation(topology, in_one_class(routing.table), "2turn");
  found.point.gamma = WorstCaseSearch(topology, relation).run().gamma;
  if (!found.sample) return found;
  AverageSampling others = found.sample->sampling;
  others.first = others.draws;
  found.sample->own = mean_load(topology, routing.table, found.sample->sampling);
  found.sample->others = mean_load(topology, routing.table, others);
  routing.lp_gamma = to_double(found.point.gamma);
  return found;
}

// The least ratio to the best routing for the same traffic; that of the table is found anew.
struct Competitive {
  RoutingPoint point;
  std::optional<double> lp_ratio;  // none: the program was stopped
  AgainstOptimum ratio;
};

AgainstOptimum ratio_of(const Topology& topology, const RoutingRelation& relation, std::uint64_t effort) {
  const WorstCaseSearch search(topology, relation);
  return against_optimum(topology, search.loads(), channels_of_orbits(topology, relation), effort);
}

// That of its name, whose symmetries are known, or of its table.
std::unique_ptr<RoutingRelation> relation_of(const Topology& topology, const RoutingPoint& point) {
  if (!point.named.empty()) return make_relation(point.named, topology, {});
  return std::make_unique<TableRouting>(topology, in_one_class(point.routing.table), "competitive");
}

// In place of what the program has not found: of the routings known the one whose ratio is least, as far as prices made
// by hand say.
void answer_by_ratio(RoutingPoint& point, const Topology& topology, std::uint64_t effort) {
  KnownRoutings known(topology, KnownPaths::any);
  FlowEffort of_flow;
  of_flow.pivots = std::min(of_flow.pivots, effort);
  known.add(half_optimum(topology, uniform_flow(topology, nullptr, FlowPaths::any, of_flow)));
  std::optional<Rational> least;
  for (const RoutingPoint& routing : known.routings()) {
    const Rational ratio = ratio_of(topology, *relation_of(topology, routing), 0).upper;
    if (least && ratio >= *least) continue;
    const auto complete = known.complete(routing);
    if (!complete) continue;
    least = ratio;
    take_routing(point, *complete);
  }
}

Competitive solve_competitive(const Topology& topology, std::uint64_t effort) {
  Competitive found;
  found.point.routing = competitive_routing(topology, topology.automorphisms(), effort);
  if (found.point.routing.table.paths.empty()) {
    answer_by_ratio(found.point, topology, effort);
  } else {
    found.lp_ratio = found.point.routing.lp_gamma;
  }
  const auto relation = relation_of(topology, found.point);
  const WorstCaseSearch search(topology, *relation);
  if (found.lp_ratio) found.point.gamma = search.run().gamma;
  found.point.routing.lp_gamma = to_double(found.point.gamma);
  found.ratio = against_optimum(topology, search.loads(), channels_of_orbits(topology, *relation), effort);
  return found;
}

// By columns, where the program of all flows is large. Paths of two turns are a good start on a mesh.
RoutingPoint solve_by_columns(const Topology& topology, std::uint64_t effort, ProgressLine& line) {
  const Grid* const grid = topology.grid();
  PathsOfPair start;
  if (grid != nullptr && grid->lattice() && !grid->bits() && grid->dimensions() == 2) {
    start = [&topology](NodeId from, NodeId to) { return two_turn_paths(topology, from, to); };
  }
  std::optional<RoutingBracket> known;
  if (!start) known.emplace(topology, KnownPaths::any, effort);
  const Rational cut = cut_load(topology);
  const double least = to_double(known ? known->least().gamma : cut);
  const double most = known ? to_double(known->routings().front().gamma) : kUnbounded;
  ColumnOptimizer optimizer(topology, topology.automorphisms(), start);
  const auto draw = [&](std::uint64_t round, double lower, double upper) {
    lower = std::max(lower, least);
    upper = std::min(upper, most);
    line.draw(upper > 0 ? lower / upper : 1, fmt::format("round {}: load {:.4f} to {:.4f}", round, lower, upper));
  };
  if (known) draw(0, least, most);
  ColumnOptimizer::Found found = optimizer.solve(effort, draw);
  RoutingPoint point;
  point.lower = std::max(found.lower, least);
  point.routing = std::move(found.routing);
  if (!point.routing.table.paths.empty()) {
    const TableRouting relation(topology, in_one_class(point.routing.table), "optimal");
    point.gamma = WorstCaseSearch(topology, relation).run().gamma;
  }
  if (!point.routing.stopped) return point;
  if (!known) known.emplace(topology, KnownPaths::any, effort);
  known->answer(point);
  return point;
}

// Found once, where a program leaves no routing.
class Known {
 public:
  Known(const Topology& topology, std::uint64_t effort) : topology_(topology), effort_(effort) {}
  void answer(RoutingPoint& point, KnownPaths paths) {
    if (!point.routing.table.paths.empty()) return;
    std::optional<RoutingBracket>& known = paths == KnownPaths::minimal ? minimal_ : any_;
    if (!known) known.emplace(topology_, paths, effort_);
    known->answer(point);
  }

 private:
  const Topology& topology_;
  std::uint64_t effort_;
  std::optional<RoutingBracket> any_, minimal_;
};

// Where a program was stopped, a routing of a stricter limit may have fewer hops than what is known beside.
void answer_by_earlier(std::vector<RoutingPoint>& points) {
  RoutingPoint& last = points.back();
  if (!last.found_by) return;
  for (const RoutingPoint& earlier : points) {
    if (earlier.gamma > *last.limit) continue;
    if (last.gamma > *last.limit || earlier.routing.mean_hops < last.routing.mean_hops) take_routing(last, earlier);
  }
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
  Known known(topology, effort);
  const bool minimal_only = *settings.minimal_only;
  curve.points.push_back(solve_within(settings, topology, minimal_only ? shortest_only : any, settings.gamma_limit.get(), effort));
  known.answer(curve.points.front(), minimal_only ? KnownPaths::minimal : KnownPaths::any);
  const Rational from = curve.points.front().gamma;
  if (count == 1 || from == 0) return curve;
  draw(1);
  curve.minimal = solve(topology, shortest_only, std::nullopt, effort);
  known.answer(*curve.minimal, KnownPaths::minimal);
  const Rational to = curve.minimal->gamma;
  for (std::uint64_t i = 1; i < count && to > from; ++i) {
    draw(i + 1);
    curve.points.push_back(solve(topology, any, Rational(from + (to - from) * Rational(i, count - 1)), effort));
    known.answer(curve.points.back(), KnownPaths::any);
    answer_by_earlier(curve.points);
  }
  return curve;
}

}  // namespace dateline
