// dateline bounds: what theory says of a network before it is simulated.
#include "models/analysis/latency/bounds.hpp"

#include <fmt/format.h>

#include <memory>

#include "models/analysis/latency/light_traffic.hpp"
#include "models/base/error.hpp"
#include "models/base/text/counted.hpp"
#include "sim/cli/analysis/analytic_curve.hpp"
#include "sim/cli/analysis/split_report.hpp"
#include "sim/cli/analysis/throughput_report.hpp"
#include "sim/cli/command_line/command.hpp"
#include "sim/cli/command_line/commands.hpp"
#include "sim/cli/network/fault_report.hpp"
#include "sim/cli/network/name_notes.hpp"
#include "sim/cli/output/load_report.hpp"
#include "sim/cli/output/result_file.hpp"
#include "sim/core/state/layout/router_config.hpp"
#include "sim/options/analysis_settings.hpp"
#include "sim/options/network/machine_options.hpp"
#include "traffic/registry.hpp"

namespace dateline {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kFewestPoints = 12;  // of the curve; at most 2.5 times as many

struct Slope {
  std::optional<Rational> kbar;
  std::string why_missing;
};

struct CurvePoint {
  Rational load;
  std::optional<double> latency;
};

struct Curve {
  std::vector<CurvePoint> points;
  std::optional<double> diverges_at;  // none: not below the ideal throughput and 1 flit/node/cycle
  CurveValidity validity;
};

struct Theory {
  std::uint32_t packet_length = 1;
  Bounds bounds;
  Slope slope;
  std::optional<Curve> curve;  // none: no model
  std::optional<CurvePoint> at_load;
  std::optional<NetworkThroughput> best;
  [[nodiscard]] double light_traffic(const Rational& load) const {
    return to_double(Rational(*bounds.zero_load_latency + load * packet_length * *slope.kbar));
  }
};

std::uint32_t packet_length(const BoundsSettings& settings) { return settings.traffic.packet_length->shortest(); }

BoundsInput bounds_input(const BoundsSettings& settings) {
  const RouterNumberSettings& numbers = settings.router.numbers;
  BoundsInput input;
  input.channel_latency = settings.router.channel_latency->all;
  input.routing_delay = *numbers.of(&RouterConfig::routing_delay);
  input.buffer_depth = *numbers.of(&RouterConfig::buffer_depth);
  input.packet_length = packet_length(settings);
  input.ejection_channels = *settings.router.ejection == Ejection::channel;
  input.nic_ports = *settings.router.nic_ports;
  return input;
}

std::optional<Rational> load_option(const BoundsSettings& settings) {
  if (!settings.traffic.load.has()) return std::nullopt;
  return offered_load(settings.traffic.load, *settings.traffic.packet_length, *settings.router.nic_ports);
}

Slope slope_of(const NetworkObjects& network, const TrafficPattern& pattern, const BoundsInput& machine) {
  LightTrafficOptions options;
  options.machine = machine;
  options.vcs = network.options.relation.vcs;
  try {
    return {light_traffic_slope(*network.topology, *network.relation, pattern, options), ""};
  } catch (const ConfigError& e) {
    return {std::nullopt, e.what()};
  }
}

// 1, 2 or 5 times a power of ten.
Rational round_step(const Rational& limit) {
  Rational step = 1;
  while (true) {
    for (const int part : {1, 2, 5}) {
      if (limit * part >= kFewestPoints * step) return step / part;
    }
    step /= 10;
  }
}

Curve curve_of(const LatencyModel& model, const Bounds& bounds, CurveValidity validity) {
  Curve curve;
  curve.validity = std::move(validity);
  const Rational limit = bounds.ideal_throughput && *bounds.ideal_throughput < 1 ? *bounds.ideal_throughput : Rational(1);
  const double end = model.divergence(to_double(limit));
  if (end < to_double(limit)) curve.diverges_at = end;
  const Rational step = round_step(curve.diverges_at ? exact_value(end) : limit);
  for (Rational load = step; load <= limit; load += step) {
    const auto latency = model.latency(to_double(load));
    if (!latency) break;
    curve.points.push_back({load, latency});
  }
  return curve;
}

Json number(const std::optional<Rational>& value) { return value ? Json(to_double(*value)) : Json(nullptr); }
Json exact(const std::optional<Rational>& value) { return value ? Json(to_string(*value)) : Json(nullptr); }
Json reason(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }
template <typename T>
Json maybe(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

// The model's curve and how far it holds, or why there is none.
void add_curve(Json& json, const Theory& theory) {
  const Bounds& bounds = theory.bounds;
  const bool absorbs = bounds.loads && bounds.loads->mean_reinjections() > 0;
  json["curve"] = theory.curve ? Json::array() : Json(nullptr);
  json["diverges_at"] = nullptr;
  json["valid_to"] = nullptr;
  json["expected_error"] = nullptr;
  json["why_not_valid"] = bounds.split               ? "the model knows no adaptive routings"
                          : absorbs                  ? "the model knows no absorptions"
                          : bounds.most_offered != 1 ? "the model knows one injection channel a terminal"
                                                     : "there is no model without a zero-load latency";
  if (!theory.curve) return;
  for (const CurvePoint& p : theory.curve->points) json["curve"].push_back({{"load", to_double(p.load)}, {"latency", maybe(p.latency)}});
  json["diverges_at"] = maybe(theory.curve->diverges_at);
  json["why_not_valid"] = reason(theory.curve->validity.why_not);
  if (const auto& validity = theory.curve->validity.validity) {
    json["valid_to"] = to_double(validity->valid_to);
    json["expected_error"] = validity->expected_error;
  }
}

Json at_load_json(const Theory& theory) {
  if (!theory.at_load) return nullptr;
  Json json = {{"load", to_double(theory.at_load->load)}, {"latency", maybe(theory.at_load->latency)}};
  const bool line = theory.bounds.zero_load_latency && theory.slope.kbar;
  json["light_traffic"] = line ? Json(theory.light_traffic(theory.at_load->load)) : Json(nullptr);
  return json;
}

Json bounds_json(const BoundsSettings& settings, const NetworkObjects& network, const TrafficPattern& pattern, const Theory& theory) {
  const Bounds& bounds = theory.bounds;
  Json json = result_header("dateline.bounds/2", settings);
  add_faults(json, network.relation->faults(), pattern);
  json["per"] = "terminal";
  json["zero_load_latency"] = number(bounds.zero_load_latency);
  json["zero_load_latency_exact"] = exact(bounds.zero_load_latency);
  json["ideal_throughput"] = number(bounds.ideal_throughput);
  json["ideal_throughput_exact"] = exact(bounds.ideal_throughput);
  json["sustainable"] = number(bounds.sustainable);
  json["sustainable_exact"] = exact(bounds.sustainable);
  json["limited_by"] = bounds.limited_by ? Json(name_of(*bounds.limited_by)) : Json(nullptr);
  const std::optional<Rational> gamma = exact_gamma(bounds);
  add_load_keys(json, *network.topology, gamma.value_or(Rational(0)), bounds.injection_limit());
  if (!gamma) json["gamma_max"] = nullptr;
  json["network_throughput"] = network_throughput_json(theory.best);
  json["injection_estimate"] = number(bounds.injection_estimate);
  json["split"] = split_json(bounds);
  json["mean_hops"] = bounds.loads ? Json(to_string(bounds.loads->mean_hops)) : Json(nullptr);
  json["why_missing"] = reason(bounds.why_missing);
  std::optional<double> steepness;
  if (theory.slope.kbar) steepness = to_double(Rational(*theory.slope.kbar * theory.packet_length));
  json["slope"] = {{"kbar", exact(theory.slope.kbar)}, {"cycles_per_load", maybe(steepness)}, {"why_missing", reason(theory.slope.why_missing)}};
  add_curve(json, theory);
  json["at_load"] = at_load_json(theory);
  return json;
}

std::string point_line(const Theory& theory, const CurvePoint& p) {
  const bool line = theory.slope.kbar.has_value();
  return fmt::format("{:>10.5g}{:>16}{:>14}\n", to_double(p.load), line ? fmt::format("{:.2f}", theory.light_traffic(p.load)) : "-",
                     p.latency ? fmt::format("{:.2f}", *p.latency) : "saturated");
}

std::string curve_text(const Theory& theory) {
  const Curve& curve = *theory.curve;
  std::string text = fmt::format("{:>10}{:>16}{:>14}\n", "load", "light traffic", "M/G/1 model");
  for (const CurvePoint& p : curve.points) text += point_line(theory, p);
  if (theory.at_load) text += "at the load given:\n" + point_line(theory, *theory.at_load);
  if (curve.diverges_at) text += fmt::format("{:<22}{:.4g} {}\n", "model diverges at", *curve.diverges_at, kLoadUnit);
  if (const auto& validity = curve.validity.validity) {
    text += fmt::format("{:<22}{:.6g} {}, within {:.0f}%\n", "model holds up to", to_double(validity->valid_to), kLoadUnit,
                        100 * validity->expected_error);
  } else {
    text += fmt::format("{:<22}not validated: {}\n", "model", curve.validity.why_not);
  }
  return text;
}

// What cannot carry more.
const char* limit_text(LoadLimit what) {
  switch (what) {
    case LoadLimit::channel:
      return "the busiest channel";
    case LoadLimit::injection:
      return "the busiest source's injection channel";
    case LoadLimit::ejection:
      return "the busiest destination's ejection channel";
    case LoadLimit::absorption:
      return "the injection or ejection channel of a node that absorbs packets";
  }
  throw InvariantError("an unknown limit of the load");
}

std::string bounds_text(const BoundsSettings& settings, const Topology& topology, const Theory& theory) {
  const Bounds& bounds = theory.bounds;
  std::string text =
      fmt::format("{} {}, {}, {}-flit packets, traffic {}: before any simulation\n", settings.network.topology.text(),
                  settings.network.routing.text(), counted(*settings.network.vcs, "VC"), theory.packet_length, settings.traffic.traffic.text());
  if (bounds.zero_load_latency) text += number_line("zero-load latency", *bounds.zero_load_latency, "cycles");
  if (bounds.loads) text += number_line("mean hops", bounds.loads->mean_hops, "");
  if (bounds.ideal_throughput) {
    const Rational gamma = bounds.loads ? bounds.loads->gamma_max : bounds.split->lower;
    text += split_lines(bounds) + throughput_lines(topology, gamma, bounds.injection_limit(), bounds.most_offered);
  }
  text += network_throughput_line(theory.best);
  if (bounds.injection_estimate && *bounds.injection_estimate < bounds.most_offered) {
    text += fmt::format("{:<22}{:<12.6f} {}, approximate: as if packets chose as they do alone in the network\n", "injection limit",
                        to_double(*bounds.injection_estimate), kLoadUnit);
  }
  if (bounds.sustainable) {
    text += number_line("sustainable load", *bounds.sustainable, fmt::format("{} at most: {}", kLoadUnit, limit_text(*bounds.limited_by)));
  }
  if (!bounds.why_missing.empty()) text += fmt::format("{:<22}{}\n", "not given", bounds.why_missing);
  if (theory.slope.kbar) {
    text += number_line("light-traffic slope", *theory.slope.kbar * theory.packet_length,
                        fmt::format("cycles per flit/terminal/cycle: {} x Kbar {}", theory.packet_length, to_string(*theory.slope.kbar)));
  } else {
    text += fmt::format("{:<22}not given: {}\n", "light-traffic slope", theory.slope.why_missing);
  }
  return theory.curve ? text + curve_text(theory) : text;
}

}  // namespace

int run_bounds(const BoundsSettings& settings) {
  const NetworkObjects network = make_network(network_options(settings, settings.network, &settings.traffic, &settings.router));
  const auto pattern = make_pattern(settings.traffic, network);
  const BoundsInput input = bounds_input(settings);
  const std::optional<Rational> load = load_option(settings);
  check_vcs(settings.network.vcs, settings.network, network);
  check_nic_ports(settings.router.nic_ports, *network.topology);
  JsonOutput json(settings);
  const std::unique_ptr<ResultFile> prices = output_file(settings.out.certificate);
  Theory theory;
  theory.packet_length = packet_length(settings);
  theory.bounds = compute_bounds(*network.topology, *network.relation, *pattern, input, kLoadBudget, kLongSplits);
  if (prices && !theory.bounds.split && !theory.bounds.loads) settings.out.certificate.refuse("has no bound: " + theory.bounds.why_missing);
  theory.best = network_throughput_beside(network, *pattern, known_gamma(theory.bounds), effort_of_analysis());
  theory.slope = slope_of(network, *pattern, input);
  const bool one_queue = theory.bounds.most_offered == 1;  // as the model has it at a source
  if (const auto model = one_queue ? curve_model(network, theory.bounds, theory.packet_length) : std::nullopt) {
    theory.curve = curve_of(*model, theory.bounds,
                            curve_validity(curve_case(settings, settings.network.vcs, settings.traffic.packet_length), *network.topology));
    if (load) theory.at_load = CurvePoint{*load, model->latency(to_double(*load))};
  }
  if (load && !theory.at_load) theory.at_load = CurvePoint{*load, std::nullopt};
  if (prices) prices->commit(price_table(*network.topology, prices_of(*network.topology, theory.bounds)));
  json.commit(bounds_json(settings, network, *pattern, theory));
  note_rounded_rows(settings.traffic, *pattern);
  if (!json.wants_stdout() && !is_stdout(prices))
    fmt::print("{}{}", bounds_text(settings, *network.topology, theory), fault_lines(network.relation->faults(), *pattern));
  return 0;
}

}  // namespace dateline
