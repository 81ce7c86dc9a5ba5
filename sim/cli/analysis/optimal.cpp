// dateline optimal: the oblivious routing with the best worst case, the price of locality, and its table of paths.
#include <fmt/format.h>

#include "models/analysis/optimal/routing_orbits.hpp"
#include "models/base/text/counted.hpp"
#include "models/network/relation/path_table_file.hpp"
#include "models/network/topology/topologies.hpp"
#include "sim/cli/analysis/best_routings.hpp"
#include "sim/cli/analysis/ratio_report.hpp"
#include "sim/cli/command_line/command.hpp"
#include "sim/cli/command_line/commands.hpp"
#include "sim/cli/network/fault_report.hpp"
#include "sim/cli/output/load_report.hpp"
#include "sim/cli/output/result_file.hpp"

namespace dateline {
namespace {

using Json = nlohmann::ordered_json;

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

// A limit that the user gave is kept, unless the effort was spent before a routing was found that does.
bool within_limit(const RoutingPoint& p) { return !p.limit || p.gamma <= *p.limit; }

Json point_json(const Topology& topology, const RoutingPoint& p, const Rational& shortest) {
  const OptimalRouting& r = p.routing;
  Json json;
  json["gamma_limit"] = p.limit ? Json(to_string(*p.limit)) : Json(nullptr);
  add_load_keys(json, topology, p.gamma);
  json["mean_hops"] = to_string(r.mean_hops);
  json["locality"] = to_double(Rational(r.mean_hops / shortest));
  json["locality_exact"] = to_string(Rational(r.mean_hops / shortest));
  json["gamma_lp"] = r.lp_gamma;
  json["mean_hops_lp"] = r.lp_mean_hops;
  if (p.lower) json["gamma_at_least"] = *p.lower;
  if (p.lower && p.found_by) {
    json["gamma_at_least_by"] = name_of(p.lower_by);
    json["gamma_by"] = name_of(*p.found_by);
  }
  json["rounded"] = r.rounded;
  json["stopped"] = r.stopped;
  json["pivots"] = r.pivots;
  json["named"] = p.named.empty() ? Json(nullptr) : Json(p.named);
  json["rows"] = r.rows;
  json["columns"] = r.columns;
  json["entries"] = r.entries;
  return json;
}

std::string how_found(const RoutingPoint& p) {
  if (!p.routing.stopped) return p.named.empty() ? counted(p.routing.pivots, "pivot") : "is " + p.named + ": a cut allows no more";
  const std::string spent = "effort spent" + (p.named.empty() ? "" : ", is " + p.named);
  if (!p.lower) return p.found_by ? spent : spent + ": not the fewest hops";
  return fmt::format("{}: no routing has less than {:.6f}{}", spent, *p.lower, within_limit(p) ? "" : "; whether one keeps the limit is not known");
}

std::string point_line(const Topology& topology, const char* name, const RoutingPoint& p, const Rational& shortest) {
  Json keys;
  add_load_keys(keys, topology, p.gamma);
  const auto fraction = keys["fraction_of_capacity"];
  return fmt::format("{:<16}{:<12} {:<12} {:<12} {:<10.4f} {}{}\n", name, to_string(p.gamma), keys["throughput"].get<std::string>(),
                     fraction.is_string() ? fraction.get<std::string>() : "-", to_double(Rational(p.routing.mean_hops / shortest)), how_found(p),
                     p.routing.rounded ? fmt::format(", rounded: the program has {:.9g}", p.routing.lp_gamma) : std::string{});
}

Json mean_json(const MeanEstimate& estimate) {
  const auto interval = estimate.interval();
  return {{"mean_gamma", estimate.mean()}, {"mean_gamma_ci95", interval ? Json{interval->low, interval->high} : Json(nullptr)}};
}

Json sample_loads_json(const SampleLoads& sample) {
  Json json = {{"draws", sample.sampling.draws}, {"mean_gamma_lp", sample.lower ? Json(nullptr) : Json(sample.lp_mean)}};
  if (sample.lower) json["mean_gamma_at_least"] = *sample.lower;
  json["own"] = mean_json(sample.own);
  json["others"] = mean_json(sample.others);
  return json;
}

std::string sample_text(const SampleLoads& sample) {
  const auto interval = sample.others.interval();
  return fmt::format("mean largest load of {}: {:.6f}; of as many others {:.6f} +- {:.6f}\n", counted(sample.sampling.draws, "random permutation"),
                     sample.own.mean(), sample.others.mean(), interval ? (interval->high - interval->low) / 2 : 0.0) +
         (sample.lower ? fmt::format("effort spent: no routing of these paths has a mean below {:.6f} on the first\n", *sample.lower) : "");
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
                             : p.found_by                            ? "best found"
                             : settings.minimal_only.value_or(false) ? "best minimal"
                                                                     : "optimum";
    fmt::print("{}", point_line(topology, name.c_str(), p, shortest));
  }
  if (curve.minimal) fmt::print("{}", point_line(topology, "best minimal", *curve.minimal, shortest));
  if (curve.sample) fmt::print("{}", sample_text(*curve.sample));
  if (curve.ratio) fmt::print("{}{}", ratio_lines(topology, *curve.ratio), curve.lp_ratio ? "" : "effort spent: no ratio is below 1\n");
  fmt::print("locality: mean hops over the {:.4f} of shortest paths, all N^2 pairs\n", to_double(shortest));
}

}  // namespace

int run_optimal(const OptimalSettings& settings) {
  const auto topology = make_topology(settings.network.topology.text());
  if (const std::string wrong = bandwidths_beyond(*topology); !wrong.empty()) settings.network.topology.refuse(wrong);
  JsonOutput json(settings);
  const std::unique_ptr<ResultFile> table = output_file(settings.out.table);
  const Rational shortest = mean_distance(*topology);
  const RoutingCurve curve = best_routings(settings, *topology, shortest);
  const bool found = within_limit(curve.points.front());

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
    result["ratio_lp"] = curve.lp_ratio ? Json(*curve.lp_ratio) : Json(nullptr);
    if (!curve.lp_ratio) {
      result["ratio_at_least"] = "1";
      result["ratio_by"] = name_of(*curve.points.front().found_by);
    }
  }
  if (table && found) table->commit(path_table_text(*topology, curve.points.front().routing.table));
  json.commit(result);
  if (!json.wants_stdout() && !is_stdout(table)) print_curve(settings, *topology, curve, shortest);
  return found ? 0 : 1;
}

}  // namespace dateline
