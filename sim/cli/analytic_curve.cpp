#include "sim/cli/analytic_curve.hpp"

#include <algorithm>

namespace dateline {
namespace {

// Options of the machine that the model's comparison left at their defaults.
bool machine_as_compared(const Options& options) {
  for (const char* name :
       {"vc-policy", "buffer-depth", "routing-delay", "channel-latency", "injection", "ejection", "crossbar", "vc-reuse", "channel-arbitration"}) {
    if (options.has(name) && options.text(name) != option_spec(options.command(), name).default_value) return false;
  }
  return !options.has("injection-vcs") || options.text("injection-vcs") == "auto" || options.text("injection-vcs") == options.text("vcs");
}

}  // namespace

CurveValidity curve_validity(const Options& options, const Topology& topology, std::uint32_t message_length) {
  if (options.has("workload")) return {std::nullopt, "the model knows no workloads"};
  if (options.text("routing") != "dor" || options.text("traffic") != "uniform") {
    return {std::nullopt, "the model has been held against the machine for dimension order and uniform traffic only"};
  }
  if (!machine_as_compared(options)) return {std::nullopt, "the model has been held against the machine with its default options only"};
  auto validity = model_validity(topology, static_cast<int>(options.whole("vcs", 1, kMaxVcs)), message_length);
  if (!validity) {
    return {std::nullopt, "the model has been held against the machine on 8..16-ary 2-cubes and the 8-ary 3-cube only, 32 flits, 4 VCs or more"};
  }
  return {std::move(validity), ""};
}

std::optional<LatencyModel> curve_model(const Options& options, const NetworkObjects& network, const Bounds& bounds, std::uint32_t message_length) {
  if (!bounds.loads || !bounds.zero_load_latency) return std::nullopt;
  LatencyModelInput input;
  input.zero_load_latency = to_double(*bounds.zero_load_latency);
  input.message_length = message_length;
  input.vcs = network.vcs;
  const int classes = network.relation->classes();
  if (classes > 1 && options.text("vc-policy") == "shared") {
    input.class_vcs = network.vcs - 1;  // all but the escape VC of the other class
  } else {
    input.class_vcs = std::max(1, (network.vcs + classes - 1) / classes);
    if (classes == 2) input.class_share = kFirstClassShare;
  }
  return LatencyModel(*bounds.loads, input);
}

std::optional<double> validated_latency(const Options& options, const NetworkObjects& network, const Bounds& bounds, std::uint32_t message_length) {
  const auto validity = curve_validity(options, *network.topology, message_length).validity;
  if (!validity) return std::nullopt;
  const Rational load = options.has("load") ? options.number("load") : Rational(options.number("rate") * message_length);
  if (load > validity->valid_to) return std::nullopt;
  const auto model = curve_model(options, network, bounds, message_length);
  return model ? model->latency(to_double(load)) : std::nullopt;
}

}  // namespace dateline
