// What `worst-case` and `optimal` say of a routing's ratio to the best routing for the same traffic, at worst.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "models/analysis/competitive/against_optimum.hpp"

namespace dateline {

// {lower, upper, exact, channel, unit, prices, loaded, load, theta, traffic, per_channel, pivots}; null where the
// effort did not suffice.
[[nodiscard]] nlohmann::ordered_json ratio_json(const Topology& topology, const AgainstOptimum& ratio);
[[nodiscard]] std::string ratio_lines(const Topology& topology, const AgainstOptimum& ratio);

}  // namespace dateline
