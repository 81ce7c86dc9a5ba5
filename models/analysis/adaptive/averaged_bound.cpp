#include "models/analysis/adaptive/averaged_bound.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "models/base/error.hpp"

namespace dateline {
namespace {

constexpr double kFewestRounds = 16, kMostRounds = 200;
constexpr double kAveraged = 0.3;   // of the rounds, for the upper end; the others are for the lower
constexpr double kMomentum = 0.85;  // of a step in the next
constexpr int kPatience = 15;       // steps that find nothing better
constexpr double kSharpest = 120;   // exponent of a price, of the largest load
constexpr double kAlike = 1e-3;     // of the cheapest: paths that share a flow
constexpr std::int64_t kLargestPrice = 1 << 20;
constexpr double kUpperUnit = 1 << 20;  // upper ends are fractions of it

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
    over_.resize(graph.hops.size());
    mean_.assign(bandwidth_.size(), 0);
    direction_.assign(bandwidth_.size(), 0);
    crossed_.assign(bandwidth_.size(), 0);
    for (const SplitGraph::Hop& hop : graph.hops) {
      if (hop.channel != kNoChannel) crossed_[hop.channel.value()] = 1;
    }
  }

  [[nodiscard]] SplitBound run(double rounds, const std::vector<ChannelId>& priced) {
    const double averaged = std::floor(rounds * kAveraged);
    for (double t = 0; t < averaged; ++t) average(t, averaged);
    for (double t = averaged; t < rounds; ++t) climb();
    SplitBound bound;
    bound.prices.assign(bandwidth_.size(), 0);
    raise(bound, best_);
    std::vector<double> prices(bandwidth_.size(), 0);
    for (const ChannelId c : priced) prices[c.value()] = 1;
    raise(bound, prices);
    constexpr double kRounding = 1e-9;  // of a sum of some thousand numbers that are not negative
    bound.upper = exact_value(std::ceil(upper_ * (1 + kRounding) * kUpperUnit) / kUpperUnit);
    if (bound.upper < bound.lower) throw InvariantError("a split of packets over paths below its bound");
    return bound;
  }

 private:
  // One more split in the mean, by prices that grow with the load that channels have there.
  void average(double t, double rounds) {
    const std::vector<double> prices = prices_at(t == 0 ? 0 : 10 + (kSharpest - 10) * t / rounds);
    examine(prices);
    lead();
    const double part = 2 / (t + 2);
    for (std::size_t c = 0; c < mean_.size(); ++c) mean_[c] += part * (load_[c] - mean_[c]);
    const double largest = largest_mean();
    if (t == 0 || largest < upper_) upper_ = largest;
  }
  // From the best prices of the averaging on, along the loads that they lead to, as far as would reach the upper end if
  // the bound grew as fast all the way (B. Polyak 1969); half as far after so many steps that find nothing better.
  void climb() {
    if (climbing_.empty()) climbing_ = best_;
    const double before = examine(std::vector<double>(climbing_));
    lead();
    std::vector<double> shares(mean_.size()), slope(mean_.size());
    double mean = 0, crossed = 0, square = 0;
    for (std::size_t c = 0; c < mean_.size(); ++c) {
      if (crossed_[c] == 0) continue;
      slope[c] = load_[c] / room_[c];
      mean += slope[c];
      ++crossed;
    }
    mean /= crossed;
    for (std::size_t c = 0; c < mean_.size(); ++c) {
      if (crossed_[c] == 0) continue;
      direction_[c] = slope[c] - mean + kMomentum * direction_[c];
      square += direction_[c] * direction_[c];
    }
    if (square <= 0) return;
    const double step = reach_ * (upper_ - before) / square;
    for (std::size_t c = 0; c < mean_.size(); ++c) shares[c] = climbing_[c] * room_[c] + step * direction_[c];
    project(shares);
    for (std::size_t c = 0; c < mean_.size(); ++c) climbing_[c] = shares[c] / room_[c];
  }
  // The nearest shares that are not negative and sum to 1; those of channels that nothing crosses stay 0.
  void project(std::vector<double>& shares) const {
    std::vector<double> sorted;
    for (std::size_t c = 0; c < shares.size(); ++c) {
      if (crossed_[c] != 0) sorted.push_back(shares[c]);
    }
    std::sort(sorted.rbegin(), sorted.rend());
    double sum = 0, level = 0;
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      sum += sorted[i];
      const double next = (sum - 1) / static_cast<double>(i + 1);
      if (sorted[i] > next) level = next;
    }
    for (std::size_t c = 0; c < shares.size(); ++c) shares[c] = crossed_[c] != 0 ? std::max(0.0, shares[c] - level) : 0;
  }
  // Keeps the prices if no others proved more.
  double examine(const std::vector<double>& prices) {
    const double lower = find_costs(prices);
    if (lower > lower_) {
      lower_ = lower;
      best_ = prices;
      misses_ = 0;
    } else if (!climbing_.empty() && ++misses_ == kPatience) {
      misses_ = 0;
      reach_ /= 2;
    }
    return lower;
  }
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
        over_[number_of(*hop)] = own;
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
  [[nodiscard]] std::size_t number_of(const SplitGraph::Hop& hop) const { return static_cast<std::size_t>(&hop - graph_.hops.data()); }
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
        ways += over_[number_of(*hop)] <= most ? 1 : 0;
      }
      for (const SplitGraph::Hop* hop = graph_.begin(place); hop != graph_.end(place); ++hop) {
        const double share = place.total_weight != 0          ? static_cast<double>(hop->weight) / static_cast<double>(place.total_weight)
                             : over_[number_of(*hop)] <= most ? 1 / ways
                                                              : 0;
        if (share == 0) continue;
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
  std::vector<double> room_, amounts_, price_, load_, mean_;
  std::vector<double> cost_, over_;  // from a place, over a hop
  std::vector<std::uint8_t> crossed_;
  double lower_ = 0, upper_ = 0, reach_ = 1;
  int misses_ = 0;
  std::vector<double> best_, climbing_, direction_;  // prices; a step
};

}  // namespace

SplitBound averaged_bound(const Topology& topology, const SplitGraph& graph, double work, const std::vector<ChannelId>& priced) {
  Averaging averaging(topology, graph);
  if (graph.starts.empty()) {
    SplitBound bound;
    bound.prices.assign(topology.channels() + graph.injections, 0);
    bound.upper = 0;
    return bound;
  }
  const double rounds = work / static_cast<double>(std::max<std::size_t>(graph.hops.size(), 1));
  return averaging.run(std::min(kMostRounds, std::max(kFewestRounds, std::floor(rounds))), priced);
}

}  // namespace dateline
