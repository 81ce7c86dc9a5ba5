#include "models/network/faults/fault_shape.hpp"

#include <algorithm>
#include <set>

#include "models/network/topology/grid.hpp"

namespace dateline {
namespace {

// The node and all failed nodes that can be reached from it over failed nodes; takes them out of `left`.
std::vector<NodeId> region_of(const Topology& topology, NodeId first, std::set<NodeId>& left) {
  std::vector<NodeId> region{first};
  left.erase(first);
  for (std::size_t i = 0; i < region.size(); ++i) {
    for (int p = 0; p < topology.ports(); ++p) {
      const Port port(static_cast<std::uint16_t>(p));
      const ChannelId out = topology.out(region[i], port), in = topology.in(region[i], port);
      for (const auto& [channel, peer] : {std::pair{out, out == kNoChannel ? first : topology.channel(out).to},
                                          std::pair{in, in == kNoChannel ? first : topology.channel(in).from}}) {
        if (channel != kNoChannel && left.erase(peer) > 0) region.push_back(peer);
      }
    }
  }
  std::sort(region.begin(), region.end());
  return region;
}

bool fills_box(const Grid& grid, const std::vector<NodeId>& region) {
  std::size_t box = 1;
  for (int d = 0; d < grid.dimensions(); ++d) {
    std::set<std::uint32_t> coordinates;
    for (const NodeId node : region) coordinates.insert(grid.coordinate(node.value(), d));
    box *= coordinates.size();
  }
  return box == region.size();
}

}  // namespace

std::vector<std::vector<NodeId>> fault_regions_of(const FaultMap& faults) {
  std::vector<std::vector<NodeId>> regions;
  std::set<NodeId> left(faults.nodes().begin(), faults.nodes().end());
  while (!left.empty()) regions.push_back(region_of(faults.topology(), *left.begin(), left));
  return regions;
}

std::optional<bool> is_convex(const FaultMap& faults) {
  if (faults.nodes().empty()) return true;
  const Grid* const grid = faults.topology().grid();
  if (grid == nullptr || !grid->lattice()) return std::nullopt;
  const auto regions = fault_regions_of(faults);
  return std::all_of(regions.begin(), regions.end(), [&](const auto& region) { return fills_box(*grid, region); });
}

}  // namespace dateline
