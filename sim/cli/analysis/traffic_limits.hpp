// The limits that `worst-case` is given: rates, which terminals send and receive, pairs left out; and a channel by its
// ends.
#pragma once

#include <optional>

#include "models/analysis/worst_case/limited_traffic.hpp"
#include "sim/options/analysis_settings.hpp"

namespace dateline {

// None: any permutation. Throws ConfigError: rates missing or twice, terminals that do not exist, nothing left.
[[nodiscard]] std::optional<TrafficLimits> traffic_limits(const WorstCaseSettings& settings, const Topology& topology, const FaultMap* faults);
// That of --channel, if it was given.
[[nodiscard]] std::optional<ChannelId> chosen_channel(const WorstCaseSettings& settings, const Topology& topology);

}  // namespace dateline
