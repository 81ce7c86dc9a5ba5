// Traffic patterns by name: uniform, uniform-self, the permutation rules, permutation:FILE, matrix:FILE.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "models/network/cube.hpp"
#include "models/network/traffic_pattern.hpp"

namespace dateline {

struct TrafficEntry {
  std::string name;
  std::string summary;
};
[[nodiscard]] const std::vector<TrafficEntry>& traffic_table();

// Throws ConfigError: unknown name (with the nearest ones), a size the rule is not defined for, a bad file.
[[nodiscard]] std::unique_ptr<TrafficPattern> make_traffic(std::string_view name, const Topology& topology);

}  // namespace dateline
