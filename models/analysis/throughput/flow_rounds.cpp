#include "models/analysis/throughput/flow_rounds.hpp"

#include <algorithm>

namespace dateline {
namespace {

constexpr unsigned kLargestPower = 10;
constexpr std::uint64_t kRoundsOfPower = 40;  // faster, shares are stuck where they are
constexpr int kStepsOfDemand = 4;
constexpr double kNoShare = 1e-12;

// x^(2^power - 1), 0 <= x.
double slope_power(double x, unsigned power) {
  double product = 1, square = x;
  for (unsigned i = 0; i < power; ++i) {
    product *= square;
    square *= square;
  }
  return product;
}

}  // namespace

FlowRounds::FlowRounds(const FlowProblem& problem) : problem_(problem) {
  const Topology& topology = problem.topology();
  for (std::uint32_t c = 0; c < topology.channels(); ++c) {
    inverse_.push_back(1 / to_double(to_rational(topology.channel(ChannelId(c)).bandwidth)));
  }
  load_.assign(topology.channels(), 0);
  difference_.assign(topology.channels(), 0);
  price_ = inverse_;
  for (const FlowDemand& demand : problem.demands()) {
    std::vector<double>& amounts = amounts_.emplace_back();
    for (const Rational& amount : demand.amounts) amounts.push_back(to_double(amount));
    mix_.push_back({{cheapest_tree(mix_.size()), 1}});
    for (const Part& part : mix_.back().front().parts) load_[part.channel] += part.amount;
    find_prices();
  }
}

double FlowRounds::largest() const {
  double most = 0;
  for (std::size_t c = 0; c < load_.size(); ++c) most = std::max(most, load_[c] * inverse_[c]);
  return most;
}

double FlowRounds::price(std::uint32_t c) const {
  constexpr double kLeast = 1e-9;  // no way is free: of those that nothing loads the shortest is taken
  return (slope_power(std::max(0.0, load_[c]) * inverse_[c] / unit_, power_) + kLeast) * inverse_[c];
}

void FlowRounds::find_prices() {
  unit_ = largest();
  for (std::uint32_t c = 0; c < price_.size(); ++c) price_[c] = price(c);
}

std::vector<FlowRounds::Part> FlowRounds::cheapest_tree(std::size_t demand) {
  const Topology& topology = problem_.topology();
  ways_.find(problem_, demand, price_);
  const FlowDemand& asked = problem_.demands()[demand];
  std::vector<double> through(topology.nodes(), 0);
  std::vector<Part> parts;
  for (std::size_t i = 0; i < asked.sources.size(); ++i) through[asked.sources[i].value()] += amounts_[demand][i];
  const std::vector<NodeId>& order = ways_.order();
  for (auto v = order.rbegin(); v != order.rend(); ++v) {
    const ChannelId next = ways_.next(*v);
    if (next == kNoChannel || through[v->value()] == 0) continue;
    parts.push_back({next.value(), through[v->value()]});
    through[topology.channel(next).to.value()] += through[v->value()];
  }
  std::sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) { return a.channel < b.channel; });
  return parts;
}

double FlowRounds::Tree::cost(const std::vector<double>& prices) const {
  double sum = 0;
  for (const Part& part : parts) sum += prices[part.channel] * part.amount;
  return sum;
}

std::vector<FlowRounds::Part> FlowRounds::difference(const Tree& from, const Tree& to) {
  for (const Part& part : to.parts) difference_[part.channel] += part.amount;
  for (const Part& part : from.parts) difference_[part.channel] -= part.amount;
  std::vector<Part> change;
  for (const Tree* tree : {&to, &from}) {
    for (const Part& part : tree->parts) {
      if (difference_[part.channel] != 0) change.push_back({part.channel, difference_[part.channel]});
      difference_[part.channel] = 0;
    }
  }
  return change;
}

// Where the slope of the sum changes its sign.
double FlowRounds::best_step(const std::vector<Part>& change, double most) const {
  constexpr int kHalvings = 24;
  const auto slope = [&](double step) {
    double sum = 0;
    for (const Part& part : change) {
      const double relative = std::max(0.0, load_[part.channel] + step * part.amount) * inverse_[part.channel] / unit_;
      sum += slope_power(relative, power_) * inverse_[part.channel] * part.amount;
    }
    return sum;
  };
  if (slope(most) <= 0) return most;
  double low = 0, high = most;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (low + high) / 2;
    (slope(middle) <= 0 ? low : high) = middle;
  }
  return low;
}

// A share of the costliest tree goes to the cheapest.
bool FlowRounds::improve(Mix& mix) {
  std::size_t dear = 0, cheap = 0;
  std::vector<double> costs;
  for (const Tree& tree : mix) {
    costs.push_back(tree.cost(price_));
    const std::size_t i = costs.size() - 1;
    if (costs[i] > costs[dear]) dear = i;
    if (costs[i] < costs[cheap]) cheap = i;
  }
  if (costs[dear] <= costs[cheap]) return false;
  const std::vector<Part> change = difference(mix[dear], mix[cheap]);
  const double step = best_step(change, mix[dear].share);
  if (step == 0) return false;
  for (const Part& part : change) {
    load_[part.channel] += step * part.amount;
    price_[part.channel] = price(part.channel);
  }
  mix[cheap].share += step;
  mix[dear].share -= step;
  if (mix[dear].share < kNoShare) {
    mix[cheap].share += mix[dear].share;
    mix.erase(mix.begin() + static_cast<std::ptrdiff_t>(dear));
  }
  return true;
}

void FlowRounds::round() {
  if (++rounds_ % kRoundsOfPower == 0 && power_ < kLargestPower) ++power_;
  find_prices();
  for (std::size_t d = 0; d < mix_.size(); ++d) {
    Mix& mix = mix_[d];
    Tree cheapest{cheapest_tree(d), 0};
    if (std::none_of(mix.begin(), mix.end(), [&](const Tree& tree) { return tree.parts == cheapest.parts; })) mix.push_back(std::move(cheapest));
    for (int step = 0; step < kStepsOfDemand && mix.size() > 1 && improve(mix);) ++step;
    mix.erase(std::remove_if(mix.begin(), mix.end(), [](const Tree& tree) { return tree.share == 0; }), mix.end());
  }
}

std::vector<double> FlowRounds::flow(std::size_t demand) const {
  std::vector<double> flow(load_.size(), 0);
  for (const Tree& tree : mix_[demand]) {
    for (const Part& part : tree.parts) flow[part.channel] += tree.share * part.amount;
  }
  return flow;
}

double FlowRounds::lower() const { return 1 / largest(); }

double FlowRounds::upper() {
  find_prices();
  double carried = 0, asked = 0;
  for (std::uint32_t c = 0; c < price_.size(); ++c) {
    if (problem_.usable(ChannelId(c))) carried += price_[c] / inverse_[c];
  }
  for (std::size_t d = 0; d < mix_.size(); ++d) {
    ways_.find(problem_, d, price_);
    for (std::size_t i = 0; i < amounts_[d].size(); ++i) asked += amounts_[d][i] * ways_.cost(problem_.demands()[d].sources[i]);
  }
  return carried / asked;
}

}  // namespace dateline
