// dateline throughput: theta, the most of a traffic pattern that the network could carry under any routing, with proofs
// of both sides; and permutations that it carries badly.
#include <fmt/format.h>

#include "models/analysis/adaptive/split_bound.hpp"
#include "models/analysis/optimal/optimal_routing.hpp"
#include "models/analysis/throughput/half_optimum.hpp"
#include "models/analysis/throughput/worst_traffic.hpp"
#include "models/analysis/worst_case/worst_case.hpp"
#include "models/base/error.hpp"
#include "models/base/text/counted.hpp"
#include "models/network/relation/path_table_file.hpp"
#include "routing/registry/registry.hpp"
#include "sim/cli/analysis/known_routings.hpp"
#include "sim/cli/analysis/split_report.hpp"
#include "sim/cli/analysis/throughput_report.hpp"
#include "sim/cli/command_line/command.hpp"
#include "sim/cli/command_line/commands.hpp"
#include "sim/cli/network/fault_report.hpp"
#include "sim/cli/output/load_report.hpp"
#include "sim/cli/output/progress.hpp"
#include "sim/cli/output/result_file.hpp"
#include "sim/options/analysis_settings.hpp"
#include "sim/options/network/network_options.hpp"
#include "traffic/registry.hpp"

namespace dateline {
namespace {

using Json = nlohmann::ordered_json;

FlowEffort effort_of(const ThroughputSettings& settings) {
  FlowEffort effort;
  if (settings.effort.has()) effort.pivots = *settings.effort;
  if (settings.gap.has()) effort.gap = to_double(*settings.gap);
  if (effort.gap > 1) settings.gap.refuse("is above 1; allowed: 0..1");
  return effort;
}

FlowPaths paths_of(const ThroughputSettings& settings) { return *settings.paths == ThroughputPaths::minimal ? FlowPaths::minimal : FlowPaths::any; }

const FaultMap* faults_of(const NetworkObjects& network) { return network.options.relation.faults.get(); }

[[noreturn]] void refuse_nothing(const ThroughputSettings& settings) {
  settings.traffic.traffic.refuse("asks nothing of the channels: all that is sent stays at its own router");
}

// What a pattern asks for, over the paths that the settings allow.
ConcurrentFlow flow_of(const ThroughputSettings& settings, const NetworkObjects& network, const TrafficPattern& pattern) {
  const Topology& topology = *network.topology;
  std::vector<FlowDemand> demands = flow_demands(topology, faults_of(network), pattern);
  if (demands.empty()) refuse_nothing(settings);
  if (*settings.paths != ThroughputPaths::relation) {
    return concurrent_flow(FlowProblem(topology, faults_of(network), std::move(demands), paths_of(settings)), effort_of(settings));
  }
  const SplitBound bound = split_bound(topology, split_graph(topology, *network.relation, pattern, kLongSplits));
  if (bound.lower == 0) refuse_nothing(settings);
  ConcurrentFlow flow;
  flow.method = ConcurrentFlow::Method::program;
  flow.lower = 1 / *bound.upper;
  flow.upper = 1 / bound.lower;
  Integer common = 1;
  for (const Rational& price : bound.prices) common = lcm(common, denominator(price));
  for (const Rational& price : bound.prices) flow.prices.push_back(numerator(Rational(price * common)));
  return flow;
}

// The best of several climbs.
struct Worst {
  Climb found;
  std::vector<Rational> ends;         // theta of each climb's end, from above
  std::optional<Rational> oblivious;  // 1 / gamma of the best oblivious routing: no permutation falls below
  std::optional<Rational> at_least;   // where that is not known: of some oblivious routing
  std::string at_least_by;
  std::string why_unknown;
};

void take_routing(Worst& worst, const Rational& gamma, const std::string& name) {
  if (gamma <= 0 || (worst.at_least && 1 / gamma <= *worst.at_least)) return;
  worst.at_least = 1 / gamma;
  worst.at_least_by = name;
  if (*worst.at_least == worst.found.flow.upper) worst.oblivious = worst.at_least;  // none is better
}

// By the worst cases of routings that have a name.
void find_named(const ThroughputSettings& settings, const NetworkObjects& network, Worst& worst) {
  constexpr std::uint64_t kMostWork = 100'000'000;  // channels x terminals^2: some seconds
  const Topology& topology = *network.topology;
  const bool minimal = paths_of(settings) == FlowPaths::minimal;
  if (faults_of(network) == nullptr) {
    const KnownRoutings known(topology, minimal ? KnownPaths::minimal : KnownPaths::any, kMostWork);
    for (const RoutingPoint& routing : known.routings()) take_routing(worst, routing.gamma, routing.named);
    return;
  }
  if (std::uint64_t{topology.channels()} * topology.terminals() * topology.terminals() > kMostWork) return;
  RoutingOptions options;
  options.faults = network.options.relation.faults;
  for (const char* name : {"layered", "updown"}) {
    if (minimal && find_routing(name, topology)->paths != Paths::minimal) continue;
    const auto relation = make_relation(name, topology, options);
    take_routing(worst, WorstCaseSearch(topology, *relation).run().gamma, name);
  }
}

// By way of random terminals.
void find_half(const ThroughputSettings& settings, const NetworkObjects& network, Worst& worst) {
  const Topology& topology = *network.topology;
  const ConcurrentFlow uniform = uniform_flow(topology, faults_of(network), FlowPaths::any, effort_of(settings));
  take_routing(worst, 2 / uniform.lower, "half-optimum");
  if (faults_of(network) != nullptr || topology.nodes() > kMostRoutersHalved) return;
  KnownRoutings known(topology, KnownPaths::any, 0);
  known.add(half_optimum(topology, uniform));
  take_routing(worst, known.routings().front().gamma, "half-optimum");
}

// That of the best, or says why there is none.
void find_oblivious(const ThroughputSettings& settings, const NetworkObjects& network, Worst& worst) {
  const Topology& topology = *network.topology;
  if (faults_of(network) != nullptr) {
    worst.why_unknown = "the best oblivious routing is one of networks without faults";
    return;
  }
  if (const std::string wrong = bandwidths_beyond(topology); !wrong.empty()) {
    worst.why_unknown = "the network " + wrong;
    return;
  }
  try {
    OptimalOptions options;
    options.minimal_only = paths_of(settings) == FlowPaths::minimal;
    options.effort = *settings.effort;
    options.max_entries = 100'000;
    const OptimalRouting best = optimal_routing(topology, topology.automorphisms(), options);
    if (best.gamma > 0) worst.oblivious = 1 / best.gamma;
    worst.why_unknown = "the effort is spent before the best oblivious routing is found";
  } catch (const ConfigError&) {
    worst.why_unknown = "the best oblivious routing is too large a program";
  }
}

Worst worst_of(const ThroughputSettings& settings, const NetworkObjects& network) {
  const Topology& topology = *network.topology;
  constexpr std::uint32_t kMostTerminals = 1024;
  if (topology.terminals() > kMostTerminals) {
    settings.network.topology.refuse(fmt::format("has {} terminals; a climb takes at most {}", topology.terminals(), kMostTerminals));
  }
  Worst worst;
  ProgressLine line(*settings.progress);
  const std::uint64_t starts = *settings.starts, seed = settings.seed.value_or(0);
  for (std::uint64_t i = 0; i < starts; ++i) {
    line.draw(static_cast<double>(i) / static_cast<double>(starts), fmt::format("climb {} of {}", i + 1, starts));
    std::vector<TerminalId> start = i == 0 ? longest_permutation(topology, faults_of(network))
                                           : named_permutation(fmt::format("random:{}", seed + i - 1), topology).destinations();
    if (permutation_demands(topology, faults_of(network), start).empty()) {
      if (i > 0) continue;  // drawn: all stay at their routers
      settings.network.topology.refuse("has no two routers with terminals");
    }
    Climb climbed = climb(topology, faults_of(network), paths_of(settings), std::move(start), effort_of(settings));
    worst.ends.push_back(climbed.flow.upper);
    if (i == 0 || climbed.flow.upper < worst.found.flow.upper) worst.found = std::move(climbed);
  }
  find_named(settings, network, worst);
  if (!worst.oblivious) find_oblivious(settings, network, worst);
  if (!worst.oblivious && paths_of(settings) == FlowPaths::any) find_half(settings, network, worst);
  return worst;
}

void add_flow(Json& json, const Topology& topology, const ConcurrentFlow& flow) {
  json["theta"] = flow.exact() ? Json(to_string(flow.lower)) : Json(nullptr);
  json["lower"] = to_string(flow.lower);
  json["upper"] = to_string(flow.upper);
  json["exact"] = flow.exact();
  json["method"] = name_of(flow.method);
  json["columns"] = flow.columns;
  json["pivots"] = flow.pivots;
  json["rounds"] = flow.rounds;
  json["prices"] = prices_json(topology, flow.prices);
}

Json worst_json(const Worst& worst) {
  Json json = {{"permutation", Json::array()}, {"climbs", Json::array()}, {"steps", worst.found.steps}};
  for (const TerminalId t : worst.found.permutation) json["permutation"].push_back(t.value());
  for (const Rational& end : worst.ends) json["climbs"].push_back(to_string(end));
  json["best_oblivious"] = worst.oblivious ? Json(to_string(*worst.oblivious)) : Json(nullptr);
  if (!worst.oblivious && worst.at_least) {
    json["at_least"] = to_string(*worst.at_least);
    json["at_least_by"] = worst.at_least_by;
  }
  json["closed"] = worst.oblivious && worst.found.flow.upper == *worst.oblivious;
  return json;
}

std::string flow_text(const ThroughputSettings& settings, const ConcurrentFlow& flow) {
  if (flow.exact()) {
    const char* const claim = *settings.paths == ThroughputPaths::any ? "no routing carries more, and one carries it"
                                                                      : "over these paths no more is carried, and so much is";
    const char* const carried = *settings.paths == ThroughputPaths::relation ? "a split of the packets" : "a table of paths";
    return number_line("network throughput", flow.lower, fmt::format("{}: {}", kLoadUnit, claim)) +
           fmt::format("{:<22}prices of channels and {}, both checked\n", "certificates", carried);
  }
  const double gap = to_double(Rational(flow.upper / flow.lower)) - 1;
  return fmt::format("{:<22}{:.6f} to {:.6f} {}: paths carry the one, prices forbid more than the other\n", "network throughput",
                     to_double(flow.lower), to_double(flow.upper), kLoadUnit) +
         fmt::format("{:<22}{:.3g}%, after {} and {}\n", "gap", 100 * gap, counted(flow.pivots, "pivot"), counted(flow.rounds, "round"));
}

std::string worst_text(const ThroughputSettings& settings, const Worst& worst) {
  std::string text = fmt::format("{:<22}{}, the best after {}\n", "climbs", worst.ends.size(), counted(worst.found.steps, "step"));
  if (!worst.oblivious && worst.at_least) {
    const std::string by = worst.at_least_by == "half-optimum" ? "a routing by way of random terminals" : worst.at_least_by;
    return text + number_line("no permutation below", *worst.at_least, by + " carries it of every one; " + worst.why_unknown);
  }
  if (!worst.oblivious) return text + fmt::format("{:<22}not known: {}\n", "no permutation below", worst.why_unknown);
  const bool closed = *worst.oblivious == worst.found.flow.upper;
  const std::string best = paths_of(settings) == FlowPaths::minimal ? "the best oblivious routing on shortest paths" : "the best oblivious routing";
  return text + number_line("no permutation below", *worst.oblivious, best + (closed ? ": the permutation found is a worst one" : ""));
}

std::string paths_text(const ThroughputSettings& settings) {
  if (*settings.paths == ThroughputPaths::any) return "any paths";
  return *settings.paths == ThroughputPaths::minimal ? "shortest paths" : "the paths of " + settings.network.routing.text();
}

std::string permutation_text(const ThroughputSettings& settings, const Worst& worst) {
  const char* const who = paths_of(settings) == FlowPaths::minimal ? "no routing on shortest paths" : "no routing";
  std::string text =
      fmt::format("# {}: a permutation of which {} carries more than {}\n", settings.network.topology.text(), who, to_string(worst.found.flow.upper));
  for (const TerminalId to : worst.found.permutation) text += fmt::format("{}\n", to.value());
  return text;
}

}  // namespace

int run_throughput(const ThroughputSettings& settings) {
  const NetworkObjects network = make_network(network_options(settings, settings.network, &settings.traffic));
  const Topology& topology = *network.topology;
  constexpr std::uint32_t kMostRouters = 2048;
  if (topology.nodes() > kMostRouters) {
    settings.network.topology.refuse(fmt::format("has {} routers; allowed at most {}", topology.nodes(), kMostRouters));
  }
  JsonOutput json(settings);
  const auto prices = output_file(settings.out.prices), table = output_file(settings.out.table), permutation = output_file(settings.out.permutation);
  std::optional<Worst> worst;
  std::unique_ptr<TrafficPattern> pattern;
  ConcurrentFlow flow;
  if (settings.worst.value_or(false)) {
    worst = worst_of(settings, network);
    flow = worst->found.flow;
  } else {
    pattern = make_pattern(*settings.traffic.traffic, network, FixedPoints::silent, faults_of(network));
    flow = flow_of(settings, network, *pattern);
  }
  Json result = result_header("dateline.throughput/1", settings);
  if (pattern) {
    add_faults(result, faults_of(network), *pattern);
  } else {
    result["faults"] = faults_json(faults_of(network));
  }
  add_flow(result, topology, flow);
  result["worst"] = worst ? worst_json(*worst) : Json(nullptr);
  if (prices) prices->commit(price_table(topology, std::vector<Rational>(flow.prices.begin(), flow.prices.end())));
  if (table) table->commit(path_table_text(topology, flow.table));
  if (permutation) permutation->commit(permutation_text(settings, *worst));
  json.commit(result);
  if (json.wants_stdout() || is_stdout(prices) || is_stdout(table) || is_stdout(permutation)) return 0;
  fmt::print("{}, {}: what {} carry at best\n", settings.network.topology.text(),
             worst ? "the worst permutation found" : "traffic " + settings.traffic.traffic.text(), paths_text(settings));
  if (pattern) fmt::print("{}", fault_lines(faults_of(network), *pattern));
  fmt::print("{}{}", flow_text(settings, flow), worst ? worst_text(settings, *worst) : "");
  return 0;
}

}  // namespace dateline
