// Of networks beyond cubes: the routings with names that are defined on one, and the least and the largest exact load
// of every kind of channel.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "models/analysis/loads/channel_load.hpp"
#include "models/network/topology/hyperx.hpp"
#include "routing/registry/registry.hpp"
#include "tests/support/routings.hpp"
#include "traffic/registry.hpp"

namespace dateline::test {

[[nodiscard]] inline std::vector<std::string> routings_on(const Topology& t) {
  std::vector<std::string> names;
  for (const RoutingEntry& entry : registered_relations(t)) names.push_back(entry.name);
  if (dynamic_cast<const HyperXTopology*>(&t) != nullptr) names.insert(names.end(), {"omni-war:0", "omni-war:2"});
  return names;
}

using Range = std::pair<Rational, Rational>;

[[nodiscard]] inline std::map<std::string, Range> by_kind(const Topology& t, const std::vector<Rational>& load) {
  std::map<std::string, Range> ranges;
  const std::vector<std::string> kinds = t.kinds();
  for (std::uint32_t c = 0; c < t.channels(); ++c) {
    const auto [it, fresh] = ranges.try_emplace(kinds[t.channel(ChannelId(c)).kind], load[c], load[c]);
    it->second = {std::min(it->second.first, load[c]), std::max(it->second.second, load[c])};
  }
  return ranges;
}

[[nodiscard]] inline std::map<std::string, Range> loads_by_kind(const Topology& t, const std::string& routing, const std::string& traffic) {
  const auto relation = make_relation(routing, t, {});
  return by_kind(t, channel_load(t, *relation, *make_traffic(traffic, t, FixedPoints::send)).load);
}

// The same load on every channel of a kind.
[[nodiscard]] inline Range all_at(const Rational& load) { return {load, load}; }

}  // namespace dateline::test
