// The approximate latency curve (latency_model.hpp) of a network given by options, and whether it has been held against
// the machine there.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/analysis/latency/bounds.hpp"
#include "models/analysis/latency/latency_model.hpp"
#include "sim/options/network/network_options.hpp"
#include "sim/options/network_settings.hpp"

namespace dateline {

// What decides whether the model has been held against the machine: of `simulate` and `bounds` alike.
struct CurveCase {
  int vcs = 1;
  std::uint32_t packet_length = 1;  // 0: messages differ in length
  std::vector<std::string>
      changed;  // options that are not at their defaults; as many injection VCs as VCs, and ties that load channels alike, are no change
};
[[nodiscard]] CurveCase curve_case(const CommonSettings& settings, const Setting<int>& vcs, const Setting<PacketLengths>& lengths);

// To which load the model is known to hold. Why it is not: one line, for people, in `why_not`.
struct CurveValidity {
  std::optional<ModelValidity> validity;
  std::string why_not;
};
[[nodiscard]] CurveValidity curve_validity(const CurveCase& curve, const Topology& topology);

// None without a zero-load latency.
[[nodiscard]] std::optional<LatencyModel> curve_model(const NetworkObjects& network, const Bounds& bounds, std::uint32_t packet_length);

// The latency at `load` flits/terminal/cycle, where the model is known to hold; else none.
[[nodiscard]] std::optional<double> validated_latency(const CurveCase& curve, const NetworkObjects& network, const Bounds& bounds,
                                                      const Rational& load);

}  // namespace dateline
