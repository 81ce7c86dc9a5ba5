// The approximate latency curve (latency_model.hpp) of a network given by options, and whether it has been held against the machine there.
#pragma once

#include <optional>
#include <string>

#include "models/analysis/latency/bounds.hpp"
#include "models/analysis/latency/latency_model.hpp"
#include "sim/cli/network_options.hpp"

namespace dateline {

// Whether and to which load the model is known to hold: of `simulate` and `bounds` alike. Why not: one line, for people, in `why_not`.
struct CurveValidity {
  std::optional<ModelValidity> validity;
  std::string why_not;
};
[[nodiscard]] CurveValidity curve_validity(const Options& options, const Topology& topology, std::uint32_t message_length);

// None without a zero-load latency.
[[nodiscard]] std::optional<LatencyModel> curve_model(const Options& options, const NetworkObjects& network, const Bounds& bounds,
                                                      std::uint32_t message_length);

// The latency at the load of `simulate`, where the model is known to hold; else none.
[[nodiscard]] std::optional<double> validated_latency(const Options& options, const NetworkObjects& network, const Bounds& bounds,
                                                      std::uint32_t message_length);

}  // namespace dateline
