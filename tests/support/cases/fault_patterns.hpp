// The published patterns of faults (tests/data/fault-rerouting.json) as networks.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "models/network/faults/fault_map.hpp"
#include "models/network/topology/cube.hpp"

namespace dateline::test {

// Of an entry with k and n, or radices; faulty_nodes, perhaps faulty_links.
struct FaultyTorus {
  explicit FaultyTorus(const nlohmann::json& entry) : topology(CubeTopology::Kind::torus, radices_of(entry)) {
    std::vector<NodeId> nodes;
    for (const auto& node : entry["faulty_nodes"]) nodes.emplace_back(node.get<std::uint32_t>());
    std::vector<LinkEnd> links;
    if (entry.contains("faulty_links")) {
      for (const auto& link : entry["faulty_links"]) links.push_back({NodeId(link[0].get<std::uint32_t>()), Port(link[1].get<std::uint16_t>())});
    }
    faults = std::make_shared<const FaultMap>(topology, nodes, links);
  }
  static std::vector<std::uint32_t> radices_of(const nlohmann::json& entry) {
    if (entry.contains("radices")) return entry["radices"];
    return std::vector<std::uint32_t>(entry["n"].get<std::size_t>(), entry["k"].get<std::uint32_t>());
  }
  // Calls visit(from, to) for all ordered pairs of healthy nodes; returns their number.
  template <typename Visit>
  std::uint64_t for_pairs(Visit visit) const {
    std::uint64_t pairs = 0;
    for (std::uint32_t to = 0; to < topology.nodes(); ++to) {
      for (std::uint32_t from = 0; from < topology.nodes(); ++from) {
        if (from == to || faults->failed(NodeId(from)) || faults->failed(NodeId(to))) continue;
        ++pairs;
        visit(NodeId(from), NodeId(to));
      }
    }
    return pairs;
  }
  CubeTopology topology;
  std::shared_ptr<const FaultMap> faults;
};

}  // namespace dateline::test
