#include "models/analysis/reliability/survival.hpp"

#include <algorithm>
#include <limits>

#include "models/analysis/reliability/fault_weights.hpp"
#include "models/base/error.hpp"
#include "models/proof/dependency_graph.hpp"

namespace dateline {
namespace {

constexpr double kMostSteps = 1e8;    // sets x (nodes + channels): seconds
constexpr double kMostWalks = 1e6;    // sets x pairs: seconds
constexpr double kUnexamined = 1e-9;  // of the weight of an availability
constexpr double kUnseen = 3.6888794541139363;  // -ln 0.025

Rational power(const Rational& base, std::uint32_t exponent) {
  Rational result = 1;
  for (std::uint32_t i = 0; i < exponent; ++i) result *= base;
  return result;
}

// Of draws that lie between -less and more, the mean and what is known beside it. Its interval is the normal one, and
// what n draws have not shown beside: outcomes that come with a chance of at most -ln(0.025) / n together, or one would
// be among the draws (in all but 2.5% of the cases), and that lie at the end of the range.
struct Drawn {
  double known = 0, less = 0, more = 0;
  MeanEstimate sum, parts;
  double least = 1, most = 0;  // of the parts
  void add(double drawn) {
    sum.add(drawn);
    if (less + more <= 0) return;
    const double part = std::clamp((drawn + less) / (less + more), 0.0, 1.0);
    parts.add(part);
    least = std::min(least, part);
    most = std::max(most, part);
  }
  [[nodiscard]] std::optional<Interval> interval() const {
    std::optional<Interval> part = parts.share_interval();
    if (!part) return std::nullopt;
    if (least < most) {
      const double unseen = kUnseen / static_cast<double>(parts.count());
      part = Interval{std::max(0.0, part->low - unseen * least), std::min(1.0, part->high + unseen * (1 - most))};
    }
    const double first = known - less, all = less + more;
    return Interval{first + all * part->low, first + all * part->high};
  }
  [[nodiscard]] double width() const {
    const auto normal = sum.interval();
    return normal ? normal->high - normal->low : 0;
  }
};

// What is known, and what was drawn of the rest: by itself, or as what it has less than the network, of which more is
// known; whichever varies less.
class PartlyDrawn {
 public:
  // Of a level: the weight, of which `value` is there for certain.
  void know(double value) { plain_.known += value, beside_.known += value; }
  void know_of_network(double value) { beside_.known += value; }
  void leave(double weight, bool of_network) {
    plain_.more += weight;
    (of_network ? beside_.less : beside_.more) += weight;
  }
  // Of an order, in the levels that are left; of those known of the network, what that has there.
  void add(double own, double network) {
    plain_.add(own);
    beside_.add(own - network);
  }
  [[nodiscard]] double known() const { return plain_.known; }
  [[nodiscard]] std::uint64_t count() const { return plain_.sum.count(); }
  [[nodiscard]] double mean() const { return best().known + best().sum.mean(); }
  // At most `most`.
  [[nodiscard]] SurvivalValue estimate(double most) const {
    SurvivalValue v{mean(), best().interval(), {}};
    if (v.interval) v.interval = Interval{std::max(0.0, v.interval->low), std::min(most, v.interval->high)};
    return v;
  }

 private:
  [[nodiscard]] const Drawn& best() const { return beside_.width() < plain_.width() ? beside_ : plain_; }

  Drawn plain_, beside_;
};

class SurvivalStudy {
 public:
  SurvivalStudy(std::uint32_t components, const Stands& stands, const SurvivalQuestion& question, const FaultLevels* network)
      : n_(components), stands_(stands), question_(question), levels_(std::make_shared<FaultLevels>(components)), network_(network) {
    for (const double time : question.times) {
      const double failed = failed_by(time);
      weights_.push_back(fault_weights(n_, failed, 1 - failed));
    }
    reliability_.resize(weights_.size());
    if (!question.repair) return;
    const double r = to_double(*question.repair);
    steady_ = fault_weights(n_, r / (1 + r), 1 / (1 + r));
    for (last_ = n_; last_ > 0 && unexamined_ + steady_[last_] < kUnexamined; --last_) unexamined_ += steady_[last_];
  }

  // All sets of the first levels; what is known of the network beyond them.
  void examine(std::uint32_t levels, const ReliabilityTick& tick) {
    for (std::uint32_t f = 0; f < levels; ++f) {
      levels_->add(stands_, question_.repair.has_value());
      know(*levels_, f, &PartlyDrawn::know);
      tick(f + 1, levels);
    }
    for (std::uint32_t f = levels; f < known_levels(); ++f) know(*network_, f, &PartlyDrawn::know_of_network);
    for (std::uint32_t f = levels; f <= n_; ++f) {
      for (std::size_t t = 0; t < weights_.size(); ++t) reliability_[t].leave(weights_[t][f], f < known_levels());
      if (f < n_) time_.leave(1.0 / (n_ - f), f < known_levels());
      if (question_.repair) available_.leave(steady_[f], f < known_levels());
    }
  }

  void draw(const SampleOptions& sample, const ReliabilityTick& tick) {
    for (std::uint64_t j = 0; j < sample.orders; ++j) {
      take(drawn_order(n_, sample.seed, j));
      tick(j + 1, sample.orders);
    }
  }

  [[nodiscard]] Survival result() const {
    Survival s;
    s.levels = levels_;
    s.examined = examined() - 1;
    s.exact = s.examined == n_;
    s.orders = s.exact ? 0 : time_.count();
    for (std::uint32_t f = 0; f <= s.examined; ++f) {
      s.survivors.push_back(levels_->survivors(f));
      if (question_.repair) s.standing.push_back(levels_->all()[f].standing);
    }
    for (const PartlyDrawn& r : reliability_) s.reliability.push_back(s.exact ? SurvivalValue{r.known(), {}, {}} : r.estimate(1));
    s.time = s.exact ? exact_value_of(exact_time()) : time_.estimate(std::numeric_limits<double>::infinity());
    if (question_.repair) add_steady(s);
    return s;
  }

 private:
  [[nodiscard]] std::uint32_t examined() const { return static_cast<std::uint32_t>(levels_->all().size()); }
  [[nodiscard]] std::uint32_t known_levels() const {
    return std::max(examined(), network_ == nullptr ? 0 : static_cast<std::uint32_t>(network_->all().size()));
  }

  void know(const FaultLevels& of, std::uint32_t f, void (PartlyDrawn::*known)(double)) {
    const double lived = to_double(of.lived(f));
    for (std::size_t t = 0; t < weights_.size(); ++t) (reliability_[t].*known)(weights_[t][f] * lived);
    if (f < n_) (time_.*known)(lived / (n_ - f));
    if (!question_.repair) return;
    const FaultLevel& level = of.all()[f];
    const auto sets = static_cast<double>(level.sets);
    (available_.*known)(steady_[f] * static_cast<double>(level.standing) / sets);
    if (f > 0) (changes_.*known)(steady_[f] * static_cast<double>(level.changes) / sets / to_double(*question_.repair));
  }

  // The course of an order: whether it has stood and stood last; and what that adds to each estimate.
  struct Course {
    bool lived = true, before = true;
    std::vector<double> stood;
    double time = 0, steady = 0, changes = 0;
  };
  void go_on(Course& course, std::uint32_t f, bool now) const {
    course.lived = course.lived && now;
    if (f >= examined()) {
      for (std::size_t t = 0; course.lived && t < weights_.size(); ++t) course.stood[t] += weights_[t][f];
      if (course.lived && f < n_) course.time += 1.0 / (n_ - f);
      if (question_.repair && f <= last_) {
        if (now) course.steady += steady_[f];
        if (now != course.before) course.changes += steady_[f - 1] * (n_ - f + 1);
      }
    }
    course.before = now;
  }

  // As far as an estimate asks; the network where that is known.
  void take(const ComponentSet& order) {
    Course own, network;
    own.stood.assign(weights_.size(), 0);
    network.stood = own.stood;
    ComponentSet set;
    for (std::uint32_t f = 0; f <= n_; ++f) {
      if (f > 0) set.insert(std::upper_bound(set.begin(), set.end(), order[f - 1]), order[f - 1]);
      const bool asked = question_.repair && f <= last_;
      const bool of_network = f < known_levels() && network_ != nullptr;
      if (!asked && !own.lived && !(of_network && network.lived)) break;
      if (asked || own.lived) go_on(own, f, f < examined() ? levels_->stands(set) : stands_(set));
      if (of_network) go_on(network, f, network_->stands(set));
    }
    for (std::size_t t = 0; t < weights_.size(); ++t) reliability_[t].add(own.stood[t], network.stood[t]);
    time_.add(own.time, network.time);
    available_.add(own.steady, network.steady);
    changes_.add(own.changes, network.changes);
  }

  [[nodiscard]] Rational exact_time() const {
    Rational time = 0;
    for (std::uint32_t f = 0; f < n_; ++f) time += levels_->lived(f) / Rational(n_ - f);
    return time;
  }

  void add_steady(Survival& s) const {
    if (s.exact) return add_exact_steady(s);
    s.availability = available_.estimate(1);
    if (s.availability->interval) s.availability->interval->high = std::min(1.0, s.availability->interval->high + unexamined_);
    const double rate = changes_.mean();
    if (rate <= 0) return;
    s.up = SurvivalValue{s.availability->value / rate, {}, {}};
    s.down = SurvivalValue{(1 - s.availability->value) / rate, {}, {}};
  }
  void add_exact_steady(Survival& s) const {
    const Rational working = 1 / (1 + *question_.repair), failed = 1 - working;
    Rational stands = 0, rate = 0;
    for (std::uint32_t f = 0; f <= n_; ++f) {
      const Rational weight = power(failed, f) * power(working, n_ - f);
      stands += Rational(levels_->all()[f].standing) * weight;
      if (f > 0) rate += Rational(levels_->all()[f].changes) * weight / *question_.repair;
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
  std::shared_ptr<FaultLevels> levels_;
  const FaultLevels* network_;
  std::vector<std::vector<double>> weights_;  // by time, by faults
  std::vector<double> steady_;                // by faults
  std::uint32_t last_ = 0;                    // that an availability asks about
  double unexamined_ = 0;
  std::vector<PartlyDrawn> reliability_;  // by time
  PartlyDrawn time_, available_, changes_;
};

// What stands no longer than the network: the estimate ends where that of the network does.
void end_with(const SurvivalValue& network, SurvivalValue& own) {
  const double most = network.interval ? network.interval->high : network.value;
  if (!own.interval) return;
  own.value = std::min(own.value, most);
  *own.interval = {std::min(own.interval->low, most), std::min(own.interval->high, most)};
}

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
                  const ReliabilityTick& tick, const Survival* network) {
  SurvivalStudy study(components, stands, question, network == nullptr ? nullptr : network->levels.get());
  study.examine(levels, tick);
  if (levels <= components) study.draw(sample, tick);
  Survival own = study.result();
  if (network == nullptr) return own;
  for (std::size_t t = 0; t < own.reliability.size(); ++t) end_with(network->reliability[t], own.reliability[t]);
  end_with(network->time, own.time);
  if (!own.availability) return own;
  const double before = own.availability->value;
  end_with(*network->availability, *own.availability);
  const double after = own.availability->value;
  if (after == before || !own.up) return own;
  const double rate = before / own.up->value;  // at which it ceases to stand
  own.up->value = after / rate;
  own.down->value = (1 - after) / rate;
  return own;
}

}  // namespace dateline
