#include "models/analysis/optimal/column_optimizer.hpp"

#include <algorithm>
#include <map>
#include <queue>
#include <tuple>

#include "models/analysis/optimal/exact_routing.hpp"
#include "models/analysis/optimal/found_table.hpp"
#include "models/analysis/optimal/refined_solution.hpp"
#include "models/base/error.hpp"

namespace dateline {
namespace {

// The cheapest path, of those the one with the fewest hops; costs of channels are 0 or more.
struct CheapestPath {
  double cost;
  std::vector<ChannelId> channels;
};

template <typename Cost>
CheapestPath cheapest_path(const Topology& topology, NodeId source, NodeId destination, Cost cost) {
  using Entry = std::tuple<double, std::uint32_t, std::uint32_t>;  // cost, hops, router
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  std::vector<std::pair<double, std::uint32_t>> best(topology.nodes(), {kUnbounded, 0});
  std::vector<ChannelId> by(topology.nodes(), kNoChannel);
  best[source.value()] = {0, 0};
  open.push({0, 0, source.value()});
  while (!open.empty()) {
    const auto [paid, hops, at] = open.top();
    open.pop();
    if (at == destination.value()) break;
    if (std::pair(paid, hops) != best[at]) continue;
    for (int p = 0; p < topology.ports(); ++p) {
      const ChannelId c = topology.out(NodeId(at), Port(static_cast<std::uint16_t>(p)));
      if (c == kNoChannel) continue;
      const std::uint32_t to = topology.channel(c).to.value();
      const std::pair<double, std::uint32_t> next{paid + cost(c), hops + 1};
      if (!(next < best[to])) continue;
      best[to] = next;
      by[to] = c;
      open.push({next.first, next.second, to});
    }
  }
  CheapestPath path{best[destination.value()].first, {}};
  for (NodeId v = destination; v != source; v = topology.channel(path.channels.back()).from) path.channels.push_back(by[v.value()]);
  std::reverse(path.channels.begin(), path.channels.end());
  return path;
}

}  // namespace

ColumnOptimizer::ColumnOptimizer(const Topology& topology, const std::vector<Symmetry>& automorphisms, const PathsOfPair& start)
    : topology_(topology), orbits_(topology, automorphisms), relative_(translations_reach_all(topology, automorphisms)), alike_(orbits_.flows(), 0) {
  (void)hop_distances(topology);  // refuses a network that is not connected
  for (const RoutingOrbits::Pair& pair : orbits_.pair_representatives()) {
    if (pair.source == pair.destination || terminal_pairs(topology, pair.source, pair.destination) == 0) continue;
    const auto p = static_cast<std::uint32_t>(pairs_.size());
    pairs_.push_back(pair);
    for (std::uint32_t c = 0; c < topology.channels(); ++c) ++alike_[orbits_.flow(pair.source, pair.destination, ChannelId(c))];
    const auto first = start ? start(pair.source, pair.destination) : std::vector<std::vector<ChannelId>>{};
    for (const auto& path : first) (void)add(p, path);
    if (first.empty()) (void)add(p, cheapest_path(topology, pair.source, pair.destination, [](ChannelId) { return 0.0; }).channels);
  }
}

// Packets of the pairs of an orbit, over all.
double ColumnOptimizer::pairs_weight(std::uint32_t pair) const {
  const auto [source, destination] = pairs_[pair];
  const std::uint32_t first = orbits_.flow(source, destination, ChannelId(0));
  const std::uint64_t pairs = orbits_.flow_size(first) / alike_[first] * terminal_pairs(topology_, source, destination);
  return static_cast<double>(pairs) / (static_cast<double>(topology_.terminals()) * topology_.terminals());
}

// False: it loads channels as a path does that is known.
bool ColumnOptimizer::add(std::uint32_t pair, const std::vector<ChannelId>& path) {
  Labels labels;
  for (const ChannelId c : path) labels.push_back(orbits_.flow(pairs_[pair].source, pairs_[pair].destination, c));
  std::sort(labels.begin(), labels.end());
  if (!known_.insert(labels).second) return false;
  const double hops = static_cast<double>(path.size()) * pairs_weight(pair);
  columns_.push_back({pair, std::move(labels), hops});
  return true;
}

void ColumnOptimizer::begin(Built& built) const {
  LinearProgram& program = built.program;
  for (std::uint32_t p = 0; p < pairs_.size(); ++p) program.add_row(1, 1);
  built.gamma = program.add_column(0, kUnbounded, 1);
  built.price.resize(orbits_.prices());
  for (std::uint32_t& p : built.price) p = program.add_column(0, kUnbounded, 0);
  built.row.assign(orbits_.flows(), kNoRow);
  add_load_rows(topology_, orbits_, built.price, built.gamma, program);
}

// By the paths that it has not.
void ColumnOptimizer::extend(Built& built, bool count_hops) const {
  using Side = RoutingOrbits::Side;
  LinearProgram& program = built.program;
  while (built.column.size() < columns_.size()) {
    const Column& column = columns_[built.column.size()];
    built.column.push_back(program.add_column(0, kUnbounded, count_hops ? column.hops : 0));
    program.entries.push_back({column.pair, built.column.back(), 1});
    for (std::size_t i = 0; i < column.flows.size(); ++i) {
      const std::uint32_t flow = column.flows[i];
      if (i > 0 && column.flows[i - 1] == flow) continue;  // counted with the first
      if (built.row[flow] == kNoRow) {
        built.row[flow] = program.add_row(0, kUnbounded);
        const RoutingOrbits::Triple t = orbits_.flow_representative(flow);
        const std::uint32_t u = built.price[orbits_.price(Side::source, t.source, t.channel)];
        const std::uint32_t v = built.price[orbits_.price(Side::destination, t.destination, t.channel)];
        const double alike = alike_[flow];
        program.entries.push_back({built.row[flow], u, u == v ? 2 * alike : alike});
        if (u != v) program.entries.push_back({built.row[flow], v, alike});
      }
      const auto times = std::upper_bound(column.flows.begin(), column.flows.end(), flow) - column.flows.begin() - static_cast<std::ptrdiff_t>(i);
      program.entries.push_back({built.row[flow], built.column.back(), -static_cast<double>(times)});
    }
  }
}

ColumnOptimizer::Prices ColumnOptimizer::prices_of(const Built& built, const LinearSolution& solution) const {
  Prices prices(orbits_.flows(), 0);
  for (std::uint32_t f = 0; f < prices.size(); ++f) {
    if (built.row[f] != kNoRow) prices[f] = std::max(0.0, solution.row_price[built.row[f]]);
  }
  return prices;
}

// Adds the cheapest path of each pair, where under the solution's own prices it costs less than the pair pays.
ColumnOptimizer::Cheapest ColumnOptimizer::add_cheapest(const Prices& looked_at, const Prices& own, const LinearSolution& solution, double hop_cost) {
  constexpr double kCheaper = 1e-9;
  Cheapest found{0, false};
  for (std::uint32_t p = 0; p < pairs_.size(); ++p) {
    const auto [source, destination] = pairs_[p];
    const double hop = hop_cost * pairs_weight(p);
    const auto label = [&, from = source, to = destination](ChannelId c) { return orbits_.flow(from, to, c); };
    const CheapestPath path = cheapest_path(topology_, source, destination, [&](ChannelId c) { return hop + looked_at[label(c)]; });
    found.sum += path.cost;
    double cost = 0;
    for (const ChannelId c : path.channels) cost += hop + own[label(c)];
    if (cost < solution.row_price[p] - kCheaper && add(p, path.channels)) found.added = true;
  }
  return found;
}

void ColumnOptimizer::finish(OptimalRouting& routing, const Built& built, const LinearSolution& solution,
                             const std::optional<Rational>& limit) const {
  // Flows from weights: simple fractions of these where each pair's sum to one.
  std::size_t paths = 0;  // known to the solution
  while (paths < built.column.size() && built.column[paths] < solution.x.size()) ++paths;
  std::vector<Rational> weights(paths);
  const auto sum_to_one = [&] {
    std::vector<Rational> sums(pairs_.size());
    for (std::size_t k = 0; k < paths; ++k) sums[columns_[k].pair] += weights[k];
    return std::all_of(sums.begin(), sums.end(), [](const Rational& sum) { return sum == 1; });
  };
  bool exact = false;
  for (const double tolerance : {1e-9, 1e-10, 1e-11, 1e-12}) {
    for (std::size_t k = 0; k < paths; ++k) weights[k] = simplest_fraction(solution.x[built.column[k]], tolerance);
    exact = exact || sum_to_one();
    if (exact) break;
  }
  std::map<std::uint32_t, Rational> exact_upper;
  if (limit) exact_upper.emplace(built.gamma, *limit);
  const bool whole = solution.x.size() == built.program.columns.size();  // not of a program that has grown since
  for (const int rounds : {2, 5}) {
    if (exact || !whole) break;
    const auto refined = refine_solution(built.program, solution, exact_upper, rounds);
    if (!refined) break;
    for (std::size_t k = 0; k < paths; ++k) {
      const Rational& x = refined->x[built.column[k]];
      weights[k] = refined->error == 0 ? x : simplest_fraction(x, refined->error);
    }
    exact = sum_to_one();
  }
  if (!exact) {  // parts of 2^-20, what is missing or too much to the largest
    constexpr std::int64_t kUnits = 1 << 20;
    std::vector<std::int64_t> parts(paths), missing(pairs_.size(), kUnits);
    std::vector<std::size_t> largest(pairs_.size(), paths);
    for (std::size_t k = 0; k < parts.size(); ++k) {
      const std::uint32_t p = columns_[k].pair;
      parts[k] = static_cast<std::int64_t>(std::max(0.0, solution.x[built.column[k]]) * kUnits);
      missing[p] -= parts[k];
      if (largest[p] == parts.size() || parts[k] > parts[largest[p]]) largest[p] = k;
    }
    for (std::uint32_t p = 0; p < pairs_.size(); ++p) parts[largest[p]] += missing[p];
    for (std::size_t k = 0; k < parts.size(); ++k) weights[k] = Rational(Integer(parts[k]), Integer(kUnits));
    routing.rounded = true;
  }
  std::vector<Rational> flow(orbits_.flows());
  for (std::size_t k = 0; k < paths; ++k) {
    routing.lp_mean_hops += solution.x[built.column[k]] * columns_[k].hops;
    if (weights[k] == 0) continue;
    for (const std::uint32_t label : columns_[k].flows) flow[label] += weights[k] / alike_[label];
  }
  routing.table = path_table(topology_, orbits_, flow, relative_);
  routing.mean_hops = mean_hops(topology_, routing.table);
}

ColumnOptimizer::Found ColumnOptimizer::solve(std::uint64_t effort, const Tick& tick) {
  constexpr double kMeets = 1e-9, kRoom = 1 + 1e-9;
  Found found;
  OptimalRouting& routing = found.routing;
  Built built;
  begin(built);
  GrowingProgram program;
  LinearSolution best{LinearSolution::Status::stopped, 0, {}};
  const auto solve_next = [&](bool count_hops) {
    extend(built, count_hops);
    LinearSolution next = program.solve(built.program, effort - std::min(effort, routing.pivots));
    routing.pivots += next.pivots;
    ++found.rounds;
    if (next.status != LinearSolution::Status::optimal) return false;
    best = std::move(next);
    return true;
  };
  constexpr double kOfBest = 0.5;  // in the mix
  bool added = true;
  Prices best_prices;
  while (added && solve_next(false)) {
    const double upper = best.objective;
    const Prices own = prices_of(built, best);
    const auto look = [&](const Prices& prices) {
      const Cheapest cheapest = add_cheapest(prices, own, best, 0);
      added = added || cheapest.added;
      if (best_prices.empty() || cheapest.sum > found.lower) best_prices = prices;
      found.lower = std::max(found.lower, cheapest.sum);
    };
    added = false;
    if (!best_prices.empty()) {
      Prices mixed = own;
      for (std::size_t f = 0; f < mixed.size(); ++f) mixed[f] += kOfBest * (best_prices[f] - own[f]);
      look(mixed);
    }
    look(own);
    if (tick) tick(found.rounds, found.lower, upper);
    if (upper - found.lower <= kMeets * upper) break;
  }
  routing.stopped = best.status != LinearSolution::Status::optimal || best.x[built.gamma] - found.lower > 1e-7 * best.x[built.gamma];
  std::optional<Rational> limit;
  if (!routing.stopped) {
    limit = as_limit(best.x[built.gamma]);
    built.program.columns[built.gamma].upper = limit ? to_double(*limit) : best.x[built.gamma] * kRoom;
    built.program.cost[built.gamma] = 0;
    for (std::size_t k = 0; k < built.column.size(); ++k) built.program.cost[built.column[k]] = columns_[k].hops;
    added = true;
    while (added && !routing.stopped) {
      routing.stopped = !solve_next(true);
      if (routing.stopped) break;
      const Prices own = prices_of(built, best);
      added = add_cheapest(own, own, best, 1).added;
    }
  }
  if (best.status != LinearSolution::Status::optimal) return found;
  routing.rows = built.program.rows.size();
  routing.columns = built.program.columns.size();
  routing.entries = built.program.entries.size();
  routing.lp_gamma = best.x[built.gamma];
  if (limit) routing.gamma = *limit;
  finish(routing, built, best, limit);
  return found;
}

}  // namespace dateline
