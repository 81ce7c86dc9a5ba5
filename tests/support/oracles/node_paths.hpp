// Routing tables as the tests see them: paths as lists of nodes, made and summed here, with no code of the simulator.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "models/base/numbers/rational.hpp"
#include "models/network/traffic_pattern.hpp"

namespace dateline::test {

struct NodePath {
  std::uint64_t weight;
  std::vector<std::uint32_t> nodes;  // source first, destination last
};
using Pair = std::pair<std::uint32_t, std::uint32_t>;
using NodePaths = std::map<Pair, std::vector<NodePath>>;  // by source and destination

// The directed channels of a graph file: "a b" is two, "a > b" one; lines of any other form, comments apart, are a
// std::runtime_error.
[[nodiscard]] std::vector<Pair> channels_of(const std::string& file);
// Every shortest path of every pair of different nodes 0..n-1 (parallel channels count once); the i-th of a pair, from
// 1, has weight i.
[[nodiscard]] NodePaths shortest_paths(const std::vector<Pair>& channels);
// A table file: a path a line, pair by pair; if relative, those of node 0 only.
[[nodiscard]] std::string table_text(const NodePaths& paths, bool relative = false);
// Expected crossings from node to node, path by path.
[[nodiscard]] std::map<Pair, Rational> loads_of(const NodePaths& paths, const TrafficPattern& pattern, std::uint32_t nodes);

}  // namespace dateline::test
