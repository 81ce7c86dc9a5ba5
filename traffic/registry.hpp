// The table of traffic patterns by name. A new one costs its file, one line in registry.cpp, and a test.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "models/network/name_elsewhere.hpp"
#include "models/network/topology/cube.hpp"
#include "models/network/traffic_pattern.hpp"
#include "traffic/patterns/permutation.hpp"

namespace dateline {

struct TrafficEntry {
  std::string name;  // see models/base/text/name_table.hpp
  std::vector<std::string> aliases;
  std::string summary;  // one line, with the sizes it is defined for
  // `text` is the whole name as given, argument included; what fixed points do is asked of permutations only.
  std::unique_ptr<TrafficPattern> (*make)(const Topology&, std::string_view text, FixedPoints);
  // Of a permutation rule: the destination of every terminal; null for the other patterns.
  std::vector<TerminalId> (*destinations)(const Topology&, std::string_view text) = nullptr;
  std::vector<NameElsewhere> elsewhere = {};
};
[[nodiscard]] const std::vector<TrafficEntry>& traffic_table();

// Throws ConfigError: unknown name (with the nearest ones), a size the rule is not defined for, a bad file.
[[nodiscard]] std::unique_ptr<TrafficPattern> make_traffic(std::string_view name, const Topology& topology,
                                                           FixedPoints fixed_points = FixedPoints::silent);

// A permutation rule of the table. Throws ConfigError: no such rule, or a topology that it is not defined for.
[[nodiscard]] PermutationTraffic named_permutation(std::string_view name, const Topology& topology, FixedPoints fixed_points = FixedPoints::silent);

}  // namespace dateline
