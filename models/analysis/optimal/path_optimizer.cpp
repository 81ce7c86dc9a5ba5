#include "models/analysis/optimal/path_optimizer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "models/analysis/optimal/exact_routing.hpp"
#include "models/analysis/optimal/found_table.hpp"
#include "models/analysis/optimal/refined_solution.hpp"
#include "models/base/error.hpp"

namespace dateline {
namespace {

constexpr std::uint64_t kUnits = std::uint64_t{1} << 20;
const Integer kLargestDenominator = Integer(1) << 42;

void add_entries(LinearProgram& program, std::uint32_t row, const std::map<std::uint32_t, double>& terms) {
  for (const auto& [column, value] : terms) {
    if (value != 0) program.entries.push_back({row, column, value});
  }
}

// Those behind the first `rows`.
void drop_rows(LinearProgram& program, std::size_t rows) {
  program.rows.resize(rows);
  const auto dropped = [&](const LinearProgram::Entry& e) { return e.row >= rows; };
  program.entries.erase(std::remove_if(program.entries.begin(), program.entries.end(), dropped), program.entries.end());
}

}  // namespace

PathOptimizer::PathOptimizer(const Topology& topology, const std::vector<Symmetry>& automorphisms, PathsOfPair paths)
    : topology_(topology),
      paths_(std::move(paths)),
      orbits_(topology, automorphisms),
      relative_(translations_reach_all(topology, automorphisms)),
      alike_(orbits_.flows(), 0) {
  for (const RoutingOrbits::Pair& pair : orbits_.pair_representatives()) {
    if (pair.source != pair.destination && terminal_pairs(topology, pair.source, pair.destination) > 0) pairs_.push_back(pair);
  }
  find_classes();
}

PathOptimizer::Labels PathOptimizer::labels_of(NodeId source, NodeId destination, const std::vector<ChannelId>& path) const {
  Labels labels;
  for (const ChannelId c : path) labels.push_back(orbits_.flow(source, destination, c));
  std::sort(labels.begin(), labels.end());
  return labels;
}

void PathOptimizer::find_classes() {
  const double all = static_cast<double>(topology_.terminals()) * topology_.terminals();
  for (std::uint32_t p = 0; p < pairs_.size(); ++p) {
    const auto [source, destination] = pairs_[p];
    for (std::uint32_t c = 0; c < topology_.channels(); ++c) ++alike_[orbits_.flow(source, destination, ChannelId(c))];
    const auto paths = paths_(source, destination);
    if (paths.empty()) {
      throw ConfigError("optimal", "topology", topology_.name(),
                        fmt::format("has no path of the kind asked for from node {} to node {}", source.value(), destination.value()));
    }
    for (const auto& path : paths) {
      Labels labels = labels_of(source, destination, path);
      const std::uint32_t first = labels.front();
      if (!class_of_.emplace(labels, static_cast<std::uint32_t>(classes_.size())).second) continue;
      const std::uint64_t pairs = orbits_.flow_size(first) / alike_[first];  // of the orbit
      const auto weight = static_cast<double>(pairs * terminal_pairs(topology_, source, destination));
      classes_.push_back({p, std::move(labels), weight * static_cast<double>(path.size()) / all});
    }
  }
}

// Weights of the classes, those of a pair 1 together.
LinearProgram PathOptimizer::weights_program() const {
  LinearProgram program;
  for (std::uint32_t p = 0; p < pairs_.size(); ++p) program.add_row(1, 1);
  for (const PathClass& of : classes_) program.entries.push_back({of.pair, program.add_column(0, kUnbounded, 0), 1});
  return program;
}

// u + v is at least what the paths bring to a channel, for every flow that some path is part of; times the channels
// alike, so that all numbers are whole.
void PathOptimizer::add_prices(LinearProgram& program, std::uint32_t gamma) const {
  using Side = RoutingOrbits::Side;
  std::vector<std::uint32_t> price;
  for (std::uint32_t p = 0; p < orbits_.prices(); ++p) price.push_back(program.add_column(0, kUnbounded, 0));
  std::map<std::uint32_t, std::map<std::uint32_t, double>> rows;  // by flow
  for (std::uint32_t k = 0; k < classes_.size(); ++k) {
    for (const std::uint32_t flow : classes_[k].flows) rows[flow][k] -= 1;
  }
  for (auto& [flow, terms] : rows) {
    const RoutingOrbits::Triple t = orbits_.flow_representative(flow);
    terms[price[orbits_.price(Side::source, t.source, t.channel)]] += alike_[flow];
    terms[price[orbits_.price(Side::destination, t.destination, t.channel)]] += alike_[flow];
    add_entries(program, program.add_row(0, kUnbounded), terms);
  }
  add_load_rows(topology_, orbits_, price, gamma, program);
}

OptimalRouting PathOptimizer::best_worst_case(std::uint64_t effort) const {
  LinearProgram program = weights_program();
  const std::uint32_t gamma = program.add_column(0, kUnbounded, 1);
  add_prices(program, gamma);
  LinearSolution best = solve_linear_program(program, effort);
  std::uint64_t pivots = best.pivots;
  if (best.status != LinearSolution::Status::optimal) return found(program, best, {}, pivots);
  constexpr double kRoom = 1 + 1e-9;
  const std::optional<Rational> limit = as_limit(best.x[gamma]);
  program.columns[gamma].upper = limit ? to_double(*limit) : best.x[gamma] * kRoom;
  program.cost[gamma] = 0;
  for (std::uint32_t k = 0; k < classes_.size(); ++k) program.cost[k] = classes_[k].hops;
  LinearSolution fewest = solve_linear_program(program, effort);
  pivots += fewest.pivots;
  const bool stopped = fewest.status != LinearSolution::Status::optimal;
  std::map<std::uint32_t, Rational> exact_upper;
  if (limit && !stopped) exact_upper.emplace(gamma, *limit);
  OptimalRouting routing = found(program, stopped ? best : fewest, exact_upper, pivots);
  routing.stopped = stopped;
  routing.lp_gamma = (stopped ? best : fewest).x[gamma];
  if (limit) routing.gamma = *limit;
  return routing;
}

// Per flow label.
std::vector<double> PathOptimizer::flows(const std::vector<double>& x) const {
  std::vector<double> flows(orbits_.flows(), 0);
  for (std::size_t k = 0; k < classes_.size(); ++k) {
    for (const std::uint32_t flow : classes_[k].flows) flows[flow] += x[k] / alike_[flow];
  }
  return flows;
}

OptimalRouting PathOptimizer::best_mean(const std::vector<std::vector<TerminalId>>& permutations, std::uint64_t effort) const {
  constexpr double kMeets = 1e-7;
  LinearProgram program = weights_program();
  std::vector<std::uint32_t> gamma;  // per permutation
  for (std::size_t m = 0; m < permutations.size(); ++m) {
    gamma.push_back(program.add_column(0, kUnbounded, 1 / static_cast<double>(permutations.size())));
  }
  std::vector<std::vector<std::uint32_t>> classes(orbits_.flows());  // that take part in a flow
  for (std::uint32_t k = 0; k < classes_.size(); ++k) {
    for (const std::uint32_t flow : classes_[k].flows) classes[flow].push_back(k);
  }
  // Flows of the permutation over a channel.
  const auto for_flows = [&](const std::vector<TerminalId>& to, ChannelId c, const auto& visit) {
    for (std::uint32_t s = 0; s < to.size(); ++s) {
      const NodeId source = topology_.router_of(TerminalId(s)), destination = topology_.router_of(to[s]);
      if (source != destination) visit(orbits_.flow(source, destination, c));
    }
  };
  LinearSolution best{LinearSolution::Status::stopped, 0, {}};
  std::uint64_t pivots = 0;
  for (bool crossed = true; crossed;) {
    LinearSolution next = solve_linear_program(program, effort - std::min(effort, pivots));
    pivots += next.pivots;
    if (next.status != LinearSolution::Status::optimal) {
      const bool before = best.status == LinearSolution::Status::optimal;
      if (before) drop_rows(program, best.row_price.size());  // that it has not seen
      OptimalRouting routing = found(program, best, {}, pivots);
      routing.stopped = true;
      if (before) routing.lp_gamma = best.objective;  // some rows are missing: a bound
      return routing;
    }
    best = std::move(next);
    const std::vector<double> flow = flows(best.x);
    crossed = false;
    for (std::size_t m = 0; m < permutations.size(); ++m) {
      double most = best.x[gamma[m]] + kMeets;
      ChannelId busiest = kNoChannel;
      for (std::uint32_t c = 0; c < topology_.channels(); ++c) {
        double load = 0;
        for_flows(permutations[m], ChannelId(c), [&](std::uint32_t label) { load += flow[label]; });
        load /= to_double(to_rational(topology_.channel(ChannelId(c)).bandwidth));
        if (load <= most) continue;
        most = load;
        busiest = ChannelId(c);
      }
      if (busiest == kNoChannel) continue;
      crossed = true;
      std::map<std::uint32_t, double> terms;
      for_flows(permutations[m], busiest, [&](std::uint32_t label) {
        for (const std::uint32_t k : classes[label]) terms[k] -= 1.0 / alike_[label];
      });
      terms[gamma[m]] += to_double(to_rational(topology_.channel(busiest).bandwidth));
      add_entries(program, program.add_row(0, kUnbounded), terms);
    }
  }
  OptimalRouting routing = found(program, best, {}, pivots);
  routing.lp_gamma = best.objective;
  return routing;
}

bool PathOptimizer::sum_to_one(const std::vector<Rational>& weights) const {
  std::vector<Rational> sums(pairs_.size());
  std::vector<Integer> common(pairs_.size(), 1);
  for (std::size_t k = 0; k < classes_.size(); ++k) {
    sums[classes_[k].pair] += weights[k];
    common[classes_[k].pair] = lcm(common[classes_[k].pair], denominator(weights[k]));
  }
  return std::all_of(sums.begin(), sums.end(), [](const Rational& sum) { return sum == 1; }) &&
         std::all_of(common.begin(), common.end(), [](const Integer& whole) { return whole <= kLargestDenominator; });
}

// Rounded to parts of 2^-20, those with the largest remainders up.
std::vector<Rational> PathOptimizer::whole_parts(const std::vector<double>& x) const {
  std::vector<std::vector<std::pair<double, std::size_t>>> remainders(pairs_.size());
  std::vector<std::uint64_t> parts(classes_.size()), given(pairs_.size(), 0);
  for (std::size_t k = 0; k < classes_.size(); ++k) {
    const double exact = std::max(0.0, x[k]) * static_cast<double>(kUnits);
    parts[k] = static_cast<std::uint64_t>(exact);
    given[classes_[k].pair] += parts[k];
    remainders[classes_[k].pair].emplace_back(static_cast<double>(parts[k]) - exact, k);
  }
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    std::sort(remainders[p].begin(), remainders[p].end());
    for (std::size_t i = 0; given[p] < kUnits; ++i, ++given[p]) ++parts[remainders[p][i % remainders[p].size()].second];
    for (std::size_t i = 0; given[p] > kUnits; ++i) {
      std::uint64_t& part = parts[remainders[p][i % remainders[p].size()].second];
      if (part == 0) continue;
      --part;
      --given[p];
    }
  }
  std::vector<Rational> weights;
  for (const std::uint64_t part : parts) weights.emplace_back(Integer(part), Integer(kUnits));
  return weights;
}

std::vector<Rational> PathOptimizer::weights(const LinearProgram& program, const LinearSolution& solution,
                                             const std::map<std::uint32_t, Rational>& exact_upper, bool& rounded) const {
  rounded = false;
  std::vector<Rational> weights(classes_.size());
  for (const double tolerance : {1e-9, 1e-10, 1e-11, 1e-12}) {
    for (std::size_t k = 0; k < weights.size(); ++k) weights[k] = simplest_fraction(solution.x[k], tolerance);
    if (sum_to_one(weights)) return weights;
  }
  for (const int rounds : {2, 5}) {
    const auto refined = refine_solution(program, solution, exact_upper, rounds);
    if (!refined) break;
    for (std::size_t k = 0; k < weights.size(); ++k) {
      weights[k] = refined->error == 0 ? refined->x[k] : simplest_fraction(refined->x[k], refined->error);
    }
    if (sum_to_one(weights)) return weights;
  }
  rounded = true;
  return whole_parts(solution.x);
}

PathTable PathOptimizer::table_of(const std::vector<Rational>& weights) const {
  PathTable table;
  table.relative = relative_;
  const std::uint32_t nodes = topology_.nodes();
  for (std::uint32_t pair = 0; pair < (relative_ ? nodes : nodes * nodes); ++pair) {
    const NodeId source(pair / nodes), destination(pair % nodes);
    std::vector<WeightedPath>& of_pair = table.paths.emplace_back();
    if (source == destination || terminal_pairs(topology_, source, destination) == 0) continue;
    const auto paths = paths_(source, destination);
    std::vector<std::uint32_t> classes;
    std::map<std::uint32_t, std::uint64_t> count;  // paths of a class share its weight
    for (const auto& path : paths) {
      const auto known = class_of_.find(labels_of(source, destination, path));
      if (known == class_of_.end()) throw InvariantError("paths are not what symmetries make of each other");
      classes.push_back(known->second);
      ++count[known->second];
    }
    Integer common = 1;
    for (const auto& [k, number] : count) common = lcm(common, denominator(Rational(weights[k] / number)));
    for (std::size_t i = 0; i < paths.size(); ++i) {
      const Rational share = weights[classes[i]] / count[classes[i]] * common;
      if (share > 0) of_pair.push_back({static_cast<std::uint64_t>(numerator(share)), paths[i]});
    }
  }
  return table;
}

OptimalRouting PathOptimizer::found(const LinearProgram& program, const LinearSolution& solution,
                                    const std::map<std::uint32_t, Rational>& exact_upper, std::uint64_t pivots) const {
  OptimalRouting routing;
  routing.rows = program.rows.size();
  routing.columns = program.columns.size();
  routing.entries = program.entries.size();
  routing.pivots = pivots;
  routing.stopped = solution.status != LinearSolution::Status::optimal;
  if (routing.stopped) return routing;
  routing.table = table_of(weights(program, solution, exact_upper, routing.rounded));
  routing.mean_hops = mean_hops(topology_, routing.table);
  for (std::size_t k = 0; k < classes_.size(); ++k) routing.lp_mean_hops += solution.x[k] * classes_[k].hops;
  return routing;
}

}  // namespace dateline
