// dateline optimal: the oblivious routing with the best worst case, the price of locality, and its table of paths.
#include <fmt/format.h>

#include <algorithm>

#include "models/analysis/average/average_case.hpp"
#include "models/analysis/competitive/competitive_routing.hpp"
#include "models/analysis/loads/pair_loads.hpp"
#include "models/analysis/loads/symmetry_check.hpp"
#include "models/analysis/optimal/column_optimizer.hpp"
#include "models/analysis/optimal/found_table.hpp"
#include "models/analysis/optimal/optimal_routing.hpp"
#include "models/analysis/optimal/path_optimizer.hpp"
#include "models/analysis/optimal/two_turn_paths.hpp"
#include "models/analysis/reliability/estimates.hpp"
#include "models/analysis/throughput/half_optimum.hpp"
#include "models/analysis/throughput/named_optimum.hpp"
#include "models/analysis/worst_case/worst_case.hpp"
#include "models/base/error.hpp"
#include "models/base/text/counted.hpp"
#include "models/network/relation/path_table_file.hpp"
#include "models/network/symmetry/orbits.hpp"
#include "models/network/topology/grid.hpp"
#include "models/network/topology/topologies.hpp"
#include "routing/networks/any_topology/table.hpp"
#include "routing/registry/registry.hpp"
#include "sim/cli/analysis/ratio_report.hpp"
#include "sim/cli/command_line/command.hpp"
#include "sim/cli/command_line/commands.hpp"
#include "sim/cli/network/fault_report.hpp"
#include "sim/cli/output/load_report.hpp"
#include "sim/cli/output/progress.hpp"
#include "sim/cli/output/result_file.hpp"
#include "sim/options/analysis_settings.hpp"
#include "sim/options/network/network_options.hpp"

namespace dateline {
namespace {

using Json = nlohmann::ordered_json;

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

// Over all N^2 pairs of terminals.
Rational mean_distance(const Topology& topology) {
  const std::vector<std::uint32_t> hops = hop_distances(topology);
  Integer total = 0;
  for (std::uint32_t s = 0; s < topology.nodes(); ++s) {
    for (std::uint32_t d = 0; d < topology.nodes(); ++d) {
      total += Integer(hops[std::size_t{s} * topology.nodes() + d]) * terminal_pairs(topology, NodeId(s), NodeId(d));
    }
  }
  return Rational(total, Integer(topology.terminals()) * topology.terminals());
}

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

Json point_json(const Topology& topology, const RoutingPoint& p, const Rational& shortest) {
  const OptimalRouting& r = p.routing;
  const bool found = !r.table.paths.empty();
  Json json;
  json["gamma_limit"] = p.limit ? Json(to_string(*p.limit)) : Json(nullptr);
  if (found) {
    add_load_keys(json, topology, p.gamma);
    json["mean_hops"] = to_string(r.mean_hops);
    json["locality"] = to_double(Rational(r.mean_hops / shortest));
    json["locality_exact"] = to_string(Rational(r.mean_hops / shortest));
  }
  json["gamma_lp"] = found ? Json(r.lp_gamma) : Json(nullptr);
  json["mean_hops_lp"] = found ? Json(r.lp_mean_hops) : Json(nullptr);
  if (p.lower) json["gamma_at_least"] = *p.lower;
  json["rounded"] = r.rounded;
  json["stopped"] = r.stopped;
  json["pivots"] = r.pivots;
  json["named"] = p.named.empty() ? Json(nullptr) : Json(p.named);
  json["rows"] = r.rows;
  json["columns"] = r.columns;
  json["entries"] = r.entries;
  return json;
}

std::string point_line(const Topology& topology, const char* name, const RoutingPoint& p, const Rational& shortest) {
  if (p.routing.table.paths.empty()) return fmt::format("{:<16}none found with the effort given\n", name);
  Json keys;
  add_load_keys(keys, topology, p.gamma);
  const auto fraction = keys["fraction_of_capacity"];
  return fmt::format("{:<16}{:<12} {:<12} {:<12} {:<10.4f} {}{}\n", name, to_string(p.gamma), keys["throughput"].get<std::string>(),
                     fraction.is_string() ? fraction.get<std::string>() : "-", to_double(Rational(p.routing.mean_hops / shortest)),
                     p.routing.stopped
                         ? (p.lower ? fmt::format("effort spent: no routing has less than {:.6f}", *p.lower) : "effort spent: not the fewest hops")
                     : p.named.empty() ? counted(p.routing.pivots, "pivot")
                                       : "is " + p.named + ": a cut allows no more",
                     p.routing.rounded ? fmt::format(", rounded: the program has {:.9g}", p.routing.lp_gamma) : std::string{});
}

// The routings found, and the best of shortest paths where a curve leads there.
struct RoutingCurve {
  std::vector<RoutingPoint> points;
  std::optional<RoutingPoint> minimal = {};
  std::optional<SampleLoads> sample = {};  // of paths of two turns
  std::optional<AgainstOptimum> ratio = {};
  double lp_ratio = 0;
};

RoutingCurve solve_all(const OptimalSettings& settings, const Topology& topology, const Rational& shortest) {
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

Json mean_json(const MeanEstimate& estimate) {
  const auto interval = estimate.interval();
  return {{"mean_gamma", estimate.mean()}, {"mean_gamma_ci95", interval ? Json{interval->low, interval->high} : Json(nullptr)}};
}

Json sample_loads_json(const SampleLoads& sample) {
  return {{"draws", sample.sampling.draws}, {"mean_gamma_lp", sample.lp_mean}, {"own", mean_json(sample.own)}, {"others", mean_json(sample.others)}};
}

std::string sample_text(const SampleLoads& sample) {
  const auto interval = sample.others.interval();
  return fmt::format("mean largest load of {}: {:.6f}; of as many others {:.6f} +- {:.6f}\n", counted(sample.sampling.draws, "random permutation"),
                     sample.own.mean(), sample.others.mean(), interval ? (interval->high - interval->low) / 2 : 0.0);
}

void print_curve(const OptimalSettings& settings, const Topology& topology, const RoutingCurve& curve, const Rational& shortest) {
  const bool two_turns = settings.paths.value_or(OptimalPaths::any) == OptimalPaths::two_turn;
  fmt::print("{}: oblivious routing with {}{} ({}worst cases exact, by matching)\n", *settings.network.topology,
             curve.ratio    ? "the least ratio to the best"
             : curve.sample ? "the least mean load of a sample"
                            : "the best worst case",
             two_turns ? ", on paths of two turns" : "", curve.points.front().named.empty() ? "linear program; " : "");
  fmt::print("{:<16}{:<12} {:<12} {:<12} {:<10}\n", "", "largest load", "throughput", "of capacity", "locality");
  for (const RoutingPoint& p : curve.points) {
    const std::string name = p.limit                                 ? fmt::format("load <= {:.4f}", to_double(*p.limit))
                             : settings.minimal_only.value_or(false) ? "best minimal"
                                                                     : "optimum";
    fmt::print("{}", point_line(topology, name.c_str(), p, shortest));
  }
  if (curve.minimal) fmt::print("{}", point_line(topology, "best minimal", *curve.minimal, shortest));
  if (curve.sample) fmt::print("{}", sample_text(*curve.sample));
  if (curve.ratio) fmt::print("{}", ratio_lines(topology, *curve.ratio));
  fmt::print("locality: mean hops over the {:.4f} of shortest paths, all N^2 pairs\n", to_double(shortest));
}

}  // namespace

int run_optimal(const OptimalSettings& settings) {
  const auto topology = make_topology(settings.network.topology.text());
  if (const std::string wrong = bandwidths_beyond(*topology); !wrong.empty()) settings.network.topology.refuse(wrong);
  JsonOutput json(settings);
  const std::unique_ptr<ResultFile> table = output_file(settings.out.table);
  const Rational shortest = mean_distance(*topology);
  const RoutingCurve curve = solve_all(settings, *topology, shortest);
  const bool found = !curve.points.front().routing.table.paths.empty();

  Json result = result_header("dateline.optimal/2", settings);
  result["faults"] = faults_json(nullptr);
  result["mean_distance"] = to_string(shortest);
  result["points"] = Json::array();
  for (const RoutingPoint& p : curve.points) result["points"].push_back(point_json(*topology, p, shortest));
  result["optimum"] = point_json(*topology, curve.points.front(), shortest);
  result["best_minimal"] = curve.minimal ? point_json(*topology, *curve.minimal, shortest) : Json(nullptr);
  if (curve.sample) result["average"] = sample_loads_json(*curve.sample);
  if (curve.ratio) {
    result["against_optimum"] = ratio_json(*topology, *curve.ratio);
    result["ratio_lp"] = curve.ratio->stopped ? Json(nullptr) : Json(curve.lp_ratio);
  }
  if (table && found) table->commit(path_table_text(*topology, curve.points.front().routing.table));
  json.commit(result);
  if (!json.wants_stdout() && !is_stdout(table)) print_curve(settings, *topology, curve, shortest);
  return found ? 0 : 1;
}

}  // namespace dateline
