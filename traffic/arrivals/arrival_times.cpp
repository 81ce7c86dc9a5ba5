#include "traffic/arrivals/arrival_times.hpp"

#include <algorithm>

#include "models/base/error.hpp"
#include "models/base/numbers/natural_log.hpp"

namespace dateline {
namespace {

// Failures before the first success.
Cycle geometric_time(double scale, RandomStream& random) {
  const double time = -natural_log(1.0 - random.unit()) * scale;
  return time < static_cast<double>(ArrivalTimes::kNever) ? static_cast<Cycle>(time) : ArrivalTimes::kNever;
}

Cycle whole_cycles(const Integer& n) { return n < Integer(ArrivalTimes::kNever) ? static_cast<std::uint64_t>(n) : ArrivalTimes::kNever; }

}  // namespace

Rational off_end(const Rational& burst, const Rational& peak, const Rational& rate) {
  if (rate >= peak) throw InvariantError("on-off: a rate that is not below the peak");
  return peak * rate / (burst * (peak - rate));
}

OnOffTimes::OnOffTimes(const Rational& burst, const Rational& peak, const Rational& rate)
    : off_chance_(to_double(Rational(1 - rate / peak))),
      later_chance_(to_double(Rational(1 / burst))),
      on_scale_(geometric_scale(to_double(peak))),
      off_scale_(geometric_scale(to_double(off_end(burst, peak, rate)))) {
  if (off_end(burst, peak, rate) > 1) throw InvariantError("on-off: times off shorter than a cycle");
}

Cycle OnOffTimes::next(RandomStream& random) {
  const bool off = random.unit() < off_chance_;
  off_chance_ = later_chance_;
  if (off) clock_ += 1 + geometric_time(off_scale_, random);
  const Cycle at = std::min(clock_ + geometric_time(on_scale_, random), kNever);
  clock_ = at + 1;
  return at;
}

PeriodicTimes::PeriodicTimes(const Rational& rate, RandomStream& random) : of_(numerator(rate)) {
  const Integer gap = denominator(rate);
  step_ = whole_cycles(gap / of_);
  step_rest_ = gap % of_;
  const Rational phase = exact_value(random.unit()) * Rational(gap);
  const Integer parts = numerator(phase) / denominator(phase);
  at_ = whole_cycles(parts / of_);
  rest_ = parts % of_;
}

Cycle PeriodicTimes::next(RandomStream& /*random*/) {
  const Cycle at = at_;
  at_ += step_;
  rest_ += step_rest_;
  if (rest_ >= of_) {
    rest_ -= of_;
    ++at_;
  }
  at_ = std::min(at_, kNever);
  return at;
}

}  // namespace dateline
