// Random cubes with random failures, from one failure up to as many as leave the healthy nodes connected.
#pragma once

#include <cstdint>
#include <memory>

#include "models/network/faults/fault_map.hpp"
#include "models/network/topology/cube.hpp"
#include "models/network/topology/graph.hpp"

namespace dateline::test {

struct FaultyCube {
  std::unique_ptr<CubeTopology> topology;
  std::shared_ptr<const FaultMap> faults;  // connected, two healthy nodes at least
};

// Torus, mesh or hypercube of 1 to 4 dimensions (a hypercube up to 6), radices odd, even and mixed, at most 81 nodes;
// nodes and links fail.
[[nodiscard]] FaultyCube random_faulty_cube(std::uint64_t seed);

struct FaultyGraph {
  std::unique_ptr<GraphTopology> topology;
  std::shared_ptr<const FaultMap> faults;  // likewise
};

// 2 to 24 nodes, links and one-way channels, parallel ones too, on a tree of links; some nodes may have no terminal.
// What survives is strongly connected, not always by links alone.
[[nodiscard]] FaultyGraph random_faulty_graph(std::uint64_t seed);

}  // namespace dateline::test
