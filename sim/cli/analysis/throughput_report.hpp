// What `loads`, `bounds` and `simulate` say of what any routing could carry of a pattern (network_throughput.hpp).
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "models/analysis/throughput/network_throughput.hpp"
#include "sim/options/network/network_options.hpp"

namespace dateline {

// Of an analysis, which may take a second; and of a run, which is not to begin later for it.
[[nodiscard]] ThroughputEffort effort_of_analysis();
[[nodiscard]] ThroughputEffort effort_of_run();

// Beside the network's own routing, whose largest load is `gamma`. 0: not known, as of an adaptive one; then beside one
// that is known by name, where nothing has failed.
[[nodiscard]] std::optional<NetworkThroughput> network_throughput_beside(const NetworkObjects& network, const TrafficPattern& pattern,
                                                                         const Rational& gamma, const ThroughputEffort& effort);
// {lower, upper}, exact strings; null where it is not known.
[[nodiscard]] nlohmann::ordered_json network_throughput_json(const std::optional<NetworkThroughput>& found);
// "network throughput    0.5 = 1/2 flits/terminal/cycle: ..."; empty where it is not known.
[[nodiscard]] std::string network_throughput_line(const std::optional<NetworkThroughput>& found);
// The same beside the bounds of a run; empty too where its routing reaches it.
[[nodiscard]] std::string network_bound_line(const std::optional<NetworkThroughput>& found, const std::optional<Rational>& ideal_throughput);

// [{channel, from, to, price}] of whole prices above 0.
[[nodiscard]] nlohmann::ordered_json prices_json(const Topology& topology, const std::vector<Integer>& prices);

}  // namespace dateline
