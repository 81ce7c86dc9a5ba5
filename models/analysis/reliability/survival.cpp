#include "models/analysis/reliability/survival.hpp"

#include <algorithm>
#include <numeric>

#include "models/analysis/reliability/fault_weights.hpp"
#include "models/base/error.hpp"
#include "models/proof/dependency_graph.hpp"

namespace dateline {
namespace {

constexpr double kMostSteps = 1e8;    // sets x (nodes + channels): seconds
constexpr double kMostWalks = 1e6;    // sets x pairs: seconds
constexpr double kUnexamined = 1e-9;  // of the weight of an availability

Rational power(const Rational& base, std::uint32_t exponent) {
  Rational result = 1;
  for (std::uint32_t i = 0; i < exponent; ++i) result *= base;
  return result;
}

// Of what is known and what was drawn together. Of a share the draws are parts of `rest`, the weight that is left.
SurvivalValue sum_of(double known, const MeanEstimate& drawn) {
  SurvivalValue v{known + drawn.mean(), {}, {}};
  if (const auto interval = drawn.interval()) v.interval = Interval{known + interval->low, known + interval->high};
  return v;
}
SurvivalValue share_of(double known, const MeanEstimate& drawn, double rest) {
  SurvivalValue v{known + rest * drawn.mean(), {}, {}};
  if (const auto part = drawn.share_interval()) v.interval = Interval{known + rest * part->low, known + rest * part->high};
  return v;
}

class SurvivalStudy {
 public:
  SurvivalStudy(std::uint32_t components, const Stands& stands, const SurvivalQuestion& question)
      : n_(components), stands_(stands), question_(question), levels_(components) {
    for (const double time : question.times) {
      const double failed = failed_by(time);
      weights_.push_back(fault_weights(n_, failed, 1 - failed));
    }
    if (!question.repair) return;
    const double r = to_double(*question.repair);
    steady_ = fault_weights(n_, r / (1 + r), 1 / (1 + r));
    double above = 0;
    for (last_ = n_; last_ > 0 && above + steady_[last_] < kUnexamined; --last_) above += steady_[last_];
    unexamined_ = above;
  }

  void examine(std::uint32_t levels, const ReliabilityTick& tick) {
    for (std::uint32_t f = 0; f < levels; ++f) {
      levels_.add(stands_, question_.repair.has_value());
      tick(f + 1, levels);
    }
    const auto rest = [&](const std::vector<double>& weights) { return std::accumulate(weights.begin() + levels, weights.end(), 0.0); };
    for (const std::vector<double>& weights : weights_) rest_.push_back(rest(weights));
    if (question_.repair) steady_rest_ = rest(steady_);
  }

  void draw(const SampleOptions& sample, const ReliabilityTick& tick) {
    drawn_.resize(weights_.size());
    for (std::uint64_t j = 0; j < sample.orders; ++j) {
      take(drawn_order(n_, sample.seed, j));
      tick(j + 1, sample.orders);
    }
  }

  [[nodiscard]] Survival result() const {
    Survival s;
    s.examined = static_cast<std::uint32_t>(levels_.all().size()) - 1;
    s.exact = s.examined == n_;
    s.orders = s.exact ? 0 : time_.count();
    for (std::uint32_t f = 0; f <= s.examined; ++f) {
      s.survivors.push_back(levels_.survivors(f));
      if (question_.repair) s.standing.push_back(levels_.all()[f].standing);
    }
    for (std::size_t t = 0; t < weights_.size(); ++t) s.reliability.push_back(reliability(t, s.exact));
    s.time = mean_time(s.exact);
    if (question_.repair) add_steady(s);
    return s;
  }

 private:
  [[nodiscard]] std::uint32_t examined() const { return static_cast<std::uint32_t>(levels_.all().size()); }

  // Whether it stands after each number of faults of an order, as far as an estimate asks.
  void take(const ComponentSet& order) {
    bool lived = true, before = true;
    double time = 0, steady = 0, changes = 0;
    std::vector<double> stood(weights_.size(), 0);
    ComponentSet set;
    for (std::uint32_t f = 0; f <= n_; ++f) {
      if (f > 0) set.insert(std::upper_bound(set.begin(), set.end(), order[f - 1]), order[f - 1]);
      const bool asked = question_.repair && f <= last_;
      if (!lived && !asked) break;
      const bool now = f < examined() ? levels_.stands(set) : stands_(set);
      lived = lived && now;
      if (f >= examined()) {
        if (lived && f < n_) time += 1.0 / (n_ - f);
        for (std::size_t t = 0; t < weights_.size(); ++t) stood[t] += lived ? weights_[t][f] : 0;
        if (asked && now) steady += steady_[f];
        if (asked && now != before) changes += steady_[f - 1] * (n_ - f + 1);
      }
      before = now;
    }
    const auto part = [](double of, double rest) { return rest > 0 ? std::min(1.0, of / rest) : 0; };
    for (std::size_t t = 0; t < weights_.size(); ++t) drawn_[t].add(part(stood[t], rest_[t]));
    time_.add(time);
    steady_drawn_.add(part(steady, steady_rest_));
    changes_drawn_.add(changes);
  }

  [[nodiscard]] SurvivalValue reliability(std::size_t t, bool exact) const {
    double known = 0;
    for (std::uint32_t f = 0; f < examined(); ++f) known += weights_[t][f] * to_double(levels_.lived(f));
    return exact ? SurvivalValue{known, {}, {}} : share_of(known, drawn_[t], rest_[t]);
  }

  [[nodiscard]] SurvivalValue mean_time(bool exact) const {
    Rational known = 0;
    for (std::uint32_t f = 0; f < std::min(examined(), n_); ++f) known += levels_.lived(f) / Rational(n_ - f);
    return exact ? exact_value_of(known) : sum_of(to_double(known), time_);
  }

  void add_steady(Survival& s) const {
    if (s.exact) return add_exact_steady(s);
    double known = 0, changes = 0;
    for (std::uint32_t f = 0; f < examined(); ++f) {
      const FaultLevel& level = levels_.all()[f];
      known += steady_[f] * static_cast<double>(level.standing) / static_cast<double>(level.sets);
      if (f > 0) changes += steady_[f] * static_cast<double>(level.changes) / static_cast<double>(level.sets) / to_double(*question_.repair);
    }
    s.availability = share_of(known, steady_drawn_, steady_rest_);
    if (s.availability->interval) s.availability->interval->high = std::min(1.0, s.availability->interval->high + unexamined_);
    const double rate = changes + changes_drawn_.mean();
    if (rate <= 0) return;
    s.up = SurvivalValue{s.availability->value / rate, {}, {}};
    s.down = SurvivalValue{(1 - s.availability->value) / rate, {}, {}};
  }
  void add_exact_steady(Survival& s) const {
    const Rational working = 1 / (1 + *question_.repair), failed = 1 - working;
    Rational stands = 0, rate = 0;
    for (std::uint32_t f = 0; f <= n_; ++f) {
      const Rational weight = power(failed, f) * power(working, n_ - f);
      stands += Rational(levels_.all()[f].standing) * weight;
      if (f > 0) rate += Rational(levels_.all()[f].changes) * weight / *question_.repair;
    }
    s.availability = exact_value_of(stands);
    if (rate == 0) return;
    s.up = exact_value_of(stands / rate);
    s.down = exact_value_of((1 - stands) / rate);
  }

  [[nodiscard]] static SurvivalValue exact_value_of(const Rational& value) { return {to_double(value), {}, value}; }

  std::uint32_t n_;
  const Stands& stands_;
  const SurvivalQuestion& question_;
  FaultLevels levels_;
  std::vector<std::vector<double>> weights_;  // by time, by faults
  std::vector<double> rest_;                  // by time: weight of what is not examined whole
  std::vector<double> steady_;                // by faults
  double steady_rest_ = 0;
  std::uint32_t last_ = 0;  // that an availability asks about
  double unexamined_ = 0;
  std::vector<MeanEstimate> drawn_;  // by time
  MeanEstimate time_, steady_drawn_, changes_drawn_;
};

}  // namespace

Stands network_stands(const Components& components) {
  return [&components](const ComponentSet& failed) { return components.connected_without(failed); };
}

Stands routing_stands(const Components& components, const TestedRouting& routing) {
  const auto proved = [&components](const RoutingRelation& relation) {
    return prove_deadlock_freedom(components.topology(), relation).deadlock_free;
  };
  const bool whole = proved(*routing.under(nullptr));
  return [&components, &routing, proved, whole](const ComponentSet& failed) {
    if (!components.connected_without(failed) || (!routing.around_faults && !whole)) return false;
    std::shared_ptr<const RoutingRelation> relation;
    try {
      relation = routing.under(failed.empty() ? nullptr : components.map(failed));
    } catch (const ConfigError&) {
      return false;  // it cannot be made for what is left
    }
    if (routing.vcs > 0 && relation->classes() > routing.vcs) return false;
    const DeliveredPairs pairs = delivered_pairs(components.topology(), *relation, routing.local);
    return pairs.certain == pairs.pairs && (!routing.around_faults || proved(*relation));
  };
}

std::uint32_t survival_levels(const Components& components, bool pairs) {
  const double ends = components.topology().terminals();
  const double steps = static_cast<double>(components.topology().nodes()) + components.topology().channels();
  double sets = 0;
  std::uint32_t levels = 0;
  for (; levels <= components.size(); ++levels) {
    const auto more = sets_of(components.size(), levels);
    sets += static_cast<double>(more.value_or(0));
    const bool few = sets * steps <= kMostSteps && (!pairs || sets * ends * ends <= kMostWalks);
    if (levels > 0 && (!few || !FaultLevels::countable(components.size(), levels))) break;
  }
  return levels;
}

Survival survival(std::uint32_t components, const Stands& stands, std::uint32_t levels, const SurvivalQuestion& question, const SampleOptions& sample,
                  const ReliabilityTick& tick) {
  SurvivalStudy study(components, stands, question);
  study.examine(levels, tick);
  if (levels <= components) study.draw(sample, tick);
  return study.result();
}

}  // namespace dateline
