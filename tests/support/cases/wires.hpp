// What a definition says of a network's wires, router by router, and whether a topology has them: for second
// implementations of topologies.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "models/network/topology/topology.hpp"

namespace dateline::test {

// A channel that leaves a router. `link` is the same at both ends of a link, and differs between parallel links.
struct WireEnd {
  std::uint32_t port, to;
  std::string kind;
  std::tuple<std::uint32_t, std::uint32_t, std::uint32_t> link;
};
using Wires = std::vector<std::vector<WireEnd>>;  // per router

// The link between two routers that have one.
[[nodiscard]] inline std::tuple<std::uint32_t, std::uint32_t, std::uint32_t> only_link(std::uint32_t a, std::uint32_t b) {
  return {std::min(a, b), std::max(a, b), 0};
}

// The first thing about the topology that the wires do not say; empty if there is none. Channels are numbered by
// router, then port.
[[nodiscard]] inline std::string difference(const Topology& topology, const Wires& wires) {
  if (topology.nodes() != wires.size()) return "has " + std::to_string(topology.nodes()) + " routers";
  std::uint32_t c = 0;
  for (std::uint32_t r = 0; r < wires.size(); ++r) {
    std::vector<WireEnd> here = wires[r];
    std::sort(here.begin(), here.end(), [](const WireEnd& a, const WireEnd& b) { return a.port < b.port; });
    for (const WireEnd& wire : here) {
      if (c == topology.channels()) return "ends before channel " + std::to_string(c);
      const Channel& channel = topology.channel(ChannelId(c));
      const auto back =
          std::find_if(wires[wire.to].begin(), wires[wire.to].end(), [&](const WireEnd& other) { return other.link == wire.link && other.to == r; });
      if (back == wires[wire.to].end()) return "has a link of one end in the definition: " + std::to_string(r) + " " + std::to_string(wire.to);
      const bool same = channel.from.value() == r && channel.from_port.value() == wire.port && channel.to.value() == wire.to &&
                        channel.to_port.value() == back->port && topology.kinds().at(channel.kind) == wire.kind && channel.bandwidth == 1 &&
                        channel.latency == 0;
      if (!same) return "differs at channel " + std::to_string(c) + ", which leaves " + std::to_string(r) + " by port " + std::to_string(wire.port);
      ++c;
    }
  }
  return c == topology.channels() ? "" : "has more than " + std::to_string(c) + " channels";
}

// Fewest hops between all routers, by relaxation: [a][b].
[[nodiscard]] inline std::vector<std::vector<std::uint32_t>> all_distances(const Wires& wires) {
  std::vector<std::vector<std::uint32_t>> hops(wires.size(), std::vector<std::uint32_t>(wires.size(), 1000));
  for (std::uint32_t a = 0; a < wires.size(); ++a) {
    hops[a][a] = 0;
    for (bool nearer = true; nearer;) {
      nearer = false;
      for (std::uint32_t b = 0; b < wires.size(); ++b) {
        for (const WireEnd& wire : wires[b]) {
          if (hops[a][wire.to] <= hops[a][b] + 1) continue;
          hops[a][wire.to] = hops[a][b] + 1;
          nearer = true;
        }
      }
    }
  }
  return hops;
}

[[nodiscard]] inline std::uint32_t largest_distance(const Wires& wires) {
  std::uint32_t largest = 0;
  for (const auto& row : all_distances(wires)) largest = std::max(largest, *std::max_element(row.begin(), row.end()));
  return largest;
}

// Terminals of each router.
[[nodiscard]] inline std::vector<std::uint32_t> terminal_counts(const Topology& topology) {
  std::vector<std::uint32_t> counts;
  for (std::uint32_t r = 0; r < topology.nodes(); ++r) counts.push_back(topology.terminals_of(NodeId(r)).size());
  return counts;
}

}  // namespace dateline::test
