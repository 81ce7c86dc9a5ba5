#include "sim/cli/run/steady_state.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"
#include "models/base/text/parse.hpp"
#include "sim/cli/output/progress.hpp"
#include "sim/cli/run/run_report.hpp"
#include "sim/options/run_settings.hpp"

namespace dateline {
namespace {

using Json = nlohmann::ordered_json;

std::string interval_line(const RunConfig& config, const RunResult& r) {
  const Summary& s = r.latency;
  std::string reached = "NOT REACHED within --cycles";
  if (r.narrow) {
    reached = fmt::format("enough after {} cycles", r.cycles);
  } else if (s.ci95) {  // a half as wide takes four times as long; and two looks, half as many packets apart
    constexpr double kTwoLooks = 2.25;
    const double wider = std::max(1.0, s.ci95->farthest(s.mean) / *config.until_ci);
    reached += fmt::format("; try --cycles {}", rounded_up(kTwoLooks * wider * wider * static_cast<double>(r.cycles)));
  }
  const std::string width =
      s.ci95 ? fmt::format("-{:.2f}% +{:.2f}% of the mean", 100 * (s.mean - s.ci95->low) / s.mean, 100 * (s.ci95->high - s.mean) / s.mean) : "none";
  return fmt::format("{:<18}{}, {:.4g}% wanted: {}\n", "interval", width, 100 * *config.until_ci, reached);
}

}  // namespace

void take_steady_state(const WindowSettings& settings, RunPlan& plan) {
  plan.detect_warmup = settings.warmup.has() && settings.warmup->word == "detect";
  if (!settings.until_ci.has()) return;
  if (plan.detect_warmup) settings.until_ci.refuse("has no meaning with warmup=detect, which examines a run of known length");
  plan.run.until_ci = *settings.until_ci;
}

std::optional<Transient> find_transient(const RunSettings& settings, const RunPlan& plan, const NetworkObjects& network,
                                        const TrafficPattern& pattern, RunConfig& config) {
  if (!plan.detect_warmup) return std::nullopt;
  RunConfig whole = config;
  whole.warmup = 0;
  whole.windows = 0;
  whole.details.pair_latency = false;
  RouterConfig router_config = plan.machine;
  router_config.execution.count_channels = false;
  router_config.execution.count_granted = false;
  Run run(whole, pattern, network.topology->terminals());
  TransientProbe probe(run, whole.cycles);
  ProgressListener progress(run, plan.progress);
  CompiledNetwork compiled(router_config, Wiring::of(*network.topology), *network.relation, probe);
  RunLoop(probe, {&progress}).run_to_end(compiled);
  const Transient found = probe.transient();
  take_transient(settings, found, config);
  return found;
}

void take_transient(const RunSettings& settings, const Transient& transient, RunConfig& config) {
  config.warmup = std::min(transient.end, config.cycles - 1);
  config.cycles -= config.warmup;
  config.measure = transient.steady;
  if (config.windows > config.cycles) settings.window.windows.refuse(fmt::format("are more than the {} cycles behind the transient", config.cycles));
}

void add_steady(nlohmann::ordered_json& json, const RunConfig& config, const RunResult& result, const std::optional<Transient>& transient) {
  if (transient) {
    json["warmup"] = {
        {"steady", transient->steady}, {"cycles", config.warmup}, {"deliveries", transient->deliveries}, {"discarded", transient->discarded}};
  }
  if (!config.until_ci) return;
  const Summary& s = result.latency;
  json["until_ci"] = {{"wanted", *config.until_ci},
                      {"reached", result.narrow},
                      {"half_width", s.ci95 ? Json(s.ci95->half_width() / s.mean) : Json(nullptr)},
                      {"farthest", s.ci95 ? Json(s.ci95->farthest(s.mean)) : Json(nullptr)}};
}

std::string steady_lines(const RunConfig& config, const RunResult& result, const std::optional<Transient>& transient) {
  if (config.until_ci) return interval_line(config, result);
  if (!transient) return {};
  if (transient->steady) {
    return fmt::format("{:<18}{} cycles, found behind {} of {} deliveries (MSER-5)\n", "warm-up", config.warmup, transient->discarded,
                       transient->deliveries);
  }
  constexpr double kLonger = 4;
  return fmt::format(
      "{:<18}NOT FOUND in {} deliveries (MSER-5), so nothing is measured: window too short to detect it; try --cycles {}, or a lower load\n",
      "steady state", transient->deliveries, rounded_up(kLonger * static_cast<double>(config.warmup + config.cycles)));
}

}  // namespace dateline
