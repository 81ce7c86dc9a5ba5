#include "models/analysis/throughput/network_throughput.hpp"

#include <algorithm>

#include "models/analysis/throughput/flow_rounds.hpp"
#include "models/analysis/throughput/flow_table.hpp"
#include "models/analysis/throughput/price_bound.hpp"
#include "models/analysis/throughput/symmetric_flow.hpp"
#include "models/base/error.hpp"
#include "models/network/topology/grid.hpp"

namespace dateline {
namespace {

// Where nothing is sent a cut bounds nothing.
void lower(std::optional<Rational>& bound, const Rational& bandwidth, const Rational& asked) {
  if (asked > 0 && (!bound || Rational(bandwidth / asked) < *bound)) bound = bandwidth / asked;
}

Rational bandwidth_of(const Topology& topology, ChannelId c) { return to_rational(topology.channel(c).bandwidth); }

// What leaves a router, and what comes to it.
void lower_by_routers(const FlowProblem& problem, std::optional<Rational>& bound) {
  const Topology& topology = problem.topology();
  std::vector<Rational> sent(topology.nodes()), received(topology.nodes());
  for (const FlowDemand& demand : problem.demands()) {
    for (std::size_t i = 0; i < demand.sources.size(); ++i) {
      sent[demand.sources[i].value()] += demand.amounts[i];
      received[demand.destination.value()] += demand.amounts[i];
    }
  }
  for (std::uint32_t v = 0; v < topology.nodes(); ++v) {
    Rational out = 0, in = 0;
    for (const ChannelId c : problem.leaving(NodeId(v))) out += bandwidth_of(topology, c);
    for (const ChannelId c : problem.arriving(NodeId(v))) in += bandwidth_of(topology, c);
    lower(bound, out, sent[v]);
    lower(bound, in, received[v]);
  }
}

// Between rows first..last-1 of a dimension and the others, both ways.
void lower_by_rows(const FlowProblem& problem, const std::vector<std::uint32_t>& row, std::uint32_t first, std::uint32_t last,
                   const std::vector<std::vector<Rational>>& asked, std::optional<Rational>& bound) {
  const Topology& topology = problem.topology();
  const auto inside = [&](std::uint32_t r) { return r >= first && r < last; };
  Rational out = 0, in = 0, leaves = 0, enters = 0;
  for (std::uint32_t c = 0; c < topology.channels(); ++c) {
    if (!problem.usable(ChannelId(c))) continue;
    const Channel& channel = topology.channel(ChannelId(c));
    const bool from = inside(row[channel.from.value()]), to = inside(row[channel.to.value()]);
    if (from && !to) out += bandwidth_of(topology, ChannelId(c));
    if (to && !from) in += bandwidth_of(topology, ChannelId(c));
  }
  for (std::uint32_t a = 0; a < asked.size(); ++a) {
    for (std::uint32_t b = 0; b < asked.size(); ++b) {
      if (inside(a) && !inside(b)) leaves += asked[a][b];
      if (inside(b) && !inside(a)) enters += asked[a][b];
    }
  }
  lower(bound, out, leaves);
  lower(bound, in, enters);
}

void lower_by_cuts(const FlowProblem& problem, std::optional<Rational>& bound) {
  const Topology& topology = problem.topology();
  const Grid* const grid = topology.grid();
  if (grid == nullptr) return;
  for (int d = 0; d < grid->dimensions(); ++d) {
    const std::uint32_t radix = grid->radix(d);
    std::vector<std::uint32_t> row;
    for (std::uint32_t v = 0; v < topology.nodes(); ++v) {
      row.push_back(static_cast<std::uint32_t>(grid->coordinates(v)[static_cast<std::size_t>(d)]));
    }
    std::vector<std::vector<Rational>> asked(radix, std::vector<Rational>(radix));  // between rows
    for (const FlowDemand& demand : problem.demands()) {
      for (std::size_t i = 0; i < demand.sources.size(); ++i) {
        asked[row[demand.sources[i].value()]][row[demand.destination.value()]] += demand.amounts[i];
      }
    }
    for (std::uint32_t last = 1; last < radix; ++last) lower_by_rows(problem, row, 0, last, asked, bound);
  }
}

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

Rational simple_bound(const FlowProblem& problem) {
  std::optional<Rational> bound = price_bound(problem, std::vector<Integer>(problem.topology().channels(), 1));
  lower_by_routers(problem, bound);
  lower_by_cuts(problem, bound);
  if (!bound) throw InvariantError("a concurrent flow without demands");
  return *bound;
}

std::optional<NetworkThroughput> network_throughput(const Topology& topology, const FaultMap* faults, const TrafficPattern& pattern,
                                                    const Rational& gamma, const ThroughputEffort& effort) {
  constexpr std::uint64_t kMostPatterns = 4;  // a pattern of few destinations may be within the columns; to find out costs N^2
  if (std::uint64_t{topology.nodes()} * topology.channels() > kMostPatterns * effort.flows) return std::nullopt;
  std::vector<FlowDemand> demands = flow_demands(topology, faults, pattern);
  if (demands.empty() || demands.size() * topology.channels() > effort.flows) return std::nullopt;
  const FlowProblem problem(topology, faults, std::move(demands), FlowPaths::any);
  NetworkThroughput found{gamma > 0 ? Rational(1 / gamma) : Rational(0), simple_bound(problem)};
  if (!found.exact() && !by_program(problem, effort, found)) by_rounds(problem, effort, found);
  if (found.lower == 0) return std::nullopt;
  if (found.lower > found.upper) throw InvariantError("a routing carries more than its network");
  return found;
}

}  // namespace dateline
