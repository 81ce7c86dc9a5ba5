#include "models/analysis/competitive/competitive_routing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "models/analysis/competitive/against_optimum.hpp"
#include "models/analysis/optimal/exact_routing.hpp"
#include "models/analysis/optimal/found_table.hpp"
#include "models/base/error.hpp"

namespace dateline {
namespace {

constexpr std::uint64_t kMostEntries = 4'000'000;

void check_size(const Topology& topology, const RoutingOrbits& orbits) {
  const std::uint64_t of_channel = std::uint64_t{topology.nodes()} * topology.channels();
  if (of_channel > kMostRowsAgainstOptimum) {  // the ratio of what is found takes a program of each channel
    throw ConfigError(
        "optimal", "topology", topology.name(),
        fmt::format("gives linear programs of {} rows; the least ratio to the optimum takes at most {}", of_channel, kMostRowsAgainstOptimum));
  }
  const std::uint64_t rows = of_channel * orbits.channel_representatives().size();
  if (rows <= 4 * kMostRowsAgainstOptimum) return;
  throw ConfigError(
      "optimal", "topology", topology.name(),
      fmt::format("gives a linear program of {} rows; the least ratio to the optimum takes at most {}", rows, 4 * kMostRowsAgainstOptimum));
}

// The prices of one focus channel: the ways under them cost at least what the flows bring to it.
void add_focus(const Topology& topology, const RoutingOrbits& orbits, const std::vector<std::uint32_t>& flow, ChannelId focus, std::uint32_t ratio,
               LinearProgram& program) {
  const std::uint32_t nodes = topology.nodes();
  std::vector<std::uint32_t> price;
  for (std::uint32_t c = 0; c < topology.channels(); ++c) price.push_back(program.add_column(0, kUnbounded, 0));
  std::map<std::uint32_t, std::uint32_t> cost;  // by the label of the flow of the pair over the focus
  const auto cost_of = [&](NodeId from, NodeId to) {
    const std::uint32_t label = orbits.flow(from, to, focus);
    const auto known = cost.find(label);
    if (known != cost.end()) return known->second;
    const std::uint32_t column = program.add_column(0, kUnbounded, 0);
    if (flow[label] != RoutingProgram::kNoColumn) {
      const std::uint32_t row = program.add_row(0, kUnbounded);
      program.entries.push_back({row, column, to_double(to_rational(topology.channel(focus).bandwidth))});
      program.entries.push_back({row, flow[label], -1});
    }
    return cost.emplace(label, column).first->second;
  };
  for (std::uint32_t i = 0; i < nodes; ++i) {
    for (std::uint32_t c = 0; c < topology.channels(); ++c) {
      const Channel& channel = topology.channel(ChannelId(c));
      if (channel.to == NodeId(i)) continue;
      const std::uint32_t to = cost_of(NodeId(i), channel.to);
      const std::uint32_t from = channel.from == NodeId(i) ? to : cost_of(NodeId(i), channel.from);
      if (channel.from != NodeId(i) && from == to) continue;  // says nothing
      const std::uint32_t row = program.add_row(0, kUnbounded);
      program.entries.push_back({row, price[c], 1});
      program.entries.push_back({row, to, -1});
      if (channel.from != NodeId(i)) program.entries.push_back({row, from, 1});
    }
  }
  const std::uint32_t row = program.add_row(0, kUnbounded);
  program.entries.push_back({row, ratio, 1});
  for (std::uint32_t c = 0; c < topology.channels(); ++c) {
    program.entries.push_back({row, price[c], -to_double(to_rational(topology.channel(ChannelId(c)).bandwidth))});
  }
}

}  // namespace

OptimalRouting competitive_routing(const Topology& topology, const std::vector<Symmetry>& automorphisms, std::uint64_t pivots) {
  const RoutingOrbits orbits(topology, automorphisms);
  check_size(topology, orbits);
  RoutingProgram built = flow_program(topology, orbits, kMostEntries);
  LinearProgram& program = built.program;
  program.cost[built.gamma] = 1;
  for (const ChannelId focus : orbits.channel_representatives()) add_focus(topology, orbits, built.flow, focus, built.gamma, program);
  const LinearSolution solution = solve_linear_program(program, pivots);
  OptimalRouting routing;
  routing.rows = program.rows.size();
  routing.columns = program.columns.size();
  routing.entries = program.entries.size();
  routing.pivots = solution.pivots;
  routing.stopped = solution.status != LinearSolution::Status::optimal;
  if (solution.status == LinearSolution::Status::infeasible) throw InvariantError("no routing at all on " + topology.name());
  if (routing.stopped) return routing;
  routing.lp_gamma = solution.x[built.gamma];
  for (std::size_t i = 0; i < built.hops.size(); ++i) routing.lp_mean_hops += solution.x[i] * built.hops[i];
  const auto refine = [&](int rounds) { return refine_solution(program, solution, {}, rounds); };
  const ExactRouting exact = exact_routing(topology, orbits, built, solution.x, {}, refine);
  routing.rounded = exact.rounded;
  routing.table = path_table(topology, orbits, exact.flow, translations_reach_all(topology, automorphisms));
  routing.mean_hops = mean_hops(topology, routing.table);
  return routing;
}

}  // namespace dateline
