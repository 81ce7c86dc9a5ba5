#include "sim/measure/verdict/work_dispersion.hpp"

#include <algorithm>

namespace dateline {

double work_dispersion(const InjectionRule& rule, const PacketLengths& lengths, double rate) {
  const Rational mean = lengths.mean();
  const double square = to_double(Rational(lengths.mean_square() / (mean * mean)));
  double of_counts = 1;
  if (rule.kind == Injection::on_off && rate > 0) {
    const double burst = to_double(rule.burst), a = to_double(rule.peak), b = a * rate / (burst * (a - rate));
    const double variance = (1 - a) / (a * a) + (2 - b) / (burst * b * b) - 1 / (burst * b * burst * b);
    of_counts = std::max(1.0, variance * rate * rate);
  }
  return std::max(1.0, square - 1 + of_counts);
}

}  // namespace dateline
