#include "tests/support/oracles/permutation_program.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <set>
#include <stdexcept>
#include <vector>

#include "models/analysis/optimal/linear_program.hpp"
#include "models/base/numbers/rational.hpp"

namespace dateline::test {

std::pair<double, double> by_all_permutations(const Topology& t) {
  const std::uint32_t n = t.nodes(), channels = t.channels();
  LinearProgram lp;
  const auto flow = [&](std::uint32_t s, std::uint32_t d, std::uint32_t c) { return (s * n + d) * channels + c; };
  const auto router = [&](std::uint32_t terminal) { return t.router_of(TerminalId(terminal)).value(); };
  for (std::uint32_t i = 0; i < n * n * channels; ++i) lp.add_column(0, 1, 0);
  const std::uint32_t gamma = lp.add_column(0, kUnbounded, 1);
  for (std::uint32_t s = 0; s < n; ++s) {
    for (std::uint32_t d = 0; d < n; ++d) {
      for (std::uint32_t v = 0; v < n; ++v) {
        const double supply = (v == s ? 1 : 0) - (v == d ? 1 : 0);
        const std::uint32_t row = lp.add_row(supply, supply);
        for (std::uint32_t c = 0; c < channels; ++c) {
          const Channel& channel = t.channel(ChannelId(c));
          if (channel.from == NodeId(v)) lp.entries.push_back({row, flow(s, d, c), 1});
          if (channel.to == NodeId(v)) lp.entries.push_back({row, flow(s, d, c), -1});
        }
      }
    }
  }
  const std::uint32_t terminals = t.terminals();
  std::vector<std::uint32_t> permutation(terminals);
  std::iota(permutation.begin(), permutation.end(), 0U);
  std::set<std::vector<std::uint32_t>> known;  // matrices of routers, several permutations of terminals each
  do {
    std::vector<std::uint32_t> matrix(std::size_t{n} * n, 0);
    for (std::uint32_t i = 0; i < terminals; ++i) ++matrix[router(i) * n + router(permutation[i])];
    if (!known.insert(matrix).second) continue;
    for (std::uint32_t c = 0; c < channels; ++c) {
      const std::uint32_t row = lp.add_row(-kUnbounded, 0);
      for (std::uint32_t pair = 0; pair < n * n; ++pair) {
        if (matrix[pair] > 0) lp.entries.push_back({row, pair * channels + c, static_cast<double>(matrix[pair])});
      }
      lp.entries.push_back({row, gamma, -to_double(to_rational(t.channel(ChannelId(c)).bandwidth))});
    }
  } while (std::next_permutation(permutation.begin(), permutation.end()));
  const LinearSolution least = solve_linear_program(lp);
  if (least.status != LinearSolution::Status::optimal) throw std::runtime_error("no routing");
  lp.columns[gamma].upper = least.objective + 1e-9;
  for (std::uint32_t s = 0; s < n; ++s) {
    for (std::uint32_t d = 0; d < n; ++d) {
      const double pairs = static_cast<double>(t.terminals_of(NodeId(s)).size()) * t.terminals_of(NodeId(d)).size();
      for (std::uint32_t c = 0; c < channels; ++c) lp.cost[flow(s, d, c)] = pairs / (static_cast<double>(terminals) * terminals);
    }
  }
  lp.cost[gamma] = 0;
  const LinearSolution shortest = solve_linear_program(lp);
  if (shortest.status != LinearSolution::Status::optimal) throw std::runtime_error("no routing at the optimum");
  return {least.objective, shortest.objective};
}

OptimalRouting optimum_of_all_permutations(const Topology& topology) {
  const auto [gamma, hops] = by_all_permutations(topology);
  OptimalRouting best = optimal_routing(topology, {});
  CHECK(best.lp_gamma == Approx(gamma).epsilon(1e-7));
  CHECK(best.lp_mean_hops == Approx(hops).epsilon(1e-6));
  CHECK(to_double(best.gamma) == Approx(gamma).epsilon(1e-7));
  CHECK(to_double(best.mean_hops) == Approx(hops).epsilon(1e-6));
  return best;
}

}  // namespace dateline::test
