// Zeros of increasing functions, by halving: the same bits on every machine.
#pragma once

namespace dateline {

// The u > 1 where an increasing function, negative before it, is zero; beyond `farthest` that, or the next power of 2.
template <typename Function>
double root(Function function, double farthest = 1e300) {
  constexpr int kHalvings = 60;
  double low = 1, high = 2;
  while (function(high) < 0 && high < farthest) high *= 2;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (low + high) / 2;
    (function(middle) < 0 ? low : high) = middle;
  }
  return high;
}

}  // namespace dateline
