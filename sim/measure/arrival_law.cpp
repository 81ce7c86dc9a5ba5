#include "sim/measure/arrival_law.hpp"

#include <algorithm>
#include <cmath>

#include "sim/measure/root.hpp"
#include "traffic/natural_log.hpp"

namespace dateline {
namespace {

constexpr double kFarthest = 0x1p50;  // e^-lambda keeps digits up to there

}  // namespace

ArrivalLaw arrival_law(const InjectionRule& rule, const MessageLengths& lengths, double cycles) {
  ArrivalLaw law;
  const Rational mean = lengths.mean();
  law.longest = to_double(Rational(lengths.longest() / mean));
  law.square = to_double(Rational(lengths.mean_square() / (mean * mean)));
  law.one_more = rule.kind == Injection::on_off || rule.kind == Injection::periodic;
  if (rule.kind == Injection::on_off) law.bursts = ArrivalLaw::Bursts{to_double(rule.burst), to_double(rule.peak), cycles};
  return law;
}

SourceLaw::SourceLaw(const ArrivalLaw& law, double expected) : law_(law), expected_(expected) {
  double of_counts = 1;
  if (law_.bursts) {
    const auto& [burst, peak, cycles] = *law_.bursts;
    rate_ = expected / cycles;
    off_end_ = peak * rate_ / (burst * (peak - rate_));
    const double variance = (1 - peak) / (peak * peak) + (2 - off_end_) / (burst * off_end_ * off_end_) - 1 / (burst * off_end_ * burst * off_end_);
    of_counts = std::max(1.0, variance * rate_ * rate_);
  }
  dispersion_ = of_counts + law_.square - 1;
}

double SourceLaw::theta(double u) const { return natural_log(u) / law_.longest; }

// k at u = e^(theta b).
double SourceLaw::message_exponent(double u) const { return theta(u) + law_.square / (law_.longest * law_.longest) * (u - 1 - natural_log(u)); }

// Of one message expected. On-off: w = 1 - e^-lambda is the root in (0, 1) of a quadratic.
double SourceLaw::arrival_exponent(double u) const {
  const double k = message_exponent(u);
  if (!law_.bursts) return k;
  const auto& [burst, a, cycles] = *law_.bursts;
  const double b = off_end_, turn = 1 - b - 1 / burst;
  const double square = -a * (1 + k) * turn - (1 - a) * (1 - b);
  const double linear = a * (1 + k) * (turn - b) - a * (1 - b) - b * (1 - a);
  const double root_of = std::sqrt(std::max(0.0, linear * linear - 4 * square * a * b * k));
  const double w = linear < 0 ? 2 * a * b * k / (root_of - linear) : (linear + root_of) / (-2 * square);
  return log_of_rest(std::min(w, 1 - 0x1p-53)) / rate_;
}

double SourceLaw::drift(double u, double capacity) const { return arrival_exponent(u) - theta(u) / capacity; }

// u at which a server that is busy for the share `capacity` has none.
double SourceLaw::free_of_drift(double capacity) const {
  return capacity < 1 ? root([&](double u) { return drift(u, capacity); }, kFarthest) : 1.0;
}

// The least over u of (rarity + first + expected max(0, drift)) / theta, which falls and then rises. Roots are exact
// operations, so the steps are the same on every machine.
SourceLaw::Bound SourceLaw::bound(double rarity, double capacity) const {
  const auto value = [&](double u) {
    const double first = law_.one_more ? natural_log(1 + message_exponent(u)) : 0;
    return (rarity + first + expected_ * std::max(0.0, drift(u, capacity))) / theta(u);
  };
  double low = free_of_drift(capacity), high = std::max(low, kFarthest);
  constexpr int kSteps = 150;
  for (int i = 0; i < kSteps; ++i) {
    const double middle = std::sqrt(low * high), left = std::sqrt(low * middle), right = std::sqrt(middle * high);
    const bool falls = value(right) < value(left);
    (falls ? low : high) = falls ? left : right;
  }
  return {value(high), 1 / theta(high)};
}

// Poisson: L. Takacs (1962), the third moment being at most b s. On-off: from the tail of the queue, 1 up to
// ln(1 + k) / theta and falling by e over 1/theta from there.
double SourceLaw::queue_variance(double capacity) const {
  const double odds = capacity / (1 - capacity);
  if (!law_.bursts) {
    const double half = odds * law_.square / 2;
    return 2 * (odds * law_.longest * law_.square / 3 + half * half);
  }
  const double u = free_of_drift(capacity), scale = 1 / theta(u), first = natural_log(1 + message_exponent(u)) * scale;
  return 2 * (first * first + 2 * first * scale + 2 * scale * scale);
}

// S. Bernstein's bound; what is missing in a time off has a tail that falls by e over rate/b messages at most.
double SourceLaw::shortfall(double rarity) const {
  const double of_off = law_.bursts ? rate_ / off_end_ : 0;
  return std::sqrt(2 * arrival_variance() * rarity) + of_off * rarity;
}

}  // namespace dateline
