#include "models/analysis/throughput/half_optimum.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "models/analysis/throughput/network_throughput.hpp"
#include "models/analysis/throughput/simple_bound.hpp"
#include "models/analysis/throughput/worst_traffic.hpp"
#include "models/base/numbers/wide_integer.hpp"

namespace dateline {
namespace {

constexpr std::uint64_t kMostUnits = 1U << 20U;

std::uint64_t terminals_at(const Topology& topology, std::uint32_t router) { return topology.terminals_of(NodeId(router)).size(); }

// From every terminal that lives to every one, itself included, one packet/cycle in all.
std::vector<FlowDemand> uniform_demands(const Topology& topology, const FaultMap* faults) {
  std::vector<std::uint64_t> living;
  for (std::uint32_t v = 0; v < topology.nodes(); ++v) {
    living.push_back(faults != nullptr && faults->failed(NodeId(v)) ? 0 : terminals_at(topology, v));
  }
  const std::uint64_t all = std::accumulate(living.begin(), living.end(), std::uint64_t{0});
  std::vector<FlowDemand> demands;
  for (std::uint32_t d = 0; d < topology.nodes(); ++d) {
    if (living[d] == 0) continue;
    FlowDemand demand{NodeId(d), {}, {}};
    for (std::uint32_t s = 0; s < topology.nodes(); ++s) {
      if (s == d || living[s] == 0) continue;
      demand.sources.emplace_back(s);
      demand.amounts.emplace_back(Integer(living[s] * living[d]), Integer(all));
    }
    if (!demand.sources.empty()) demands.push_back(std::move(demand));
  }
  return demands;
}

std::uint64_t weight_of(const std::vector<WeightedPath>& paths) {
  std::uint64_t sum = 0;
  for (const WeightedPath& path : paths) sum += path.weight;
  return sum;
}

// What the weights of every pair can be made to sum to; 0: nothing up to kMostUnits.
std::uint64_t common_units(const PathTable& table) {
  std::uint64_t units = 1;
  for (const auto& paths : table.paths) {
    const std::uint64_t sum = weight_of(paths);
    if (sum == 0) continue;
    if (sum > kMostUnits) return 0;
    units = std::lcm(units, sum);
    if (units > kMostUnits) return 0;
  }
  return units;
}

// Weights that sum to `units`: each its whole part, the largest remainders one more.
void take_units(std::vector<WeightedPath>& paths, std::uint64_t units) {
  const std::uint64_t sum = weight_of(paths);
  std::vector<std::pair<Int128, std::size_t>> remainders;
  std::uint64_t given = 0;
  for (std::size_t k = 0; k < paths.size(); ++k) {
    const Int128 parts = Int128(paths[k].weight) * units;
    paths[k].weight = static_cast<std::uint64_t>(parts / sum);
    remainders.emplace_back(parts % sum, k);
    given += paths[k].weight;
  }
  std::stable_sort(remainders.begin(), remainders.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  for (std::size_t k = 0; given < units; ++k, ++given) ++paths[remainders[k].second].weight;
  paths.erase(std::remove_if(paths.begin(), paths.end(), [](const WeightedPath& path) { return path.weight == 0; }), paths.end());
}

// One way after the other, without the circles between.
std::vector<ChannelId> joined(const Topology& topology, NodeId source, const std::vector<ChannelId>& first, const std::vector<ChannelId>& second) {
  std::vector<ChannelId> path;
  std::vector<NodeId> passed = {source};
  const auto go = [&](ChannelId c) {
    const NodeId to = topology.channel(c).to;
    const auto before = std::find(passed.begin(), passed.end(), to);
    if (before == passed.end()) {
      path.push_back(c);
      passed.push_back(to);
      return;
    }
    path.resize(static_cast<std::size_t>(before - passed.begin()));
    passed.erase(before + 1, passed.end());
  };
  for (const ChannelId c : first) go(c);
  for (const ChannelId c : second) go(c);
  return path;
}

// Of a pair of routers, by way of every terminal. Each half has weights that sum to `units`; a router's way to itself
// is no hop.
std::vector<WeightedPath> by_way_of_all(const Topology& topology, const PathTable& halves, std::uint32_t s, std::uint32_t d, std::uint64_t units) {
  const std::vector<WeightedPath> stay = {{units, {}}};
  const auto ways = [&](std::uint32_t from, std::uint32_t to) -> const std::vector<WeightedPath>& {
    return from == to ? stay : halves.paths[std::size_t{from} * topology.nodes() + to];
  };
  std::map<std::vector<ChannelId>, std::uint64_t> weights;
  for (std::uint32_t i = 0; i < topology.nodes(); ++i) {
    const std::uint64_t terminals = terminals_at(topology, i);
    if (terminals == 0) continue;
    for (const WeightedPath& first : ways(s, i)) {
      for (const WeightedPath& second : ways(i, d)) {
        weights[joined(topology, NodeId(s), first.channels, second.channels)] += terminals * first.weight * second.weight;
      }
    }
  }
  std::uint64_t common = 0;
  for (const auto& [path, weight] : weights) common = std::gcd(common, weight);
  std::vector<WeightedPath> paths;
  for (const auto& [path, weight] : weights) paths.push_back({weight / common, path});
  return paths;
}

}  // namespace

ConcurrentFlow uniform_flow(const Topology& topology, const FaultMap* faults, FlowPaths paths, const FlowEffort& effort) {
  return concurrent_flow(FlowProblem(topology, faults, uniform_demands(topology, faults), paths), effort);
}

LeastLoad least_load(const Topology& topology, FlowPaths paths, const ConcurrentFlow& uniform, const FlowEffort& effort) {
  const Climb worst = climb(topology, nullptr, paths, longest_permutation(topology, nullptr), effort);
  LeastLoad found{1 / uniform.upper, LeastLoad::By::uniform, uniform.pivots + worst.flow.pivots};
  if (worst.flow.upper >= uniform.upper) return found;
  found.gamma = 1 / worst.flow.upper;
  found.by = LeastLoad::By::permutation;
  return found;
}

LeastLoad least_load_by_hops(const Topology& topology, FlowPaths paths) {
  LeastLoad found;
  found.gamma = 1 / simple_bound(FlowProblem(topology, nullptr, uniform_demands(topology, nullptr), paths)).theta;
  const FlowProblem longest(topology, nullptr, permutation_demands(topology, nullptr, longest_permutation(topology, nullptr)), paths);
  const Rational of_longest = 1 / simple_bound(longest).theta;
  if (of_longest <= found.gamma) return found;
  return {of_longest, LeastLoad::By::permutation, 0};
}

HalfOptimum half_optimum(const Topology& topology, const ConcurrentFlow& uniform) {
  HalfOptimum found;
  found.upper = 2 / uniform.lower;

  PathTable halves = uniform.table;
  std::uint64_t units = common_units(halves);
  found.rounded = units == 0;
  if (found.rounded) units = kMostUnits;
  for (auto& paths : halves.paths) {
    if (!paths.empty()) take_units(paths, units);
  }
  found.table = empty_path_table(topology, false, "half_optimum");
  for (std::uint32_t s = 0; s < topology.nodes(); ++s) {
    for (std::uint32_t d = 0; d < topology.nodes(); ++d) {
      if (s == d || terminals_at(topology, s) == 0 || terminals_at(topology, d) == 0) continue;
      found.table.paths[std::size_t{s} * topology.nodes() + d] = by_way_of_all(topology, halves, s, d, units);
    }
  }
  return found;
}

}  // namespace dateline
