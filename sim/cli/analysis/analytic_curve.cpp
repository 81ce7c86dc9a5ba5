#include "sim/cli/analysis/analytic_curve.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dateline {
namespace {

// The options that the comparison with the machine varied, or that only say what is measured; model_validity knows the
// values. Any other one, and any that is added later, voids the model when it is not at its default.
bool was_varied(const std::string& option) {
  static const std::vector<std::string> list = {"topology", "vcs", "packet-length", "load", "cycles", "warmup", "deliveries", "prove", "seed"};
  return std::find(list.begin(), list.end(), option) != list.end();
}

}  // namespace

CurveCase curve_case(const CommonSettings& settings, const Setting<int>& vcs, const Setting<PacketLengths>& lengths) {
  CurveCase curve;
  curve.vcs = *vcs;
  curve.packet_length = lengths.has() && lengths->one() ? lengths->shortest() : 0;
  for (const std::string& name : settings.changed) {
    const auto is_text = [&](const char* text) {
      return std::find(settings.record.begin(), settings.record.end(), std::pair(name, std::string(text))) != settings.record.end();
    };
    if (name == "router.injection-vcs" && is_text(vcs.text().c_str())) continue;
    if (name == "tie-rule" && !is_text("plus")) continue;  // the others load all channels alike, and were compared
    curve.changed.push_back(name);
  }
  return curve;
}

CurveValidity curve_validity(const CurveCase& curve, const Topology& topology) {
  for (const std::string& option : curve.changed) {
    if (was_varied(option)) continue;
    if (option == "workload") return {std::nullopt, "the model knows no workloads"};
    if (option == "routing" || option == "traffic") {
      return {std::nullopt, "the model has been held against the machine for dimension order and uniform traffic only"};
    }
    return {std::nullopt, fmt::format("the model has been held against the machine with its default options only, not with another {}", option)};
  }
  auto validity = model_validity(topology, curve.vcs, curve.packet_length);
  if (!validity) {
    return {std::nullopt, "the model has been held against the machine on 8..16-ary 2-cubes and the 8-ary 3-cube only, 32 flits, 4 VCs or more"};
  }
  return {std::move(validity), ""};
}

std::optional<LatencyModel> curve_model(const NetworkObjects& network, const Bounds& bounds, std::uint32_t packet_length) {
  if (!bounds.loads || !bounds.zero_load_latency || bounds.loads->mean_reinjections() > 0) return std::nullopt;
  const RoutingOptions& routing = network.options.relation;
  LatencyModelInput input;
  input.zero_load_latency = to_double(*bounds.zero_load_latency);
  input.packet_length = packet_length;
  input.vcs = routing.vcs;
  const int classes = network.relation->classes();
  if (classes > 1 && routing.vc_policy == VcPolicy::shared) {
    input.class_vcs = routing.vcs - 1;  // all but the escape VC of the other class
  } else {
    input.class_vcs = std::max(1, (routing.vcs + classes - 1) / classes);
    if (classes == 2) input.class_share = kFirstClassShare;
  }
  return LatencyModel(*bounds.loads, input);
}

std::optional<double> validated_latency(const CurveCase& curve, const NetworkObjects& network, const Bounds& bounds, const Rational& load) {
  const auto validity = curve_validity(curve, *network.topology).validity;
  if (!validity || load > validity->valid_to) return std::nullopt;
  const auto model = curve_model(network, bounds, curve.packet_length);
  return model ? model->latency(to_double(load)) : std::nullopt;
}

}  // namespace dateline
