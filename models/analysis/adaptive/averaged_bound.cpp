#include "models/analysis/adaptive/averaged_bound.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "models/base/error.hpp"

namespace dateline {
namespace {

constexpr double kFewestRounds = 16, kMostRounds = 200;
constexpr double kSharpest = 120;             // exponent of a price, of the largest load
constexpr double kAlike = 1e-3;               // of the cheapest: paths that share a flow
constexpr std::int64_t kLargestPrice = 1 << 20;
constexpr double kUpperUnit = 1 << 20;        // upper ends are fractions of it

// About e^x, x <= 0: the same on every machine.
double exponential(double x) {
  double y = std::max(0.0, 1 + x / 1024);
  for (int i = 0; i < 10; ++i) y *= y;
  return y;
}

class Averaging {
 public:
  Averaging(const Topology& topology, const SplitGraph& graph) : graph_(graph) {
    for (std::uint32_t c = 0; c < topology.channels() + graph.injections; ++c) bandwidth_.push_back(graph.bandwidth(topology, ChannelId(c)));
    for (const Rational& b : bandwidth_) room_.push_back(to_double(b));
    amounts_.assign(graph.places.size(), 0);
    for (const SplitGraph::Start& s : graph.starts) amounts_[s.place] += to_double(s.amount);
    cost_.resize(graph.places.size());
    mean_.assign(bandwidth_.size(), 0);
    price_mean_.assign(bandwidth_.size(), 0);
    crossed_.assign(bandwidth_.size(), 0);
    for (const SplitGraph::Hop& hop : graph.hops) {
      if (hop.channel != kNoChannel) crossed_[hop.channel.value()] = 1;
    }
  }

  [[nodiscard]] SplitBound run(double rounds) {
    double best = 0, upper = 0;
    std::vector<double> best_prices;
    for (double t = 0; t < rounds; ++t) {
      const std::vector<double> prices = prices_at(t == 0 ? 0 : 10 + (kSharpest - 10) * t / rounds);
      const double lower = find_costs(prices);
      if (lower > best) {
        best = lower;
        best_prices = prices;
      }
      const double part = 2 / (t + 2);
      lead();
      for (std::size_t c = 0; c < mean_.size(); ++c) {
        mean_[c] += part * (load_[c] - mean_[c]);
        price_mean_[c] += part * (prices[c] - price_mean_[c]);
      }
      const double largest = largest_mean();
      if (t == 0 || largest < upper) upper = largest;
    }
    SplitBound bound;
    bound.prices.assign(bandwidth_.size(), 0);
    raise(bound, best_prices);
    raise(bound, price_mean_);
    constexpr double kRounding = 1e-9;  // of a sum of some thousand numbers that are not negative
    bound.upper = exact_value(std::ceil(upper * (1 + kRounding) * kUpperUnit) / kUpperUnit);
    if (bound.upper < bound.lower) throw InvariantError("a split of packets over paths below its bound");
    return bound;
  }

 private:
  [[nodiscard]] double largest_mean() const {
    double largest = 0;
    for (std::size_t c = 0; c < mean_.size(); ++c) largest = std::max(largest, mean_[c] / room_[c]);
    return largest;
  }
  // Sum of price x bandwidth is 1.
  [[nodiscard]] std::vector<double> prices_at(double sharpness) const {
    std::vector<double> prices(mean_.size(), 0);
    const double largest = largest_mean();
    double sum = 0;
    for (std::size_t c = 0; c < prices.size(); ++c) {
      if (crossed_[c] == 0) continue;
      prices[c] = (largest > 0 ? exponential(sharpness * (mean_[c] / room_[c] / largest - 1)) : 1) / room_[c];
      sum += prices[c] * room_[c];
    }
    for (double& p : prices) p /= sum;
    return prices;
  }
  // The cheapest way from every place; returns that of all packets together.
  double find_costs(const std::vector<double>& prices) {
    price_ = prices;
    double total = 0;
    for (std::size_t p = 0; p < cost_.size(); ++p) {
      const SplitGraph::Place& place = graph_.places[p];
      double cost = 0;
      bool first = true;
      for (const SplitGraph::Hop* hop = graph_.begin(place); hop != graph_.end(place); ++hop) {
        const double own = cost_over(*hop);
        if (place.total_weight != 0) {
          cost += own * static_cast<double>(hop->weight) / static_cast<double>(place.total_weight);
        } else if (first || own < cost) {
          cost = own;
        }
        first = false;
      }
      cost_[p] = cost;
      total += amounts_[p] * cost;
    }
    return total;
  }
  [[nodiscard]] double cost_over(const SplitGraph::Hop& hop) const {
    return (hop.channel == kNoChannel ? 0 : price_[hop.channel.value()]) + (hop.to == SplitGraph::kDelivered ? 0 : cost_[hop.to]);
  }
  // Leads all packets by the cheapest ways, evenly by those about as cheap.
  void lead() {
    load_.assign(bandwidth_.size(), 0);
    std::vector<double> packets = amounts_;
    for (std::size_t p = packets.size(); p-- > 0;) {
      if (packets[p] <= 0) continue;
      const SplitGraph::Place& place = graph_.places[p];
      const double most = cost_[p] * (1 + kAlike);
      double ways = 0;
      for (const SplitGraph::Hop* hop = graph_.begin(place); place.total_weight == 0 && hop != graph_.end(place); ++hop) {
        ways += cost_over(*hop) <= most ? 1 : 0;
      }
      for (const SplitGraph::Hop* hop = graph_.begin(place); hop != graph_.end(place); ++hop) {
        const double share = place.total_weight != 0 ? static_cast<double>(hop->weight) / static_cast<double>(place.total_weight)
                             : cost_over(*hop) <= most ? 1 / ways
                                                       : 0;
        if (hop->to != SplitGraph::kDelivered) packets[hop->to] += share * packets[p];
        if (hop->channel != kNoChannel) load_[hop->channel.value()] += share * packets[p];
      }
    }
  }

  // The proof from below with these prices, in whole numbers.
  void raise(SplitBound& bound, const std::vector<double>& prices) const {
    const double largest = prices.empty() ? 0 : *std::max_element(prices.begin(), prices.end());
    if (largest <= 0) return;
    std::vector<std::int64_t> whole;
    Rational sum = 0;
    for (std::size_t c = 0; c < prices.size(); ++c) {
      whole.push_back(static_cast<std::int64_t>(prices[c] / largest * static_cast<double>(kLargestPrice)));
      if (whole.back() > 0) sum += Rational(whole.back()) * bandwidth_[c];
    }
    const Rational lower = whole_total(whole) / sum;
    if (lower <= bound.lower) return;
    bound.lower = lower;
    for (std::size_t c = 0; c < prices.size(); ++c) bound.prices[c] = whole[c] > 0 ? Rational(Rational(whole[c]) / sum) : Rational(0);
  }
  [[nodiscard]] Rational whole_total(const std::vector<std::int64_t>& prices) const {
    std::vector<std::int64_t> cost(graph_.places.size(), 0);
    for (std::size_t p = 0; p < cost.size(); ++p) {
      const SplitGraph::Place& place = graph_.places[p];
      Integer drawn = 0;
      for (const SplitGraph::Hop* hop = graph_.begin(place); hop != graph_.end(place); ++hop) {
        std::int64_t own = hop->channel == kNoChannel ? 0 : prices[hop->channel.value()];
        if (hop->to != SplitGraph::kDelivered) own += cost[hop->to];
        if (place.total_weight != 0) {
          drawn += Integer(own) * Integer(hop->weight);
        } else if (hop == graph_.begin(place) || own < cost[p]) {
          cost[p] = own;
        }
      }
      if (place.total_weight != 0) cost[p] = static_cast<std::int64_t>(drawn / Integer(place.total_weight));
    }
    std::map<Rational, Integer> by_amount;  // few different ones, as a rule
    for (const SplitGraph::Start& s : graph_.starts) by_amount[s.amount] += Integer(cost[s.place]);
    Rational total = 0;
    for (const auto& [amount, costs] : by_amount) total += amount * Rational(costs);
    return total;
  }

  const SplitGraph& graph_;
  std::vector<Rational> bandwidth_;
  std::vector<double> room_, amounts_, cost_, price_, load_, mean_, price_mean_;
  std::vector<std::uint8_t> crossed_;
};

}  // namespace

SplitBound averaged_bound(const Topology& topology, const SplitGraph& graph, double work) {
  Averaging averaging(topology, graph);
  if (graph.starts.empty()) {
    SplitBound bound;
    bound.prices.assign(topology.channels() + graph.injections, 0);
    return bound;
  }
  const double rounds = work / static_cast<double>(std::max<std::size_t>(graph.hops.size(), 1));
  return averaging.run(std::min(kMostRounds, std::max(kFewestRounds, std::floor(rounds))));
}

}  // namespace dateline
