// Networks with their routings, and options of schedules on them, for tests of random schedules.
#pragma once

#include <algorithm>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "models/network/faults/fault_map.hpp"
#include "sim/measure/sources/schedule_source.hpp"
#include "tests/support/cases/random_case.hpp"
#include "tests/support/routings.hpp"

namespace dateline::test {

// 0 .. nodes - 1.
[[nodiscard]] inline std::vector<std::uint32_t> first(std::uint32_t nodes) {
  std::vector<std::uint32_t> list(nodes);
  std::iota(list.begin(), list.end(), 0U);
  return list;
}

// Each rank on a node of its own, or on any.
[[nodiscard]] inline ScheduleOptions draw_options(Dice& dice, std::uint32_t ranks, std::vector<std::uint32_t> nodes, bool share_nodes) {
  ScheduleOptions options;
  options.sizes.flit_bytes = 1 + dice.below(3);
  options.sizes.packet_length = dice.pick({2U, 5U, 9U, 65535U});
  options.send_overhead = dice.one_in(2) ? 0 : dice.below(4);
  options.receive_overhead = dice.one_in(2) ? 0 : dice.below(4);
  if (dice.one_in(3)) options.reduce_cost = Rational(1 + dice.below(5), 1 + dice.below(7));
  if (dice.one_in(3)) options.noise = ComputeNoise({"test", "noise"}, "exponential:" + std::to_string(1 + dice.below(9)), CycleTime(), dice.below(1000));
  const auto count = static_cast<std::uint32_t>(nodes.size());
  for (std::uint32_t i = count; i > 1; --i) std::swap(nodes[i - 1], nodes[dice.below(i)]);
  for (std::uint32_t rank = 0; rank < ranks; ++rank) options.places.emplace_back(nodes[share_nodes ? dice.below(count) : rank]);
  return options;
}

// A cube with 4 VCs, perhaps with failed nodes.
struct Routed {
  Routed(const std::string& network, const std::string& routing, bool one_way, const std::vector<NodeId>& failed = {})
      : topology(make_cube(network)),
        deterministic(one_way),
        hops(topology->nodes(), std::vector<std::uint32_t>(topology->nodes(), topology->nodes())) {
    RoutingOptions options{TieRule::plus, VcPolicy::split, 4};
    if (!failed.empty()) options.faults = std::make_shared<const FaultMap>(*topology, failed, std::vector<LinkEnd>{});
    relation = make_relation(routing, *topology, taken(routing, *topology, options));
    living = first(topology->terminals());
    living.erase(
        std::remove_if(living.begin(), living.end(), [&](std::uint32_t v) { return std::count(failed.begin(), failed.end(), NodeId(v)) != 0; }),
        living.end());
    const std::uint32_t nodes = topology->nodes();
    for (std::uint32_t c = 0; c < topology->channels(); ++c)
      hops[topology->channel(ChannelId(c)).from.value()][topology->channel(ChannelId(c)).to.value()] = 1;
    for (std::uint32_t v = 0; v < nodes; ++v) hops[v][v] = 0;
    for (std::uint32_t by = 0; by < nodes; ++by) {
      for (std::uint32_t from = 0; from < nodes; ++from) {
        for (std::uint32_t to = 0; to < nodes; ++to) hops[from][to] = std::min(hops[from][to], hops[from][by] + hops[by][to]);
      }
    }
  }
  std::unique_ptr<CubeTopology> topology;
  std::unique_ptr<RoutingRelation> relation;
  bool deterministic;
  std::vector<std::uint32_t> living;
  std::vector<std::vector<std::uint32_t>> hops;  // of shortest ways
};

}  // namespace dateline::test
