#include "models/analysis/throughput/worst_traffic.hpp"

#include <algorithm>
#include <map>

#include "models/analysis/throughput/cheapest_ways.hpp"
#include "models/analysis/worst_case/matching.hpp"
#include "models/base/error.hpp"

namespace dateline {
namespace {

bool lives(const Topology& topology, const FaultMap* faults, TerminalId t) { return faults == nullptr || !faults->failed(topology.router_of(t)); }

// From every router to every router that has terminals, ordered [destination][source]; empty for others.
std::vector<std::vector<Integer>> costs(const Topology& topology, const FaultMap* faults, const std::vector<Integer>& prices, FlowPaths paths) {
  std::vector<FlowDemand> to_all;
  for (std::uint32_t v = 0; v < topology.nodes(); ++v) {
    if (!topology.terminals_of(NodeId(v)).empty() && (faults == nullptr || !faults->failed(NodeId(v)))) to_all.push_back({NodeId(v), {}, {}});
  }
  const FlowProblem problem(topology, faults, to_all, paths);
  std::vector<std::vector<Integer>> costs(topology.nodes());
  CheapestWays<Integer> ways;
  for (std::size_t d = 0; d < to_all.size(); ++d) {
    ways.find(problem, d, prices);
    std::vector<Integer>& column = costs[to_all[d].destination.value()];
    for (std::uint32_t v = 0; v < topology.nodes(); ++v) column.push_back(ways.cost(NodeId(v)));
  }
  return costs;
}

}  // namespace

std::vector<TerminalId> longest_permutation(const Topology& topology, const FaultMap* faults, const std::vector<Integer>& prices, FlowPaths paths) {
  const auto cost = costs(topology, faults, prices.empty() ? std::vector<Integer>(topology.channels(), 1) : prices, paths);
  SparseRows<Integer> rows;
  rows.nodes = topology.terminals();
  rows.begin.push_back(0);
  for (std::uint32_t s = 0; s < rows.nodes; ++s) {
    for (std::uint32_t t = 0; t < rows.nodes && lives(topology, faults, TerminalId(s)); ++t) {
      if (!lives(topology, faults, TerminalId(t))) continue;
      const Integer& weight = cost[topology.router_of(TerminalId(t)).value()][topology.router_of(TerminalId(s)).value()];
      if (weight == 0) continue;
      rows.column.push_back(t);
      rows.weight.push_back(weight);
    }
    rows.begin.push_back(rows.column.size());
  }
  const Assignment<Integer> longest = maximum_weight_assignment(rows);
  if (const std::string error = certificate_error(rows, longest); !error.empty()) throw InvariantError("a longest permutation: " + error);
  std::vector<TerminalId> permutation;
  for (const std::uint32_t t : longest.column_of) permutation.emplace_back(t);
  return permutation;
}

std::vector<FlowDemand> permutation_demands(const Topology& topology, const FaultMap* faults, const std::vector<TerminalId>& permutation) {
  std::map<NodeId, std::map<NodeId, Rational>> to;
  for (std::uint32_t s = 0; s < permutation.size(); ++s) {
    const NodeId from = topology.router_of(TerminalId(s)), at = topology.router_of(permutation[s]);
    if (from == at || !lives(topology, faults, TerminalId(s)) || !lives(topology, faults, permutation[s])) continue;
    to[at][from] += 1;
  }
  std::vector<FlowDemand> demands;
  for (const auto& [destination, sources] : to) {
    FlowDemand& demand = demands.emplace_back();
    demand.destination = destination;
    for (const auto& [source, amount] : sources) {
      demand.sources.push_back(source);
      demand.amounts.push_back(amount);
    }
  }
  return demands;
}

Climb climb(const Topology& topology, const FaultMap* faults, FlowPaths paths, std::vector<TerminalId> start, const FlowEffort& effort) {
  const auto flow_of = [&](const std::vector<TerminalId>& permutation) {
    return concurrent_flow(FlowProblem(topology, faults, permutation_demands(topology, faults, permutation), paths), effort);
  };
  Climb found;
  found.permutation = std::move(start);
  found.flow = flow_of(found.permutation);
  while (true) {
    std::vector<TerminalId> next = longest_permutation(topology, faults, found.flow.prices, paths);
    if (next == found.permutation) return found;
    ++found.steps;
    ConcurrentFlow flow = flow_of(next);
    if (flow.upper >= found.flow.upper) return found;
    found.permutation = std::move(next);
    found.flow = std::move(flow);
  }
}

}  // namespace dateline
