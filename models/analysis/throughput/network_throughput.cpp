#include "models/analysis/throughput/network_throughput.hpp"

#include <algorithm>

#include "models/analysis/throughput/flow_rounds.hpp"
#include "models/analysis/throughput/flow_table.hpp"
#include "models/analysis/throughput/price_bound.hpp"
#include "models/analysis/throughput/simple_bound.hpp"
#include "models/analysis/throughput/symmetric_flow.hpp"
#include "models/base/error.hpp"

namespace dateline {
namespace {

// False: it is too large.
bool by_program(const FlowProblem& problem, const ThroughputEffort& effort, NetworkThroughput& found) {
  constexpr std::uint64_t kMostPivots = 20'000;
  SymmetricFlow flow(problem);
  if (flow.columns() > effort.columns) return false;
  const SymmetricFlow::Value value = flow.solve(std::min(kMostPivots, effort.work / flow.columns()));
  if (value.lower) found.lower = std::max(found.lower, *value.lower);
  if (value.upper) found.upper = std::min(found.upper, *value.upper);
  return value.lower || value.upper;
}

void by_rounds(const FlowProblem& problem, const ThroughputEffort& effort, NetworkThroughput& found) {
  constexpr std::uint64_t kMostRounds = 80, kRoundsTogether = 5;
  constexpr double kNear = 1.01;
  const std::uint64_t most = std::min(kMostRounds, effort.visits / (problem.demands().size() * problem.topology().channels()));
  if (most < kRoundsTogether) return;
  FlowRounds rounds(problem);
  double upper = to_double(found.upper);
  std::vector<double> prices;
  for (std::uint64_t done = 0; done < most && upper > kNear * std::max(rounds.lower(), to_double(found.lower)); done += kRoundsTogether) {
    for (std::uint64_t i = 0; i < kRoundsTogether; ++i) rounds.round();
    if (const double proved = rounds.upper(); proved < upper) {
      upper = proved;
      prices = rounds.prices();
    }
  }
  if (!prices.empty()) {
    if (const auto bound = price_bound(problem, whole_prices(prices).back())) found.upper = std::min(found.upper, *bound);
  }
  FlowTable table(problem);
  for (std::size_t d = 0; d < problem.demands().size(); ++d) table.add(d, rounds.flow(d));
  found.lower = std::max(found.lower, Rational(1 / table_load(problem, std::move(table).take())));
}

}  // namespace

std::optional<NetworkThroughput> network_throughput(const Topology& topology, const FaultMap* faults, const TrafficPattern& pattern,
                                                    const Rational& gamma, const ThroughputEffort& effort) {
  constexpr std::uint64_t kMostPatterns = 4;  // a pattern of few destinations may be within the columns; to find out costs N^2
  if (std::uint64_t{topology.nodes()} * topology.channels() > kMostPatterns * effort.flows) return std::nullopt;
  std::vector<FlowDemand> demands = flow_demands(topology, faults, pattern);
  if (demands.empty() || demands.size() * topology.channels() > effort.flows) return std::nullopt;
  const FlowProblem problem(topology, faults, std::move(demands), FlowPaths::any);
  NetworkThroughput found{gamma > 0 ? Rational(1 / gamma) : Rational(0), simple_bound(problem).theta};
  if (!found.exact() && !by_program(problem, effort, found)) by_rounds(problem, effort, found);
  if (found.lower == 0) return std::nullopt;
  if (found.lower > found.upper) throw InvariantError("a routing carries more than its network");
  return found;
}

}  // namespace dateline
