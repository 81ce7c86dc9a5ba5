#include "models/analysis/adaptive/split_bound.hpp"

#include <algorithm>
#include <optional>

#include "models/analysis/adaptive/split_program.hpp"
#include "models/analysis/optimal/exact_routing.hpp"
#include "models/base/error.hpp"

namespace dateline {
namespace {

constexpr double kTolerances[] = {1e-9, 1e-10, 1e-11, 1e-12};

// Prices that sum to 1 over bandwidths, of what the rows of the channels cost.
std::vector<Rational> prices_of(const Topology& topology, const SplitGraph& graph, const SplitProgram& split, const LinearSolution& solution,
                                double tolerance) {
  std::vector<Rational> prices(split.row.size());
  Rational sum = 0;
  for (std::uint32_t c = 0; c < prices.size(); ++c) {
    if (split.row[c] == SplitProgram::kNoRow) continue;
    prices[c] = simplest_fraction(-solution.row_price[split.row[c]], tolerance);
    sum += prices[c] * graph.bandwidth(topology, ChannelId(c));
  }
  if (sum == 0) return {};
  for (Rational& p : prices) {
    if (p != 0) p /= sum;
  }
  return prices;
}

// What is left of 1 goes to the hop that carries most.
template <typename Value, typename Fraction>
std::vector<Rational> shares_of(const SplitGraph& graph, const SplitProgram& split, const std::vector<Value>& x, const Fraction& fraction) {
  std::vector<Rational> shares(graph.hops.size());
  for (const SplitGraph::Place& place : graph.places) {
    if (place.total_weight != 0) continue;
    Value sum = 0;
    std::uint32_t most = place.first_hop;
    for (std::uint32_t h = place.first_hop; h < place.first_hop + place.hops; ++h) {
      const Value& own = x[split.column[h]];
      if (own > 0) sum += own;
      if (own > x[split.column[most]]) most = h;
    }
    Rational rest = 1;
    for (std::uint32_t h = place.first_hop; h < place.first_hop + place.hops; ++h) {
      const Value& own = x[split.column[h]];
      if (h == most || !(own > 0)) continue;
      shares[h] = std::min(fraction(Value(own / sum)), rest);
      rest -= shares[h];
    }
    shares[most] = rest;
  }
  return shares;
}

void raise_lower(SplitBound& bound, const SplitGraph& graph, std::vector<Rational> prices) {
  if (prices.empty()) return;
  Rational lower = cheapest_total(graph, prices);
  if (!bound.prices.empty() && lower <= bound.lower) return;
  bound.lower = std::move(lower);
  bound.prices = std::move(prices);
}

// Simple fractions first; then as many digits as the program's basis gives.
void find_upper(SplitBound& bound, const Topology& topology, const SplitGraph& graph, const SplitProgram& split, const LinearSolution& solution) {
  const auto lower_to = [&](const std::vector<Rational>& shares) {
    const Rational upper = largest_load(topology, graph, shares);
    if (!bound.upper || upper < *bound.upper) bound.upper = upper;
    return bound.exact();
  };
  for (const double tolerance : kTolerances) {
    if (lower_to(shares_of(graph, split, solution.x, [&](double share) { return simplest_fraction(share, tolerance); }))) return;
  }
  constexpr int kRounds = 5;
  const auto refined = refine_solution(split.program, solution, {}, kRounds);
  if (!refined) return;
  std::vector<Rational> x = refined->x;
  if (refined->error > 0) {
    for (Rational& value : x) value = simplest_fraction(value, refined->error);
  }
  lower_to(shares_of(graph, split, x, [](const Rational& share) { return share; }));
}

}  // namespace

Rational cheapest_total(const SplitGraph& graph, const std::vector<Rational>& prices) {
  std::vector<Rational> cost(graph.places.size());
  for (std::uint32_t p = 0; p < cost.size(); ++p) {
    const SplitGraph::Place& place = graph.places[p];
    bool first = true;
    for (const SplitGraph::Hop* hop = graph.begin(place); hop != graph.end(place); ++hop) {
      Rational own = hop->channel == kNoChannel ? Rational(0) : prices[hop->channel.value()];
      if (hop->to != SplitGraph::kDelivered) own += cost[hop->to];
      if (place.total_weight != 0) {
        cost[p] += own * Rational(hop->weight, place.total_weight);
      } else if (first || own < cost[p]) {
        cost[p] = std::move(own);
      }
      first = false;
    }
  }
  Rational total = 0;
  for (const SplitGraph::Start& s : graph.starts) total += s.amount * cost[s.place];
  return total;
}

Rational largest_load(const Topology& topology, const SplitGraph& graph, const std::vector<Rational>& shares) {
  std::vector<Rational> packets(graph.places.size()), load(topology.channels() + graph.injections);
  for (const SplitGraph::Start& s : graph.starts) packets[s.place] += s.amount;
  for (std::uint32_t p = static_cast<std::uint32_t>(packets.size()); p-- > 0;) {
    const SplitGraph::Place& place = graph.places[p];
    if (packets[p] == 0) continue;
    for (std::uint32_t h = place.first_hop; h < place.first_hop + place.hops; ++h) {
      const SplitGraph::Hop& hop = graph.hops[h];
      const Rational part = packets[p] * (place.total_weight == 0 ? shares[h] : Rational(hop.weight, place.total_weight));
      if (part == 0) continue;
      if (part < 0) throw InvariantError("a split with a share below 0");
      if (hop.to != SplitGraph::kDelivered) packets[hop.to] += part;
      if (hop.channel != kNoChannel) load[hop.channel.value()] += part;
    }
  }
  Rational largest = 0;
  for (std::uint32_t c = 0; c < load.size(); ++c) {
    if (load[c] != 0) largest = std::max(largest, Rational(load[c] / graph.bandwidth(topology, ChannelId(c))));
  }
  return largest;
}

SplitBound split_bound(const Topology& topology, const SplitGraph& graph) {
  SplitBound bound;
  bound.prices.assign(topology.channels() + graph.injections, 0);
  if (graph.starts.empty()) {
    bound.upper = 0;
    return bound;
  }
  const SplitProgram split = split_program(topology, graph);
  const LinearSolution solution = solve_linear_program(split.program);
  if (solution.status != LinearSolution::Status::optimal) throw InvariantError("the split of packets over paths has no solution");
  for (const double tolerance : kTolerances) raise_lower(bound, graph, prices_of(topology, graph, split, solution, tolerance));
  find_upper(bound, topology, graph, split, solution);
  if (bound.upper < bound.lower) throw InvariantError("a split of packets over paths below its bound");
  return bound;
}

}  // namespace dateline
