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
    : topology_(topology),
      orbits_(topology, automorphisms),
      relative_(translations_reach_all(topology, automorphisms)),
      alike_(orbits_.flows(), 0) {
  (void)hop_distances(topology);  // refuses a network that is not connected
  for (const RoutingOrbits::Pair& pair : orbits_.pair_representatives()) {
    if (pair.source == pair.destination || terminal_pairs(topology, pair.source, pair.destination) == 0) continue;
    const auto p = static_cast<std::uint32_t>(pairs_.size());
    pairs_.push_back(pair);
    for (std::uint32_t c = 0; c < topology.channels(); ++c) ++alike_[orbits_.flow(pair.source, pair.destination, ChannelId(c))];
    for (const auto& path : start(pair.source, pair.destination)) (void)add(p, path);
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

ColumnOptimizer::Built ColumnOptimizer::build(const std::optional<double>& most, bool count_hops) const {
  using Side = RoutingOrbits::Side;
  Built built;
  LinearProgram& program = built.program;
  for (std::uint32_t p = 0; p < pairs_.size(); ++p) program.add_row(1, 1);
  built.gamma = program.add_column(0, most.value_or(kUnbounded), count_hops ? 0 : 1);
  std::vector<std::uint32_t> price(orbits_.prices());
  for (std::uint32_t& p : price) p = program.add_column(0, kUnbounded, 0);
  built.row.assign(orbits_.flows(), kNoRow);
  for (const Column& column : columns_) {
    built.column.push_back(program.add_column(0, kUnbounded, count_hops ? column.hops : 0));
    program.entries.push_back({column.pair, built.column.back(), 1});
    for (std::size_t i = 0; i < column.flows.size(); ++i) {
      const std::uint32_t flow = column.flows[i];
      if (built.row[flow] == kNoRow) {
        built.row[flow] = program.add_row(0, kUnbounded);
        const RoutingOrbits::Triple t = orbits_.flow_representative(flow);
        const std::uint32_t u = price[orbits_.price(Side::source, t.source, t.channel)];
        const std::uint32_t v = price[orbits_.price(Side::destination, t.destination, t.channel)];
        const double alike = alike_[flow];
        program.entries.push_back({built.row[flow], u, u == v ? 2 * alike : alike});
        if (u != v) program.entries.push_back({built.row[flow], v, alike});
      }
      if (i > 0 && column.flows[i - 1] == flow) continue;  // counted with the first
      const auto times = std::upper_bound(column.flows.begin(), column.flows.end(), flow) - column.flows.begin() - static_cast<std::ptrdiff_t>(i);
      program.entries.push_back({built.row[flow], built.column.back(), -static_cast<double>(times)});
    }
  }
  add_load_rows(topology_, orbits_, price, built.gamma, program);
  return built;
}

// Adds the cheapest path of each pair, where it is cheaper than what the pair pays; the sum of the cheapest.
double ColumnOptimizer::add_cheapest(const Built& built, const LinearSolution& solution, double hop_cost, bool& added) {
  constexpr double kCheaper = 1e-9;
  double sum = 0;
  added = false;
  for (std::uint32_t p = 0; p < pairs_.size(); ++p) {
    const auto [source, destination] = pairs_[p];
    const double hop = hop_cost * pairs_weight(p);
    const CheapestPath cheapest = cheapest_path(topology_, source, destination, [&, from = source, to = destination](ChannelId c) {
      const std::uint32_t row = built.row[orbits_.flow(from, to, c)];
      return hop + (row == kNoRow ? 0 : std::max(0.0, solution.row_price[row]));
    });
    sum += cheapest.cost;
    if (cheapest.cost < solution.row_price[p] - kCheaper && add(p, cheapest.channels)) added = true;
  }
  return sum;
}

void ColumnOptimizer::finish(OptimalRouting& routing, const Built& built, const LinearSolution& solution, const std::optional<Rational>& limit) const {
  // Flows from weights: simple fractions of these where each pair's sum to one.
  std::vector<Rational> weights(columns_.size());
  const auto sum_to_one = [&] {
    std::vector<Rational> sums(pairs_.size());
    for (std::size_t k = 0; k < built.column.size(); ++k) sums[columns_[k].pair] += weights[k];
    return std::all_of(sums.begin(), sums.end(), [](const Rational& sum) { return sum == 1; });
  };
  bool exact = false;
  for (const double tolerance : {1e-9, 1e-10, 1e-11, 1e-12}) {
    for (std::size_t k = 0; k < built.column.size(); ++k) weights[k] = simplest_fraction(solution.x[built.column[k]], tolerance);
    exact = exact || sum_to_one();
    if (exact) break;
  }
  std::map<std::uint32_t, Rational> exact_upper;
  if (limit) exact_upper.emplace(built.gamma, *limit);
  for (const int rounds : {2, 5}) {
    if (exact) break;
    const auto refined = refine_solution(built.program, solution, exact_upper, rounds);
    if (!refined) break;
    for (std::size_t k = 0; k < built.column.size(); ++k) {
      const Rational& x = refined->x[built.column[k]];
      weights[k] = refined->error == 0 ? x : simplest_fraction(x, refined->error);
    }
    exact = sum_to_one();
  }
  if (!exact) {  // parts of 2^-20, what is missing or too much to the largest
    constexpr std::int64_t kUnits = 1 << 20;
    std::vector<std::int64_t> parts(built.column.size()), missing(pairs_.size(), kUnits);
    std::vector<std::size_t> largest(pairs_.size(), built.column.size());
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
  for (std::size_t k = 0; k < built.column.size(); ++k) {
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
  Built built, best_built;
  LinearSolution best{LinearSolution::Status::stopped, 0, {}};
  const auto solve_next = [&](const std::optional<double>& most, bool count_hops) {
    built = build(most, count_hops);
    LinearSolution next = solve_linear_program(built.program, effort - std::min(effort, routing.pivots));
    routing.pivots += next.pivots;
    ++found.rounds;
    if (next.status != LinearSolution::Status::optimal) return false;
    best = std::move(next);
    best_built = built;
    return true;
  };
  bool added = true;
  while (added && solve_next(std::nullopt, false)) {
    const double upper = best.objective;
    found.lower = std::max(found.lower, add_cheapest(built, best, 0, added));
    if (tick) tick(found.rounds, found.lower, upper);
    if (upper - found.lower <= kMeets * upper) break;
  }
  routing.stopped = best.status != LinearSolution::Status::optimal || best.x[built.gamma] - found.lower > 1e-7 * best.x[built.gamma];
  std::optional<Rational> limit;
  if (!routing.stopped) {
    limit = as_limit(best.x[best_built.gamma]);
    const double most = limit ? to_double(*limit) : best.x[best_built.gamma] * kRoom;
    added = true;
    while (added && !routing.stopped) {
      routing.stopped = !solve_next(most, true);
      if (!routing.stopped) (void)add_cheapest(built, best, 1, added);
    }
  }
  if (best.status != LinearSolution::Status::optimal) return found;
  routing.rows = best_built.program.rows.size();
  routing.columns = best_built.program.columns.size();
  routing.entries = best_built.program.entries.size();
  routing.lp_gamma = best.x[best_built.gamma];
  if (limit) routing.gamma = *limit;
  finish(routing, best_built, best, limit);
  return found;
}

}  // namespace dateline
