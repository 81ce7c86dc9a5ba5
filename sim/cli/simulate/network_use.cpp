#include "sim/cli/simulate/network_use.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/network/faults/fault_map.hpp"
#include "models/network/topology/graph.hpp"
#include "models/network/topology/grid.hpp"
#include "routing/registry/registry.hpp"

namespace dateline {
namespace {

struct KindUse {
  std::uint32_t channels = 0;
  std::uint64_t flits = 0, most = 0;  // of all of them, of the busiest
};

bool beyond_cubes(const Topology& topology) {
  const bool lattice = topology.grid() != nullptr && topology.grid()->lattice();
  return !lattice && dynamic_cast<const GraphTopology*>(&topology) == nullptr;
}

// Per kind; empty where channels were not counted.
std::vector<KindUse> use_by_kind(const Topology& topology, const RunResult& result) {
  if (!beyond_cubes(topology) || result.channels.flits.empty()) return {};
  std::vector<KindUse> use(topology.kinds().size());
  for (std::uint32_t c = 0; c < topology.channels(); ++c) {
    KindUse& of_kind = use[topology.channel(ChannelId(c)).kind];
    ++of_kind.channels;
    of_kind.flits += result.channels.flits[c];
    of_kind.most = std::max(of_kind.most, result.channels.flits[c]);
  }
  return use;
}

double per_cycle(std::uint64_t flits, const RunResult& result, std::uint32_t channels = 1) {
  const double cycles = static_cast<double>(result.cycles) * channels;
  return cycles == 0 ? 0 : static_cast<double>(flits) / cycles;
}

}  // namespace

bool counts_minimal(const NetworkObjects& network, bool changes) {
  if (changes || !beyond_cubes(*network.topology)) return false;
  const FaultMap* const faults = network.relation->faults();
  if (faults != nullptr && !faults->none()) return false;
  const RoutingEntry* const row = find_routing(network.options.routing, *network.topology);
  return row != nullptr && row->adaptive();
}

void add_network_use(nlohmann::ordered_json& json, const Topology& topology, const RunResult& result) {
  if (result.minimal_fraction) json["minimal_fraction"] = *result.minimal_fraction;
  const std::vector<KindUse> use = use_by_kind(topology, result);
  for (std::size_t kind = 0; kind < use.size(); ++kind) {
    json["channel_use"][topology.kinds()[kind]] = {{"channels", use[kind].channels},
                                                   {"flits", use[kind].flits},
                                                   {"mean", per_cycle(use[kind].flits, result, use[kind].channels)},
                                                   {"max", per_cycle(use[kind].most, result)}};
  }
}

std::string network_use_lines(const Topology& topology, const RunResult& result) {
  std::string text;
  if (result.minimal_fraction) text += fmt::format("{:<18}{:.1f}% of the packets\n", "shortest way", 100 * *result.minimal_fraction);
  const std::vector<KindUse> use = use_by_kind(topology, result);
  for (std::size_t kind = 0; kind < use.size(); ++kind) {
    text += fmt::format("{:<18}{:.4f} flits/cycle, {:.4f} on the busiest of {}\n", topology.kinds()[kind] + " channels",
                        per_cycle(use[kind].flits, result, use[kind].channels), per_cycle(use[kind].most, result), use[kind].channels);
  }
  return text;
}

}  // namespace dateline
