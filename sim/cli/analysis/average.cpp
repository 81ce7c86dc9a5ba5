// dateline average: the throughput of oblivious routings in the mean over traffic drawn at random, or over all
// permutations.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "models/analysis/average/average_case.hpp"
#include "models/analysis/loads/symmetry_check.hpp"
#include "models/analysis/reliability/estimates.hpp"
#include "models/base/text/counted.hpp"
#include "models/base/text/name_table.hpp"
#include "models/network/topology/topologies.hpp"
#include "routing/registry/registry.hpp"
#include "sim/cli/command_line/command.hpp"
#include "sim/cli/command_line/commands.hpp"
#include "sim/cli/network/fault_report.hpp"
#include "sim/cli/output/progress.hpp"
#include "sim/cli/output/result_file.hpp"
#include "sim/options/analysis_settings.hpp"

namespace dateline {
namespace {

using Json = nlohmann::ordered_json;

struct RoutingAverage {
  std::string name;
  std::vector<double> gammas;            // per draw
  std::optional<EnumeratedAverage> all;  // if enumerated
  MeanEstimate throughput, gamma;        // of draws; throughput: of those that load something
  double median = 0, least = 0;          // of 1 / gamma
  std::uint64_t silent = 0;              // draws that load nothing
};

std::uint32_t permutations_of(const AverageSettings& settings) {
  if (*settings.measure == "permutations") return 0;
  const auto most = kind_of(*settings.measure) == "birkhoff" ? whole_number(argument_of(*settings.measure), 1000) : std::nullopt;
  if (!most || *most < 1) settings.measure.refuse("is no measure of traffic; allowed: permutations, or birkhoff:Q with Q in 1..1000");
  return static_cast<std::uint32_t>(*most);
}

PairLoads pair_loads(const AverageSettings& settings, const Topology& topology, const RoutingRelation& relation) {
  constexpr double kBudget = 2e10;  // as of worst-case
  const std::vector<Symmetry> symmetries = usable_symmetries(topology, relation);
  const double cost = pair_loads_cost(topology, relation, symmetries);
  if (cost > kBudget) {
    settings.network.topology.refuse(
        fmt::format("needs about {:.1e} steps for exact pair loads of {}; the budget is {:.1e}", cost, relation.name(), kBudget));
  }
  (void)verify_symmetries(topology, relation, symmetries);
  return PairLoads(topology, relation, symmetries);
}

void summarise(RoutingAverage& routing) {
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

std::vector<std::string> names_given(const AverageSettings& settings) {
  std::vector<std::string> names;
  for (const std::string& name : split(*settings.routing, ',')) {
    if (std::find(names.begin(), names.end(), name) != names.end()) settings.routing.refuse("names one twice");
    names.push_back(name);
  }
  return names;
}

std::vector<RoutingAverage> solve(const AverageSettings& settings, const Topology& topology) {
  const std::vector<std::string> names = names_given(settings);
  std::vector<std::unique_ptr<RoutingRelation>> relations;  // all of them first: a bad name is found out before any work
  for (const std::string& name : names) relations.push_back(make_relation(name, topology, {}));
  AverageSampling sampling;
  sampling.draws = settings.samples.value_or(0);
  sampling.seed = settings.seed.value_or(0);
  if (settings.measure.has()) sampling.permutations = permutations_of(settings);
  std::vector<RoutingAverage> routings;
  ProgressLine line(*settings.progress);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto tick = [&](std::uint64_t done, std::uint64_t all) {
      const double part = static_cast<double>(done) / static_cast<double>(all);
      line.draw((static_cast<double>(i) + part) / static_cast<double>(names.size()), fmt::format("{}: {} of {}", names[i], done, all));
    };
    const PairLoads loads = pair_loads(settings, topology, *relations[i]);
    RoutingAverage& routing = routings.emplace_back();
    routing.name = names[i];
    if (*settings.enumerate) {
      routing.all = enumerate_average(topology, loads, tick);
      continue;
    }
    routing.gammas = drawn_gammas(topology, loads, sampling, tick);
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

Json enumerated_json(const RoutingAverage& r) {
  const EnumeratedAverage& all = *r.all;
  const bool loads = all.loading > 0;
  const auto number = [&](const Rational& value) { return loads ? Json(to_double(value)) : Json(nullptr); };
  const auto exact = [&](const Rational& value) { return loads ? Json(to_string(value)) : Json(nullptr); };
  Json json = {{"routing", r.name}, {"draws", all.permutations}, {"silent", all.permutations - all.loading}};
  json["mean_throughput"] = number(all.mean_throughput);
  json["mean_throughput_ci95"] = nullptr;
  json["mean_throughput_exact"] = exact(all.mean_throughput);
  json["mean_gamma"] = to_double(all.mean_gamma);
  json["mean_gamma_ci95"] = nullptr;
  json["mean_gamma_exact"] = to_string(all.mean_gamma);
  json["inverse_mean_gamma"] = loads ? Json(to_double(Rational(1 / all.mean_gamma))) : Json(nullptr);
  json["inverse_mean_gamma_ci95"] = nullptr;
  json["median_throughput"] = number(all.median_throughput);
  json["least_throughput"] = number(all.least_throughput);
  return json;
}

Json sampled_json(const RoutingAverage& r) {
  const bool loads = r.throughput.count() > 0;
  const auto number = [&](double value) { return loads ? Json(value) : Json(nullptr); };
  Json json = {{"routing", r.name}, {"draws", r.gammas.size()}, {"silent", r.silent}};
  json["mean_throughput"] = number(r.throughput.mean());
  json["mean_throughput_ci95"] = interval_json(r.throughput.interval());
  json["mean_throughput_exact"] = nullptr;
  json["mean_gamma"] = r.gamma.mean();
  json["mean_gamma_ci95"] = interval_json(r.gamma.interval());
  json["mean_gamma_exact"] = nullptr;
  json["inverse_mean_gamma"] = loads ? Json(1 / r.gamma.mean()) : Json(nullptr);
  json["inverse_mean_gamma_ci95"] = interval_json(inverse(r.gamma.interval()));
  json["median_throughput"] = number(r.median);
  json["least_throughput"] = number(r.least);
  return json;
}

struct Difference {
  std::string first, second;
  MeanEstimate throughput;  // of the first less that of the second, under the same draws
};

// Of every two routings, where there are draws.
std::vector<Difference> differences(const std::vector<RoutingAverage>& routings) {
  std::vector<Difference> all;
  for (std::size_t a = 0; a < routings.size(); ++a) {
    for (std::size_t b = a + 1; b < routings.size(); ++b) {
      Difference& difference = all.emplace_back(Difference{routings[a].name, routings[b].name, {}});
      for (std::size_t i = 0; i < routings[a].gammas.size(); ++i) {
        const double first = routings[a].gammas[i], second = routings[b].gammas[i];
        if (first > 0 && second > 0) difference.throughput.add(1 / first - 1 / second);
      }
    }
  }
  return all;
}

std::string with_interval(double mean, const std::optional<Interval>& interval) {
  return interval ? fmt::format("{:.4f} +- {:.4f}", mean, (interval->high - interval->low) / 2) : fmt::format("{:.4f}", mean);
}

std::string routing_line(const RoutingAverage& r) {
  if (r.all) {
    if (r.all->loading == 0) return fmt::format("{:<16}no permutation loads any channel\n", r.name);
    return fmt::format("{:<16}{:<20} {:<20} {:<10.4f} {:<10.4f}\n", r.name, to_string(r.all->mean_throughput),
                       to_string(Rational(1 / r.all->mean_gamma)), to_double(r.all->median_throughput), to_double(r.all->least_throughput));
  }
  if (r.throughput.count() == 0) return fmt::format("{:<16}no draw loads any channel\n", r.name);
  return fmt::format("{:<16}{:<20} {:<20} {:<10.4f} {:<10.4f}\n", r.name, with_interval(r.throughput.mean(), r.throughput.interval()),
                     with_interval(1 / r.gamma.mean(), inverse(r.gamma.interval())), r.median, r.least);
}

std::string summary(const AverageSettings& settings, const std::vector<RoutingAverage>& routings, const std::vector<Difference>& between) {
  const std::string of =
      *settings.enumerate ? "all permutations, exact" : counted(*settings.samples, "draw") + " of " + *settings.measure + ", intervals of 95%";
  std::string text = fmt::format("{}: throughput in packets/terminal/cycle over {}\n", settings.network.topology.text(), of);
  text += fmt::format("{:<16}{:<20} {:<20} {:<10} {:<10}\n", "", "mean of 1/load", "1/mean load", "median", "least");
  for (const RoutingAverage& r : routings) text += routing_line(r);
  for (const Difference& d : between) {
    text += fmt::format("{} less {}: {} on the same draws\n", d.first, d.second, with_interval(d.throughput.mean(), d.throughput.interval()));
  }
  return text;
}

}  // namespace

int run_average(const AverageSettings& settings) {
  const auto topology = make_topology(settings.network.topology.text());
  if (*settings.enumerate && topology->terminals() > kMostEnumerated) {
    settings.enumerate.refuse(
        fmt::format("takes at most {} terminals; {} has {}", kMostEnumerated, settings.network.topology.text(), topology->terminals()));
  }
  JsonOutput json(settings);
  const std::vector<RoutingAverage> routings = solve(settings, *topology);
  const std::vector<Difference> between = *settings.enumerate ? std::vector<Difference>{} : differences(routings);
  Json result = result_header("dateline.average/1", settings);
  result["faults"] = faults_json(nullptr);
  result["routings"] = Json::array();
  for (const RoutingAverage& r : routings) result["routings"].push_back(r.all ? enumerated_json(r) : sampled_json(r));
  result["differences"] = Json::array();
  for (const Difference& d : between) {
    result["differences"].push_back(
        {{"first", d.first}, {"second", d.second}, {"mean", d.throughput.mean()}, {"ci95", interval_json(d.throughput.interval())}});
  }
  json.commit(result);
  if (!json.wants_stdout()) fmt::print("{}", summary(settings, routings, between));
  return 0;
}

}  // namespace dateline
