#include "models/analysis/competitive/against_optimum.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "models/analysis/optimal/exact_routing.hpp"
#include "models/analysis/optimal/linear_program.hpp"
#include "models/analysis/throughput/cheapest_ways.hpp"
#include "models/analysis/throughput/concurrent_flow.hpp"
#include "models/analysis/throughput/price_bound.hpp"
#include "models/analysis/worst_case/matching.hpp"
#include "models/base/error.hpp"

namespace dateline {
namespace {

struct Weight {
  std::uint32_t source, destination;  // routers
  Rational share;                     // of a packet, over the channel's bandwidth
};

// What pairs of routers bring to a channel; of terminals that differ, the most.
std::vector<Weight> weights_of(const Topology& topology, const PairLoads& loads, ChannelId channel) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, Rational> most;
  const ValueRows rows = loads.rows(channel);
  for (std::uint32_t s = 0; s < loads.terminals(); ++s) {
    for (std::size_t i = rows.begin[s]; i < rows.begin[s + 1]; ++i) {
      const std::uint32_t from = topology.router_of(TerminalId(s)).value(), to = topology.router_of(TerminalId(rows.column[i])).value();
      if (from == to) continue;
      Rational& share = most[{from, to}];
      share = std::max(share, Rational(loads.values()[rows.value[i]] / to_rational(topology.channel(channel).bandwidth)));
    }
  }
  std::vector<Weight> weights;
  for (const auto& [pair, share] : most) weights.push_back({pair.first, pair.second, share});
  return weights;
}

// Of bandwidths in the program, which is solved in double precision: the largest is 1 there.
Rational unit_of_bandwidths(const Topology& topology) {
  Rational largest = 0;
  for (std::uint32_t c = 0; c < topology.channels(); ++c) largest = std::max(largest, to_rational(topology.channel(ChannelId(c)).bandwidth));
  return largest;
}

// Prices of channels and costs of ways: the least sum of bandwidth x price.
class PriceProgram {
 public:
  PriceProgram(const Topology& topology, const std::vector<Weight>& weights, const Rational& unit) : topology_(topology) {
    const std::uint32_t nodes = topology.nodes();
    for (std::uint32_t c = 0; c < topology.channels(); ++c) {
      (void)program_.add_column(0, kUnbounded, to_double(Rational(to_rational(topology.channel(ChannelId(c)).bandwidth) / unit)));
    }
    for (std::uint32_t pair = 0; pair < nodes * nodes; ++pair) (void)program_.add_column(0, pair / nodes == pair % nodes ? 0 : kUnbounded, 0);
    for (std::uint32_t i = 0; i < nodes; ++i) {
      for (std::uint32_t c = 0; c < topology.channels(); ++c) {
        const Channel& channel = topology.channel(ChannelId(c));
        if (channel.to == NodeId(i)) continue;
        const std::uint32_t row = program_.add_row(0, kUnbounded);
        program_.entries.push_back({row, c, 1});
        if (channel.from != NodeId(i)) program_.entries.push_back({row, cost(i, channel.from.value()), 1});
        program_.entries.push_back({row, cost(i, channel.to.value()), -1});
      }
    }
    first_ = static_cast<std::uint32_t>(program_.rows.size());
    for (const Weight& w : weights) {
      program_.entries.push_back({program_.add_row(to_double(Rational(w.share * unit)), kUnbounded), cost(w.source, w.destination), 1});
    }
  }
  [[nodiscard]] LinearSolution solve(std::uint64_t pivots) const { return solve_linear_program(program_, pivots); }
  [[nodiscard]] std::vector<double> prices(const LinearSolution& solution) const {
    std::vector<double> prices(solution.x.begin(), solution.x.begin() + topology_.channels());
    for (double& p : prices) p = std::max(0.0, p);
    return prices;
  }
  [[nodiscard]] double amount(const LinearSolution& solution, std::size_t weight) const { return std::max(0.0, solution.row_price[first_ + weight]); }

 private:
  [[nodiscard]] std::uint32_t cost(std::uint32_t from, std::uint32_t to) const { return topology_.channels() + from * topology_.nodes() + to; }

  const Topology& topology_;
  LinearProgram program_;
  std::uint32_t first_ = 0;  // row of the weights
};

// To all routers that some weight leads to; amounts are those of a matrix, or 1.
FlowProblem problem_of(const Topology& topology, const std::vector<AgainstOptimum::Flow>& flows) {
  std::map<NodeId, FlowDemand> to;
  for (const AgainstOptimum::Flow& f : flows) {
    FlowDemand& demand = to[f.destination];
    demand.destination = f.destination;
    demand.sources.push_back(f.source);  // ascending, as the flows are
    demand.amounts.push_back(f.amount);
  }
  std::vector<FlowDemand> demands;
  for (auto& [destination, demand] : to) demands.push_back(std::move(demand));
  return {topology, nullptr, std::move(demands), FlowPaths::any};
}

// The least unit under which whole prices keep the rule; none if some way is free that must not be.
std::optional<Rational> unit_of(const Topology& topology, const std::vector<Weight>& weights, const std::vector<Integer>& prices) {
  std::vector<AgainstOptimum::Flow> flows;
  for (const Weight& w : weights) flows.push_back({NodeId(w.source), NodeId(w.destination), w.share});
  const FlowProblem problem = problem_of(topology, flows);
  Rational unit = 0;
  CheapestWays<Integer> ways;
  for (std::size_t d = 0; d < problem.demands().size(); ++d) {
    const FlowDemand& demand = problem.demands()[d];
    ways.find(problem, d, prices);
    for (std::size_t i = 0; i < demand.sources.size(); ++i) {
      const Integer& cost = ways.cost(demand.sources[i]);
      if (cost == 0) return std::nullopt;
      unit = std::max(unit, Rational(demand.amounts[i] / cost));
    }
  }
  return unit;
}

// Prices made by hand: of all channels alike; of those that leave a source, or come to a destination, in the ratio of
// the most that it brings.
std::vector<std::vector<Integer>> simple_prices(const Topology& topology, const std::vector<Weight>& weights) {
  constexpr std::int64_t kParts = 5040;
  std::vector<Rational> sent(topology.nodes()), received(topology.nodes());
  Rational most = 0;
  for (const Weight& w : weights) {
    sent[w.source] = std::max(sent[w.source], w.share);
    received[w.destination] = std::max(received[w.destination], w.share);
    most = std::max(most, w.share);
  }
  const auto price = [&](const Rational& share) {
    const Rational parts = share / most * kParts;
    const Integer whole = numerator(parts) / denominator(parts);
    return whole * denominator(parts) < numerator(parts) ? Integer(whole + 1) : whole;
  };
  std::vector<std::vector<Integer>> all(3);
  for (std::uint32_t c = 0; c < topology.channels(); ++c) {
    const Channel& channel = topology.channel(ChannelId(c));
    all[0].emplace_back(1);
    all[1].push_back(price(sent[channel.from.value()]));
    all[2].push_back(price(received[channel.to.value()]));
  }
  return all;
}

// Pairs of routers, each in one at most, that bring most to the channel together.
std::vector<AgainstOptimum::Flow> heaviest_matching(const Topology& topology, const std::vector<Weight>& weights) {
  Integer common = 1;
  for (const Weight& w : weights) common = lcm(common, denominator(w.share));
  SparseRows<Integer> rows;
  rows.nodes = topology.nodes();
  std::size_t next = 0;  // ascending, as weights_of has them
  for (std::uint32_t s = 0; s < topology.nodes(); ++s) {
    rows.begin.push_back(rows.column.size());
    for (; next < weights.size() && weights[next].source == s; ++next) {
      rows.column.push_back(weights[next].destination);
      rows.weight.push_back(numerator(Rational(weights[next].share * common)));
    }
  }
  rows.begin.push_back(rows.column.size());
  const std::vector<std::uint32_t> to = maximum_weight_assignment(rows).column_of;
  std::vector<AgainstOptimum::Flow> flows;
  for (const Weight& w : weights) {
    if (to[w.source] == w.destination) flows.push_back({NodeId(w.source), NodeId(w.destination), 1});
  }
  return flows;
}

// Keeps them if they prove less than is known.
void try_prices(AgainstOptimum& found, const Topology& topology, const std::vector<Weight>& weights, std::vector<Integer> prices) {
  const auto unit = unit_of(topology, weights, prices);
  if (!unit) return;
  Rational sum = 0;
  for (std::uint32_t c = 0; c < topology.channels(); ++c) sum += Rational(prices[c]) * to_rational(topology.channel(ChannelId(c)).bandwidth);
  sum *= *unit;
  if (found.upper != 0 && sum >= found.upper) return;
  found.upper = sum;
  found.unit = *unit;
  found.prices = std::move(prices);
}

// Some traffic, with what some routing carries of it.
void take_traffic(AgainstOptimum& found, const Topology& topology, const std::vector<Weight>& weights, const FlowEffort& effort) {
  if (found.traffic.empty()) return;
  std::map<std::pair<NodeId, NodeId>, Rational> share;
  for (const Weight& w : weights) share[{NodeId(w.source), NodeId(w.destination)}] = w.share;
  for (const AgainstOptimum::Flow& f : found.traffic) found.load += f.amount * share.at({f.source, f.destination});
  ConcurrentFlow flow = concurrent_flow(problem_of(topology, found.traffic), effort);
  found.theta = flow.lower;
  found.table = std::move(flow.table);
  found.lower = found.load * found.theta;
  if (found.lower > found.upper) throw InvariantError("a routing is worse than its proved ratio");
}

// Without a linear program: its ends by prices and traffic made by hand.
AgainstOptimum by_hand(const Topology& topology, const std::vector<Weight>& weights, ChannelId channel, std::uint64_t pivots) {
  AgainstOptimum found;
  found.channel = found.loaded = channel;
  found.stopped = true;
  for (std::vector<Integer>& prices : simple_prices(topology, weights)) try_prices(found, topology, weights, std::move(prices));
  found.traffic = heaviest_matching(topology, weights);
  FlowEffort effort;
  effort.pivots = std::min(effort.pivots, pivots);
  take_traffic(found, topology, weights, effort);
  return found;
}

// Of one channel that something crosses.
AgainstOptimum of_channel(const Topology& topology, const std::vector<Weight>& weights, ChannelId channel, std::uint64_t pivots) {
  constexpr double kMeets = 1e-9, kSimple = 1e-8;
  if (pivots == 0) return by_hand(topology, weights, channel, pivots);
  AgainstOptimum found;
  found.channel = found.loaded = channel;
  const Rational bandwidths = unit_of_bandwidths(topology);
  const PriceProgram program(topology, weights, bandwidths);
  const LinearSolution solution = program.solve(pivots);
  if (solution.status != LinearSolution::Status::optimal) {
    found = by_hand(topology, weights, channel, pivots);
    found.pivots = solution.pivots;
    return found;
  }
  found.pivots = solution.pivots;
  for (std::vector<Integer>& prices : whole_prices(program.prices(solution))) {
    try_prices(found, topology, weights, std::move(prices));
    if (found.upper != 0 && to_double(found.upper) <= solution.objective * (1 + kMeets)) break;
  }
  if (found.upper == 0) throw InvariantError("no prices keep the cheapest ways above the loads");
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const Rational amount = bandwidths * simplest_fraction(program.amount(solution, i), kSimple);
    if (amount != 0) found.traffic.push_back({NodeId(weights[i].source), NodeId(weights[i].destination), amount});
  }
  take_traffic(found, topology, weights, {});
  return found;
}

}  // namespace

AgainstOptimum against_optimum(const Topology& topology, const PairLoads& loads, const std::vector<ChannelId>& channels, std::uint64_t pivots,
                               const std::function<void(std::size_t, std::size_t)>& tick) {
  const std::uint64_t rows = std::uint64_t{topology.nodes()} * topology.channels();
  if (rows > kMostRowsAgainstOptimum) {
    throw ConfigError("worst-case", "topology", topology.name(),
                      fmt::format("gives linear programs of {} rows; the ratio to the optimum takes at most {}", rows, kMostRowsAgainstOptimum));
  }
  AgainstOptimum worst;
  worst.channel = worst.loaded = channels.front();
  std::vector<AgainstOptimum::OfChannel> all;
  std::uint64_t taken = 0;
  bool stopped = false;
  for (std::size_t i = 0; i < channels.size(); ++i) {
    if (tick) tick(i, channels.size());
    const std::vector<Weight> weights = weights_of(topology, loads, channels[i]);
    if (weights.empty()) {
      all.push_back({channels[i], 0, 0});
      continue;
    }
    AgainstOptimum found = of_channel(topology, weights, channels[i], pivots);
    taken += found.pivots;
    stopped = stopped || found.stopped;
    all.push_back({channels[i], found.lower, found.upper});
    if (found.lower > worst.lower) {
      worst.lower = found.lower;
      worst.traffic = std::move(found.traffic);
      worst.loaded = found.loaded;
      worst.load = found.load;
      worst.theta = found.theta;
      worst.table = std::move(found.table);
    }
    if (found.upper > worst.upper) {
      worst.upper = found.upper;
      worst.channel = found.channel;
      worst.prices = std::move(found.prices);
      worst.unit = found.unit;
    }
  }
  worst.channels = std::move(all);
  worst.pivots = taken;
  worst.stopped = stopped;
  return worst;
}

}  // namespace dateline
