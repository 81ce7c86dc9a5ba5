// The bounds of a network that changes in the course of a run: those of every map of its faults, each for the cycles in
// which it holds.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "sim/cli/run/run_theory.hpp"
#include "sim/options/network/changed_networks.hpp"

namespace dateline {

struct MapBounds {
  Cycle from = 0;
  std::optional<Cycle> to;  // the first cycle of the next map; none: the last map
  const FaultMap* faults;   // null: nothing has failed
  Bounds bounds;
};

// Of the map before cycle 0 and of those after each change, whose patterns are made. What bounds_of spends on one
// network is for all of them together.
[[nodiscard]] std::vector<MapBounds> bounds_by_map(const NetworkObjects& network, const TrafficPattern& pattern,
                                                   const std::vector<ChangedNetwork>& changes, const RunPlan& plan, double splits);

// Frees what each channel and node has a number of, for a run that asks no more for them.
void forget_channels(std::vector<MapBounds>& maps);

// [{from, to, nodes, links, bounds}].
[[nodiscard]] nlohmann::ordered_json map_bounds_json(const std::vector<MapBounds>& maps);
// A line for each map that held in a run of so many cycles; for the first eight, and how many more there are.
[[nodiscard]] std::string map_bounds_lines(const std::vector<MapBounds>& maps, Cycle cycles);

}  // namespace dateline
