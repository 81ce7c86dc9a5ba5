// The routings that dateline reliability tries: --routing NAME,NAME,... of the table of routings, and
// sw-deterministic:local and sw-adaptive:local, those without the last resort
// (routing/software_based/software_rules.hpp): the rules of local knowledge, and no count of absorptions. Throws
// ConfigError as make_relation does, and for a name given twice.
#pragma once

#include <vector>

#include "models/analysis/reliability/reliability.hpp"
#include "sim/options/analysis_settings.hpp"

namespace dateline {

// None for `none`. The topology must outlive them.
[[nodiscard]] std::vector<TestedRouting> tested_routings(const ReliabilitySettings& settings, const Topology& topology);

}  // namespace dateline
