#include "models/analysis/throughput/price_bound.hpp"

#include <algorithm>
#include <cmath>

#include "models/analysis/optimal/exact_routing.hpp"
#include "models/analysis/throughput/cheapest_ways.hpp"
#include "models/base/error.hpp"

namespace dateline {
namespace {

constexpr double kNear = 1e-7;  // of a whole number, relative to the unit taken

// Multiples of a unit, if all are near to one.
std::vector<Integer> multiples(const std::vector<double>& prices, double unit, int denominator) {
  std::vector<Integer> whole;
  for (const double p : prices) {
    const double times = p / unit * denominator, rounded = std::rint(times);
    if (rounded > 1e15 || std::abs(times - rounded) > kNear * std::max(1.0, times)) return {};
    whole.emplace_back(static_cast<std::int64_t>(rounded));
  }
  return whole;
}

// The simplest fraction of each, over a common denominator.
std::vector<Integer> fractions(const std::vector<double>& prices, double largest) {
  constexpr double kTolerance = 1e-9;
  const Integer kMost = Integer(1) << 53U;  // what a number in JSON holds exactly
  std::vector<Rational> parts;
  Integer common = 1;
  for (const double p : prices) {
    parts.push_back(simplest_fraction(p / largest, kTolerance));
    common = lcm(common, denominator(parts.back()));
    if (common > kMost) return {};
  }
  std::vector<Integer> whole;
  for (const Rational& p : parts) whole.push_back(numerator(Rational(p * common)));
  return whole;
}

}  // namespace

std::optional<Rational> price_bound(const FlowProblem& problem, const std::vector<Integer>& prices) {
  const Topology& topology = problem.topology();
  Rational carried = 0;
  for (std::uint32_t c = 0; c < topology.channels(); ++c) {
    if (prices[c] < 0) throw InvariantError("a price below 0");
    if (prices[c] != 0 && problem.usable(ChannelId(c))) carried += Rational(prices[c]) * to_rational(topology.channel(ChannelId(c)).bandwidth);
  }
  Rational asked = 0;
  CheapestWays<Integer> ways;
  for (std::size_t d = 0; d < problem.demands().size(); ++d) {
    const FlowDemand& demand = problem.demands()[d];
    ways.find(problem, d, prices);
    for (std::size_t i = 0; i < demand.sources.size(); ++i) asked += demand.amounts[i] * ways.cost(demand.sources[i]);
  }
  if (asked == 0) return std::nullopt;
  return Rational(carried / asked);
}

std::vector<std::vector<Integer>> whole_prices(const std::vector<double>& prices) {
  constexpr double kNothing = 1e-9;  // of the largest
  constexpr double kSixDigits = 1e6;
  const double largest = *std::max_element(prices.begin(), prices.end());
  std::vector<double> cleared;
  double smallest = largest;
  for (const double p : prices) {
    cleared.push_back(p > kNothing * largest ? p : 0);
    if (cleared.back() > 0) smallest = std::min(smallest, p);
  }
  std::vector<std::vector<Integer>> all;
  for (const double unit : {largest, smallest}) {
    for (const int denominator : {1, 2, 4, 6, 12, 24, 60}) all.push_back(multiples(cleared, unit, denominator));
  }
  all.push_back(fractions(cleared, largest));
  std::vector<Integer> digits;
  for (const double p : cleared) digits.emplace_back(static_cast<std::int64_t>(std::rint(p / largest * kSixDigits)));
  all.push_back(std::move(digits));
  all.erase(std::remove_if(all.begin(), all.end(), [](const auto& whole) { return whole.empty(); }), all.end());
  return all;
}

}  // namespace dateline
