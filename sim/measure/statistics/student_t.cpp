#include "sim/measure/statistics/student_t.hpp"

#include <cmath>

namespace dateline {
namespace {

constexpr double kPi = 3.14159265358979323846;

// The integral of (1 - x^2)^a from 0 to s, by the binomial series; a >= 0, 0 <= s < 1.
double partial(double a, double s) {
  constexpr int kMostTerms = 2000;
  const double square = s * s;
  double power = s, sum = s;  // power: binomial(a, j) (-1)^j s^(2j+1)
  for (int j = 1; j < kMostTerms && std::abs(power) > 1e-18 * sum; ++j) {
    power *= -(a - (j - 1)) / j * square;
    sum += power / (2 * j + 1);
  }
  return sum;
}

// Gamma(x) / Gamma(x + 1/2): moved up to where the asymptotic series has all digits.
double gamma_ratio(double x) {
  double factor = 1;
  for (; x < 40; x += 1) factor *= (x + 0.5) / x;
  const double u = 1 / x;
  return factor * std::sqrt(u) * (1 + u * (1.0 / 8 + u * (1.0 / 128 + u * (-5.0 / 1024 + u * (-21.0 / 32768 + u * (399.0 / 262144))))));
}

}  // namespace

double student_t975(double degrees) {
  const double a = degrees / 2 - 1;
  const double wanted = 0.95 * std::sqrt(kPi) / 2 * gamma_ratio(degrees / 2);
  double low = 0, high = 0.96;  // of s; at 2 degrees it is 0.95, at more it is less
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (partial(a, middle) < wanted ? low : high) = middle;
  }
  return high * std::sqrt(degrees / ((1 - high) * (1 + high)));
}

// Newton's iteration from above, where it falls to the root.
double cube_root(double x) {
  if (x == 0) return 0;
  if (x < 0) return -cube_root(-x);
  double root = x > 1 ? x : 1;
  while (true) {
    const double next = root - (root - x / (root * root)) / 3;
    if (!(next < root)) return root;
    root = next;
  }
}

}  // namespace dateline
