// Chances of what a random run may show, for tests that hold a measured count against an exact probability.
// Source: W. Hoeffding 1963: n independent values in [0, 1] of mean p average x or more (or x or less) with probability
// at most exp(-n KL(x || p)).
// The bound never understates, so a test at level alpha fails a right program less often than alpha.
#pragma once

#include <cmath>
#include <cstdint>

namespace dateline::test {

// Upper bound on ln P(average at least as far out as count / n on its side), 0 <= p <= 1, 0 <= count <= n.
[[nodiscard]] inline double log_chance(double count, double n, double p) {
  const double x = count / n;
  const auto term = [](double a, double b) { return a == 0.0 ? 0.0 : b == 0.0 ? INFINITY : a * std::log(a / b); };
  return -n * (term(x, p) + term(1.0 - x, 1.0 - p));
}

// Whether one of `tests` counts may be as it is at the joint level 1e-6 (Bonferroni, both sides).
[[nodiscard]] inline bool plausible(double count, double n, double p, std::size_t tests) {
  return log_chance(count, n, p) >= std::log(1e-6 / (2.0 * static_cast<double>(tests)));
}

}  // namespace dateline::test
