// dateline saturate: the highest load that every source sustains, by bisection; every probe is a run as simulate makes
// it at that load, without SystemC's scheduler.
#include <fmt/format.h>

#include <stdexcept>

#include "models/network/parse.hpp"
#include "sim/cli/command.hpp"
#include "sim/cli/fault_report.hpp"
#include "sim/cli/load_report.hpp"
#include "sim/cli/name_notes.hpp"
#include "sim/cli/result_file.hpp"
#include "sim/cli/run_theory.hpp"
#include "sim/measure/saturation_walk.hpp"

namespace dateline {
namespace {

using Json = nlohmann::ordered_json;

Json optional_json(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

WalkSettings walk_settings(const Options& options) {
  WalkSettings walk;
  for (const auto& [name, value] : {std::pair("start", &walk.start), {"over", &walk.over}, {"resolution", &walk.resolution}}) {
    const Rational given = options.number(name);
    if (given <= 0) options.refuse(name, "must be above 0");
    *value = to_double(given);
  }
  if (walk.start > 1) options.refuse("start", "is above the injection bandwidth of 1 flit/node/cycle");
  if (walk.over < 1) options.refuse("over", "must be at least 1");
  if (walk.resolution < 0.0001 || walk.resolution > 1) options.refuse("resolution", "not in 0.0001..1");
  return walk;
}

// Probes loads on one network.
class Prober {
 public:
  Prober(const Options& options, const SimulateOptions& settings, const NetworkObjects& network, const TrafficPattern& pattern)
      : options_(options), settings_(settings), network_(network), pattern_(pattern), line_(settings.progress) {}

  LoadProbe operator()(const std::string& load) {
    const SimulateOptions at_load = simulate_options(options_, *read_rational(load));
    check_length(options_, at_load, pattern_, network_.topology->terminals());
    RunConfig config = at_load.run;
    config.failed = failed_terminals(network_);
    config.numbers = numbers_of(network_);
    Run run(config, pattern_, network_.topology->terminals());
    Machine machine(settings_.machine, Wiring::of(*network_.topology), *network_.relation, run);
    line_.draw(0, fmt::format("probe {}: load {}", ++probes_, load));
    run_to_end(run, machine);
    if (!run.result().deadlock.empty()) {
      throw std::runtime_error(fmt::format("deadlock at load {} in cycle {}: {} messages wait for each other in a cycle", load,
                                           run.result().simulated_cycles, run.result().deadlock.size()));
    }
    return {run.result().saturated, run.result().accepted_min};
  }

 private:
  const Options& options_;
  const SimulateOptions& settings_;
  const NetworkObjects& network_;
  const TrafficPattern& pattern_;
  ProgressLine line_;
  int probes_ = 0;
};

// Of what a source can get at all.
std::optional<double> reached(const SaturationBracket& bracket, const std::optional<double>& ideal) {
  if (!bracket.sustained || !ideal) return std::nullopt;
  return *bracket.sustained / std::min(*ideal, 1.0);
}

Json saturate_json(const Options& options, const SaturationBracket& bracket, const Bounds& bounds, const std::optional<double>& ideal,
                   const std::string& proof) {
  Json json = result_header("dateline.saturate/1", options);
  json["sustained"] = optional_json(bracket.sustained);
  json["saturated_from"] = optional_json(bracket.saturated_from);
  json["served"] = optional_json(bracket.served);
  json["ideal_throughput"] = optional_json(ideal);
  json["ideal_throughput_exact"] = ideal ? Json(to_string(*bounds.ideal_throughput)) : Json(nullptr);
  json["reached"] = optional_json(reached(bracket, ideal));
  json["violated"] = bracket.violated;
  json["probes"] = Json::array();
  for (const auto& step : bracket.steps) {
    json["probes"].push_back({{"load", step.load}, {"saturated", step.probe.saturated}, {"accepted_min", step.probe.served}});
  }
  json["proof"] = proof;
  return json;
}

std::string saturate_summary(const NetworkObjects& network, const SaturationBracket& bracket, const Bounds& bounds,
                             const std::optional<double>& ideal) {
  const std::string unit = fmt::format("flits/{}/cycle", sender_name(*network.topology));
  const auto line = [&](const char* name, const std::optional<double>& load, const std::string& none) {
    return fmt::format("{:<18}{}\n", name, load ? fmt::format("{:.5g} {}", *load, unit) : none);
  };
  std::string text;
  for (const auto& step : bracket.steps) {
    text += fmt::format("{:<18}{}, {:.5f} for the worst-served source\n", "load " + step.load, step.probe.saturated ? "SATURATED" : "sustained",
                        step.probe.served);
  }
  text += line("sustained", bracket.sustained, "nothing that was tried");
  text += line("not sustained", bracket.saturated_from, "none: a source cannot offer more than 1");
  if (ideal) {
    text += fmt::format("{:<18}{:.5f} {} ideal throughput ({}, exact)\n", "bound", *ideal, unit, to_string(*bounds.ideal_throughput));
  } else {
    text += fmt::format("{:<18}{}\n", "bound", bounds.why_missing.empty() ? "none" : "not given: " + bounds.why_missing);
  }
  if (const auto part = reached(bracket, ideal)) text += fmt::format("{:<18}{:.1f}% of the bound\n", "reached", 100 * *part);
  if (bracket.violated) text += "BOUND VIOLATED     more than the ideal throughput is sustained\n";
  return text;
}

}  // namespace

int run_saturate(const Options& options) {
  const NetworkObjects network = make_network(network_options(options));
  const WalkSettings walk = walk_settings(options);
  const SimulateOptions settings = simulate_options(options, Rational(1, 1000));
  if (settings.detect_warmup) options.refuse("warmup", "is for one load (simulate); allowed: cycles, auto");
  check_network(options, settings, network);
  JsonOutput json(options);
  const auto pattern = make_pattern(settings, network, network.relation->faults());
  const std::string proof = proof_before(settings, network, {});
  const Bounds bounds = bounds_of(network, *pattern, settings, kShortSplits);
  const std::optional<double> ideal = bounds.ideal_throughput ? std::optional(to_double(*bounds.ideal_throughput)) : std::nullopt;
  Prober prober(options, settings, network, *pattern);
  const SaturationBracket bracket = walk_to_saturation(walk, ideal, [&](const std::string& load) { return prober(load); });
  auto report = saturate_json(options, bracket, bounds, ideal, proof);
  add_faults(report, network.relation->faults(), *pattern);
  json.commit(report);
  if (!json.wants_stdout()) fmt::print("{}{}", saturate_summary(network, bracket, bounds, ideal), fault_lines(network.relation->faults(), *pattern));
  note_rounded_rows(options, *pattern);
  return 0;
}

}  // namespace dateline
