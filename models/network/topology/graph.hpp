// Arbitrary networks, read from a file: an edge a line,
//   3 7          two channels, 3 -> 7 and 7 -> 3, over one link
//   3 > 7        one channel, 3 -> 7
//   3 7 5/2      the same with a bandwidth (each direction; flits/cycle; whole, decimal or fraction, above 0; 1 if left
//                out; in lowest terms its two numbers are below 2^64)
//   3 7 1/2 20   and with a latency (cycles, 1..4095; the machine's if left out)
//   3 7 1 20/5   20 cycles from 3 to 7 and 5 back; '-' in place of either: the machine's
//   3 7 4x       four such edges side by side, 1x..255x; bandwidth and latency may follow
//   terminals 3 8   8 terminals at node 3, 0..255; a node of no such line has one. Terminals are numbered by node, from 0
// `#` starts a comment. Nodes are numbered from 0; the largest number decides how many there are, and each must appear.
// Parallel edges are allowed.
// Ports: each edge takes the next port of its first and of its second node, in the order of the lines; a one-way
// channel leaves the one free.
// Channels are numbered by node, then port. Dimension -1, sign 0.
// Sizes: at most 2^18 nodes, kMaxPorts = 255 ports a node, 2 to 2^18 terminals; else ConfigError.
// ConfigError as well for self loops, and for a graph that is not strongly connected, naming a node and one that it
// cannot reach.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/network/topology/topology.hpp"

namespace dateline {

struct GraphEdge {
  NodeId from, to;
  bool one_way = false;
  Bandwidth bandwidth = 1;
  std::uint16_t latency = 0;                       // 0: the machine's
  std::optional<std::uint16_t> latency_back = {};  // none: as there
};

struct GraphTerminals {
  NodeId node;
  std::uint32_t count;
};

class GraphTopology final : public Topology {
 public:
  static constexpr std::uint32_t kMaxNodes = 1U << 18U;
  static constexpr std::uint32_t kMaxTerminals = 1U << 18U;

  // `terminals`: a node at most once, and only nodes that have edges.
  GraphTopology(const std::string& name, const std::vector<GraphEdge>& edges, const std::vector<GraphTerminals>& terminals = {});
};

// The topology `name` (as the user gave it, "graph:FILE") from the file at `path`.
[[nodiscard]] std::unique_ptr<GraphTopology> read_graph(const std::string& name, const std::string& path);

}  // namespace dateline
