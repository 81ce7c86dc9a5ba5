// dateline average: the mean throughput of oblivious routings over traffic drawn at random, or over all permutations.
#include <fmt/format.h>

#include <algorithm>

#include "models/analysis/average/average_case.hpp"
#include "models/analysis/loads/symmetry_check.hpp"
#include "models/analysis/reliability/estimates.hpp"
#include "models/base/text/counted.hpp"
#include "models/base/text/name_table.hpp"
#include "models/network/topology/topologies.hpp"
#include "routing/registry.hpp"
#include "sim/cli/command_line/commands.hpp"
#include "sim/cli/output/load_report.hpp"
#include "sim/cli/output/progress.hpp"
#include "sim/cli/output/result_file.hpp"
#include "sim/options/analysis_settings.hpp"

namespace dateline {
namespace {

using Json = nlohmann::ordered_json;

struct OfRouting {
  std::string name;
  std::vector<double> gammas;                 // per draw
  std::optional<EnumeratedAverage> all;       // if enumerated
  MeanEstimate throughput, gamma;
  double median = 0, least = 0;               // of 1 / gamma
  std::uint64_t silent = 0;                   // draws that load nothing
};

std::uint32_t permutations_of(const AverageSettings& settings) {
  if (*settings.measure == "permutations") return 0;
  const auto most = kind_of(*settings.measure) == "birkhoff" ? whole_number(argument_of(*settings.measure), 1000) : std::nullopt;
  if (!most || *most < 1) settings.measure.refuse("is none; allowed: permutations, or birkhoff:Q, Q 1..1000");
  return static_cast<std::uint32_t>(*most);
}

PairLoads pair_loads(const AverageSettings& settings, const Topology& topology, const RoutingRelation& relation) {
  constexpr double kBudget = 2e10;
  const std::vector<Symmetry> symmetries = usable_symmetries(topology, relation);
  if (pair_loads_cost(topology, relation, symmetries) > kBudget) settings.network.topology.refuse("is too large for exact pair loads");
  (void)verify_symmetries(topology, relation, symmetries);
  return PairLoads(topology, relation, symmetries);
}

void summarise(OfRouting& routing) {
  std::vector<double> throughputs;
  for (const double gamma : routing.gammas) {
    routing.gamma.add(gamma);
    if (gamma == 0) {
      ++routing.silent;
      continue;
    }
    throughputs.push_back(1 / gamma);
    routing.throughput.add(throughputs.back());
  }
  if (throughputs.empty()) return;
  std::sort(throughputs.begin(), throughputs.end());
  routing.median = throughputs[(throughputs.size() - 1) / 2];
  routing.least = throughputs.front();
}

std::vector<OfRouting> solve(const AverageSettings& settings, const Topology& topology) {
  AverageSampling sampling;
  sampling.draws = settings.samples.value_or(0);
  sampling.seed = settings.seed.value_or(0);
  if (settings.measure.has()) sampling.permutations = permutations_of(settings);
  std::vector<OfRouting> routings;
  ProgressLine line(*settings.progress);
  for (const std::string& name : split(*settings.routing, ',')) {
    const auto relation = make_relation(name, topology, {});
    const PairLoads loads = pair_loads(settings, topology, *relation);
    OfRouting& routing = routings.emplace_back();
    routing.name = name;
    if (*settings.enumerate) {
      routing.all = enumerate_average(topology, loads);
      continue;
    }
    routing.gammas = drawn_gammas(topology, loads, sampling, [&](std::uint64_t done, std::uint64_t all) {
      line.draw(static_cast<double>(done) / static_cast<double>(all), fmt::format("{}: draw {} of {}", name, done, all));
    });
    summarise(routing);
  }
  return routings;
}

Json interval_json(const std::optional<Interval>& interval) { return interval ? Json{interval->low, interval->high} : Json(nullptr); }

// Of 1 / E[gamma]: the interval of E[gamma] turned over.
std::optional<Interval> inverse(const std::optional<Interval>& interval) {
  if (!interval || interval->low <= 0) return std::nullopt;
  return Interval{1 / interval->high, 1 / interval->low};
}

Json routing_json(const OfRouting& r) {
  Json json = {{"routing", r.name}};
  if (r.all) {
    const bool loads = r.all->loading > 0;
    json["mean_throughput"] = to_double(r.all->mean_throughput);
    json["mean_throughput_exact"] = to_string(r.all->mean_throughput);
    json["mean_gamma"] = to_double(r.all->mean_gamma);
    json["mean_gamma_exact"] = to_string(r.all->mean_gamma);
    json["inverse_mean_gamma"] = loads ? Json(to_double(Rational(1 / r.all->mean_gamma))) : Json(nullptr);
    json["median_throughput"] = to_double(r.all->median_throughput);
    json["least_throughput"] = to_double(r.all->least_throughput);
    json["silent"] = r.all->permutations - r.all->loading;
    return json;
  }
  json["mean_throughput"] = r.throughput.mean();
  json["mean_throughput_ci95"] = interval_json(r.throughput.interval());
  json["mean_gamma"] = r.gamma.mean();
  json["mean_gamma_ci95"] = interval_json(r.gamma.interval());
  json["inverse_mean_gamma"] = r.gamma.mean() > 0 ? Json(1 / r.gamma.mean()) : Json(nullptr);
  json["inverse_mean_gamma_ci95"] = interval_json(inverse(r.gamma.interval()));
  json["median_throughput"] = r.median;
  json["least_throughput"] = r.least;
  json["silent"] = r.silent;
  return json;
}

// Of the throughputs of two routings under the same draws.
MeanEstimate difference(const OfRouting& a, const OfRouting& b) {
  MeanEstimate estimate;
  for (std::size_t i = 0; i < a.gammas.size(); ++i) {
    if (a.gammas[i] > 0 && b.gammas[i] > 0) estimate.add(1 / a.gammas[i] - 1 / b.gammas[i]);
  }
  return estimate;
}

Json differences_json(const std::vector<OfRouting>& routings) {
  Json list = Json::array();
  for (std::size_t a = 0; a < routings.size(); ++a) {
    for (std::size_t b = a + 1; b < routings.size(); ++b) {
      const MeanEstimate estimate = difference(routings[a], routings[b]);
      list.push_back({{"first", routings[a].name}, {"second", routings[b].name}, {"mean", estimate.mean()}, {"ci95", interval_json(estimate.interval())}});
    }
  }
  return list;
}

std::string half_width(const std::optional<Interval>& interval) {
  return interval ? fmt::format(" +- {:.4f}", (interval->high - interval->low) / 2) : std::string();
}

void print(const AverageSettings& settings, const std::vector<OfRouting>& routings) {
  fmt::print("{}: throughput over {}\n", settings.network.topology.text(),
             *settings.enumerate ? "all permutations, exact" : counted(*settings.samples, "draw") + " of " + *settings.measure + ", intervals of 95%");
  fmt::print("{:<16}{:<20} {:<20} {:<10} {:<10}\n", "", "mean 1/load", "1/mean load", "median", "least");
  for (const OfRouting& r : routings) {
    if (r.all) {
      fmt::print("{:<16}{:<20} {:<20} {:<10.4f} {:<10.4f}\n", r.name, to_string(r.all->mean_throughput),
                 r.all->loading > 0 ? to_string(Rational(1 / r.all->mean_gamma)) : "-", to_double(r.all->median_throughput),
                 to_double(r.all->least_throughput));
      continue;
    }
    fmt::print("{:<16}{:<20} {:<20} {:<10.4f} {:<10.4f}\n", r.name, fmt::format("{:.4f}{}", r.throughput.mean(), half_width(r.throughput.interval())),
               fmt::format("{:.4f}{}", r.gamma.mean() > 0 ? 1 / r.gamma.mean() : 0.0, half_width(inverse(r.gamma.interval()))), r.median, r.least);
  }
  if (*settings.enumerate) return;
  for (std::size_t a = 0; a < routings.size(); ++a) {
    for (std::size_t b = a + 1; b < routings.size(); ++b) {
      const MeanEstimate estimate = difference(routings[a], routings[b]);
      fmt::print("{} - {}: {:.4f}{} on the same draws\n", routings[a].name, routings[b].name, estimate.mean(), half_width(estimate.interval()));
    }
  }
}

}  // namespace

int run_average(const AverageSettings& settings) {
  const auto topology = make_topology(settings.network.topology.text());
  if (*settings.enumerate && topology->terminals() > kMostEnumerated) {
    settings.enumerate.refuse(fmt::format("takes at most {} terminals; {} has {}", kMostEnumerated, settings.network.topology.text(), topology->terminals()));
  }
  JsonOutput json(settings);
  const std::vector<OfRouting> routings = solve(settings, *topology);
  Json result = result_header("dateline.average/1", settings);
  result["routings"] = Json::array();
  for (const OfRouting& r : routings) result["routings"].push_back(routing_json(r));
  result["differences"] = *settings.enumerate ? Json::array() : differences_json(routings);
  json.commit(result);
  if (!json.wants_stdout()) print(settings, routings);
  return 0;
}

}  // namespace dateline
