// e^x, and with it powers and the gamma function, from additions, multiplications and divisions only: the same bits on
// every machine, as natural_log.hpp.
// Method: x = k ln 2 + r with |r| <= ln 2 / 2, e^r by its series, scaled by 2^k exactly; relative error below 1e-15.
// The gamma function by Stirling's series at an argument moved above 16; relative error below 1e-13.
#pragma once

#include <cstdint>
#include <cstring>

#include "models/base/numbers/natural_log.hpp"

namespace dateline {

// 0 below -700, where e^x is smaller than anything that is added to it; x at most 700.
[[nodiscard]] inline double natural_exp(double x) {
  constexpr double kLn2High = 0x1.62e42fefa0000p-1, kLn2Low = 0x1.cf79abc9e3b3ap-40, kLog2E = 0x1.71547652b82fep+0;
  if (x < -700.0) return 0.0;
  const double scaled = x * kLog2E;
  const auto k = static_cast<std::int64_t>(scaled < 0 ? scaled - 0.5 : scaled + 0.5);
  const double r = (x - static_cast<double>(k) * kLn2High) - static_cast<double>(k) * kLn2Low;
  double series = 1.0;
  for (int n = 18; n >= 1; --n) series = 1.0 + series * r / n;
  const auto bits = static_cast<std::uint64_t>(k + 1023) << 52U;  // 2^k
  double power = 0;
  std::memcpy(&power, &bits, sizeof power);
  return series * power;
}

// x^y, x above 0 and normal.
[[nodiscard]] inline double real_power(double x, double y) { return natural_exp(y * natural_log(x)); }

// Gamma(x), 0 < x <= 100.
[[nodiscard]] inline double gamma_function(double x) {
  constexpr double kHalfLog2Pi = 0.91893853320467274178;
  double below = 1.0;  // Gamma(x) = Gamma(x + n) / (x (x + 1) ... (x + n - 1))
  for (; x < 16.0; x += 1.0) below *= x;
  const double y = 1.0 / x, y2 = y * y;
  const double rest = y * (1.0 / 12 - y2 * (1.0 / 360 - y2 * (1.0 / 1260 - y2 * (1.0 / 1680 - y2 / 1188))));
  return natural_exp((x - 0.5) * natural_log(x) - x + kHalfLog2Pi + rest) / below;
}

}  // namespace dateline
