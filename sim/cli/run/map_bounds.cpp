#include "sim/cli/run/map_bounds.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/cli/network/fault_report.hpp"
#include "sim/cli/output/load_report.hpp"
#include "sim/cli/run/run_report.hpp"

namespace dateline {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::ptrdiff_t kMostLines = 8;

using Maps = std::vector<MapBounds>::const_iterator;

bool missing(const MapBounds& map) { return !map.bounds.zero_load_latency && !map.bounds.ideal_throughput; }

// The first map behind those that have one line: of bounds that are missing for one reason there is one for all.
Maps end_of_line(Maps first, Maps end) {
  return missing(*first) ? std::find_if(first, end, [&](const MapBounds& map) { return !missing(map) || map.bounds.why_missing != first->bounds.why_missing; })
                         : std::next(first);
}

std::string map_line(Maps first, Maps behind, const std::string& unit) {
  const Bounds& b = first->bounds;
  const std::optional<Cycle> to = std::prev(behind)->to;
  const std::string cycles = to ? fmt::format("from {} to {}", first->from, *to - 1) : fmt::format("from {} on", first->from);
  if (missing(*first)) {
    const std::string many = behind - first > 1 ? fmt::format(", of {} maps", behind - first) : std::string{};
    return fmt::format("{:<18}{}{}: not given: {}\n", "bound, cycles", cycles, many, b.why_missing);
  }
  const std::string latency = b.zero_load_latency ? fmt::format("{:.4f} cycles", to_double(*b.zero_load_latency)) : "not given";
  const std::string ideal = b.ideal_throughput ? fmt::format("{:.5f} {}", to_double(*b.ideal_throughput), unit) : std::string("not given");
  return fmt::format("{:<18}{}: zero-load latency {}, ideal throughput {}\n", "bound, cycles", cycles, latency, ideal);
}

}  // namespace

std::vector<MapBounds> bounds_by_map(const NetworkObjects& network, const TrafficPattern& pattern, const std::vector<ChangedNetwork>& changes,
                                     const RunPlan& plan, double splits) {
  const double maps = static_cast<double>(changes.size()) + 1;
  std::vector<MapBounds> list;
  const auto add = [&](Cycle from, const RoutingRelation& relation, const TrafficPattern& of_map) {
    if (!list.empty()) list.back().to = from;
    list.push_back({from, std::nullopt, relation.faults(), bounds_of(*network.topology, relation, of_map, plan, splits / maps, 1 / maps)});
  };
  add(0, *network.relation, pattern);
  for (const ChangedNetwork& changed : changes) add(changed.change.at, *changed.relation, *changed.pattern);
  return list;
}

void forget_channels(std::vector<MapBounds>& maps) {
  for (MapBounds& map : maps) {
    if (!map.bounds.loads) continue;
    map.bounds.loads->load = {};
    map.bounds.loads->absorbed = {};
  }
}

Json map_bounds_json(const std::vector<MapBounds>& maps) {
  Json json = Json::array();
  for (const MapBounds& map : maps) {
    Json entry = {{"from", map.from}, {"to", map.to ? Json(*map.to) : Json(nullptr)}};
    const Json faults = faults_json(map.faults);
    for (const char* key : {"nodes", "links"}) entry[key] = faults[key];
    entry["bounds"] = bounds_json(map.bounds);
    json.push_back(std::move(entry));
  }
  return json;
}

std::string map_bounds_lines(const std::vector<MapBounds>& maps, Cycle cycles) {
  const auto end = std::find_if(maps.begin(), maps.end(), [&](const MapBounds& map) { return map.from >= cycles; });
  std::string text;
  auto map = maps.begin();
  for (std::ptrdiff_t lines = 0; map != end && lines < kMostLines; ++lines) {
    const auto behind = end_of_line(map, end);
    text += map_line(map, behind, kLoadUnit);
    map = behind;
  }
  const auto more = end - map;
  return more == 0 ? text : text + fmt::format("{:<18}of {} more maps in --json\n", "bounds", more);
}

}  // namespace dateline
