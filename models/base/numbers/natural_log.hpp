// ln x from additions, multiplications and divisions only: the same bits on every machine (libm picks code by
// processor).
// Method: x = 2^e m with m in [1/sqrt 2, sqrt 2), ln m = 2 atanh((m-1)/(m+1)) by its series; relative error below
// 1e-15.
#pragma once

#include <cstdint>
#include <cstring>

namespace dateline {

// x must be positive, finite and normal.
[[nodiscard]] inline double natural_log(double x) {
  constexpr double kLn2High = 0x1.62e42fefa0000p-1;  // 41 bits, so that e * kLn2High is exact
  constexpr double kLn2Low = 0x1.cf79abc9e3b3ap-40;
  constexpr double kSqrtHalf = 0.70710678118654752440;
  // x = 2^e m, m in [1/2, 1), from the bits of x (IEEE 754 binary64): exact.
  std::uint64_t bits = 0;
  static_assert(sizeof bits == sizeof x, "double is binary64");
  std::memcpy(&bits, &x, sizeof x);
  int e = static_cast<int>(bits >> 52U & 0x7ffU) - 1022;
  bits = (bits & 0x000fffffffffffffULL) | 0x3fe0000000000000ULL;
  double m = 0;
  std::memcpy(&m, &bits, sizeof m);
  const int low = m < kSqrtHalf ? 1 : 0;  // no branch: no predictor knows it
  m *= 1 + low;
  e -= low;
  const double s = (m - 1.0) / (m + 1.0);
  const double s2 = s * s;
  double series = 0.0;
  for (int odd = 23; odd >= 3; odd -= 2) series = (series + 1.0 / odd) * s2;
  const double log_m = 2.0 * (s + s * series);
  return e * kLn2High + (e * kLn2Low + log_m);
}

// -ln(1 - x), 0 < x < 1.
[[nodiscard]] inline double log_of_rest(double x) {
  constexpr double kSmall = 1e-4;  // below it 1 - x loses digits, and four terms of the series are exact to 1e-17
  return x < kSmall ? x * (1.0 + x * (1.0 / 2 + x * (1.0 / 3 + x / 4))) : -natural_log(1.0 - x);
}

// floor(scale x) of an exponential x of mean 1 is geometric: failures before a success of this probability, in (0, 1].
[[nodiscard]] inline double geometric_scale(double probability) { return probability >= 1.0 ? 0.0 : 1.0 / log_of_rest(probability); }

}  // namespace dateline
