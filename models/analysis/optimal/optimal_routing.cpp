#include "models/analysis/optimal/optimal_routing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "models/analysis/optimal/exact_routing.hpp"
#include "models/analysis/optimal/found_table.hpp"
#include "models/base/error.hpp"

namespace dateline {

RoutingOptimizer::RoutingOptimizer(const Topology& topology, const std::vector<Symmetry>& automorphisms, bool minimal_only, std::uint64_t max_entries)
    : topology_(topology),
      orbits_(topology, automorphisms),
      program_(routing_program(topology, orbits_, minimal_only, max_entries)),
      relative_(translations_reach_all(topology, automorphisms)) {}

OptimalRouting RoutingOptimizer::solve(const std::optional<Rational>& gamma_limit, std::uint64_t effort) const {
  OptimalRouting result;
  LinearProgram program = program_.program;
  result.rows = program.rows.size();
  result.columns = program.columns.size();
  result.entries = program.entries.size();

  LinearSolution best{LinearSolution::Status::stopped, 0, {}};
  const auto improve = [&] {
    LinearSolution next = solve_linear_program(program, effort);
    result.pivots += next.pivots;
    result.stopped = next.status == LinearSolution::Status::stopped;
    if (!result.stopped) best = std::move(next);
  };
  std::optional<Rational> limit = gamma_limit;
  if (!gamma_limit) {
    program.cost[program_.gamma] = 1;
    improve();
    if (best.status == LinearSolution::Status::optimal) limit = as_limit(best.x[program_.gamma]);
  }
  if (!result.stopped) {
    constexpr double kRoom = 1 + 1e-9;  // where the least gamma is no simple fraction, the next program has a little more
    program.columns[program_.gamma].upper = limit                                            ? to_double(*limit)
                                            : best.status == LinearSolution::Status::optimal ? best.x[program_.gamma] * kRoom
                                                                                             : 0;
    program.cost = program_.hops;
    improve();
  }
  if (best.status == LinearSolution::Status::infeasible) {
    if (!gamma_limit) throw InvariantError("optimal routing: no routing at all on " + topology_.name());
    throw ConfigError("optimal", "gamma-limit", to_string(*gamma_limit), "is less than the worst case of any such routing on " + topology_.name());
  }
  if (best.status == LinearSolution::Status::optimal) {
    result.lp_gamma = best.x[program_.gamma];
    for (std::size_t i = 0; i < best.x.size(); ++i) result.lp_mean_hops += best.x[i] * program_.hops[i];
    std::map<std::uint32_t, Rational> exact_upper;
    if (limit) exact_upper.emplace(program_.gamma, *limit);
    const auto refine = [&](int rounds) { return refine_solution(program, best, exact_upper, rounds); };
    ExactRouting exact = exact_routing(topology_, orbits_, program_, best.x, limit, refine);
    result.gamma = std::move(exact.gamma);
    result.rounded = exact.rounded;
    result.table = path_table(topology_, orbits_, exact.flow, relative_);
    result.mean_hops = mean_hops(topology_, result.table);
  }
  return result;
}

// The linear program is solved in double precision, to 1e-7 or so of its largest numbers: beyond this ratio narrow
// channels are lost in that. Loads are relative to bandwidths: where all are small or large, they leave that range too.
std::string bandwidths_beyond(const Topology& topology) {
  constexpr double kMostRatio = 1e6, kRoom = 1 + 1e-9;
  double low = 1e300, high = 0;
  for (std::uint32_t c = 0; c < topology.channels(); ++c) {
    const Bandwidth given = topology.channel(ChannelId(c)).bandwidth;
    const double bandwidth = static_cast<double>(given.numerator()) / static_cast<double>(given.denominator());
    low = std::min(low, bandwidth);
    high = std::max(high, bandwidth);
  }
  if (high > kMostRatio * low * kRoom) {
    return fmt::format("has bandwidths from {} to {}; the linear program takes ratios up to {:.0e}", low, high, kMostRatio);
  }
  if (high <= kMostRatio * kRoom && low * kRoom >= 1 / kMostRatio) return {};
  return fmt::format("has bandwidths from {} to {}; the linear program takes {:.0e} to {:.0e}: choose another unit", low, high, 1 / kMostRatio,
                     kMostRatio);
}

OptimalRouting optimal_routing(const Topology& topology, const std::vector<Symmetry>& automorphisms, const OptimalOptions& options) {
  const RoutingOptimizer optimizer(topology, automorphisms, options.minimal_only, options.max_entries);
  return optimizer.solve(options.gamma_limit, options.effort);
}

}  // namespace dateline
