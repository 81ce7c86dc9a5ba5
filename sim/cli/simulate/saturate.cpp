// dateline saturate: the highest load that every source sustains, by sequential probes: each is a run of the machine
// from an empty network, without SystemC's scheduler, that goes on until its verdict stands.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "models/base/error.hpp"
#include "models/base/text/parse.hpp"
#include "sim/cli/command_line/command.hpp"
#include "sim/cli/command_line/commands.hpp"
#include "sim/cli/network/fault_report.hpp"
#include "sim/cli/network/name_notes.hpp"
#include "sim/cli/output/load_report.hpp"
#include "sim/cli/output/progress.hpp"
#include "sim/cli/output/result_file.hpp"
#include "sim/cli/run/run_report.hpp"
#include "sim/cli/run/run_theory.hpp"
#include "sim/measure/verdict/knee_search.hpp"
#include "sim/options/run_settings.hpp"

namespace dateline {
namespace {

using Json = nlohmann::ordered_json;

Json optional_json(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

// What no run sustains more than: the bound, and what a source can offer at all.
Rational most_sustained(const Bounds& bounds) { return std::min(bounds.sustainable.value(), bounds.most_offered); }

// Probes loads on one network.
class Prober {
 public:
  Prober(const RunSettings& settings, const RunPlan& plan, const NetworkObjects& network, const TrafficPattern& pattern, const Bounds& bounds)
      : settings_(settings), plan_(plan), network_(network), pattern_(pattern), bounds_(bounds) {}

  KneeProbe operator()(const std::string& load, double x) {
    const Rational exact = *read_rational(load);
    const std::uint32_t terminals = network_.topology->terminals();
    RunConfig config = run_plan(settings_, exact).run;
    config.failed = failed_terminals(network_);
    config.numbers = numbers_of(network_);
    config.theory = theory_of(bounds_, exact, config, network_, plan_.machine);
    config.decide = plan_of_probe(x, config, pattern_, terminals);
    config.warmup = config.decide->first / 2;
    config.cycles = config.decide->last - config.warmup;
    config.measure = config.drain = false;
    Run run(config, pattern_, terminals);
    ProgressListener progress(run, plan_.progress, fmt::format("probe {}: load {}, ", ++probes_, load));
    RouterConfig router_config = plan_.machine;
    router_config.execution.count_granted = true;
    CompiledNetwork compiled(router_config, Wiring::of(*network_.topology), *network_.relation, run);
    RunLoop(run, {&progress}).run_to_end(compiled);
    const RunResult& result = run.result();
    if (!result.deadlock.empty()) {
      throw std::runtime_error(fmt::format("deadlock at load {} in cycle {}: {} packets wait for each other in a cycle", load,
                                           result.simulated_cycles, result.deadlock.size()));
    }
    const Verdict verdict = result.judgement.verdict.value_or(Verdict::undecided);
    if (verdict == Verdict::sustained) check_busiest(compiled, config, load, result.simulated_cycles);
    return {verdict, result.accepted_min, result.simulated_cycles, result.flit_hops};
  }

 private:
  // A sustained load brings the busiest channel what the exact loads say, but for chance: eight standard deviations,
  // and what is still on its way.
  void check_busiest(const CompiledNetwork& machine, const RunConfig& config, const std::string& load, Cycle cycles) const {
    if (!bounds_.loads || bounds_.loads->gamma_max == 0) return;
    constexpr double kDeviations = 8;
    const OfferedWork work = offered_work(config, pattern_, network_.topology->terminals());
    const Rational bandwidth = to_rational(network_.topology->channel(bounds_.loads->busiest).bandwidth);  // of which gamma_max is a part
    const double expected = to_double(Rational(*read_rational(load) * bounds_.loads->gamma_max * bandwidth)) * static_cast<double>(cycles);
    const double chance = kDeviations * std::sqrt(expected * work.mean_length * work.dispersion);
    double queued = 0;
    for (std::uint32_t t = 0; t < network_.topology->terminals(); ++t) {
      queued += static_cast<double>(machine.source(TerminalId(t)).generated - machine.source(TerminalId(t)).injected);
    }
    const double under_way = (queued + static_cast<double>(machine.totals().in_network)) * work.mean_length;
    const auto crossed = static_cast<double>(machine.granted_flits()[bounds_.loads->busiest]);
    if (crossed <= expected + chance && crossed >= expected - chance - under_way) return;
    throw InvariantError(fmt::format("saturate: at load {} {} flits crossed channel {} in {} cycles, where {:.0f} +- {:.0f} are exact: {}", load,
                                     crossed, bounds_.loads->busiest.value(), cycles, expected, chance,
                                     "the analysis and the machine do not agree; please report this"));
  }

  const RunSettings& settings_;
  const RunPlan& plan_;
  const NetworkObjects& network_;
  const TrafficPattern& pattern_;
  const Bounds& bounds_;
  int probes_ = 0;
};

// Of what a source can get at all.
std::optional<double> reached(const KneeBracket& bracket, const Bounds& bounds) {
  if (!bracket.sustained || !bounds.sustainable) return std::nullopt;
  return *bracket.sustained / to_double(most_sustained(bounds));
}

// With chance 0.99.
std::optional<double> at_least(const KneeBracket& bracket, double resolution) {
  return bracket.sustained ? std::optional(*bracket.sustained / (1 + std::max(resolution, bracket.excluded))) : std::nullopt;
}

Json saturate_json(const RunSettings& settings, const KneeBracket& bracket, double resolution, const Bounds& bounds, const std::string& proof) {
  Json json = result_header("dateline.saturate/3", settings);
  json["sustained"] = optional_json(bracket.sustained);
  json["saturated_from"] = bracket.saturated_from;
  json["at_bound"] = bracket.at_bound;
  json["decided"] = bracket.decided;
  json["knee_at_least"] = optional_json(at_least(bracket, resolution));
  json["undecided"] = bracket.undecided_from ? Json{*bracket.undecided_from, *bracket.undecided_to} : Json(nullptr);
  json["served"] = optional_json(bracket.served);
  json["bounds"] = bounds_json(bounds);
  json["bounds"].erase("model_latency");  // of one load
  json["reached"] = optional_json(reached(bracket, bounds));
  json["probes"] = Json::array();
  for (const auto& [load, x, probe] : bracket.steps) {
    json["probes"].push_back({{"load", load},
                              {"verdict", name_of(probe.verdict)},
                              {"overload", x},
                              {"cycles", probe.cycles},
                              {"flit_hops", probe.flit_hops},
                              {"accepted_min", probe.served}});
  }
  json["proof"] = proof;
  return json;
}

std::string saturate_summary(const KneeBracket& bracket, double resolution, const Bounds& bounds) {
  const std::string unit = kLoadUnit;
  std::string text;
  for (const auto& [load, x, probe] : bracket.steps) {
    text += fmt::format("{:<18}{}, {:.5f} for the worst-served source, overloads of {:.2g}% looked for in {} cycles\n", "load " + load,
                        probe.verdict == Verdict::saturated ? "SATURATED" : std::string(name_of(probe.verdict)), probe.served, 100 * x, probe.cycles);
  }
  if (bracket.sustained) {
    text +=
        fmt::format("{:<18}{:.5g} {}; the knee is at least {:.5g} (99%)\n", "sustained", *bracket.sustained, unit, *at_least(bracket, resolution));
  } else {
    text += fmt::format("{:<18}nothing that was tried\n", "sustained");
  }
  text += fmt::format("{:<18}{:.5g} {}{}\n", "not sustained", bracket.saturated_from, unit, bracket.at_bound ? ", by the bound" : "");
  text += bound_lines(bounds, unit);
  if (const auto part = reached(bracket, bounds)) text += fmt::format("{:<18}{:.1f}% of the bound\n", "reached", 100 * *part);
  if (bracket.undecided_from) {
    text += fmt::format("{:<18}loads {:.5g} to {:.5g}: neither a queue that grows nor one that surely does not\n", "undecided",
                        *bracket.undecided_from, *bracket.undecided_to);
  }
  if (!bracket.decided) {
    text += fmt::format("UNDECIDED          the ends are more than {:.3g}% apart, or the lower one excludes larger overloads only: {}\n",
                        100 * resolution, "a coarser --search.resolution, or another --seed, may tell");
  }
  return text;
}

}  // namespace

int run_saturate(const SaturateSettings& settings, const RouterFactory& routers) {
  if (routers) throw ConfigError("saturate", "routers", "this program's own run in simulate alone; allowed: simulate, or the program dateline");
  const NetworkObjects network = make_network(network_options(settings, settings.network, &settings.traffic, &settings.router));
  const double resolution = to_double(*settings.resolution);
  RunPlan plan = run_plan(settings, Rational(1, 1000));
  check_network(settings, plan, network);
  JsonOutput json(settings);
  const auto pattern = make_pattern(plan, network, network.relation->faults());
  const std::string proof = proof_before(plan, network, {});
  const Bounds bounds = bounds_of(*network.topology, *network.relation, *pattern, plan, kLongSplits);
  if (!bounds.sustainable) settings.traffic.traffic.refuse("lets no source send, and so loads nothing");
  Prober prober(settings, plan, network, *pattern, bounds);
  const KneeBracket bracket =
      search_knee(to_double(most_sustained(bounds)), resolution, [&](const std::string& load, double x) { return prober(load, x); });
  if (bracket.sustained && exact_value(*bracket.sustained) > most_sustained(bounds))
    throw InvariantError(fmt::format("saturate: {} is sustained, above the bound {}", *bracket.sustained, to_string(most_sustained(bounds))));
  auto report = saturate_json(settings, bracket, resolution, bounds, proof);
  add_bias(report, plan);
  add_faults(report, network.relation->faults(), *pattern);
  json.commit(report);
  if (!json.wants_stdout()) fmt::print("{}{}", saturate_summary(bracket, resolution, bounds), fault_lines(network.relation->faults(), *pattern));
  note_rounded_rows(settings.traffic, *pattern);
  return bracket.decided ? 0 : 1;
}

}  // namespace dateline
