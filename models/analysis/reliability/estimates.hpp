// Estimates from random draws, with intervals of 95%.
// Shares of yes: Wilson's score interval (E. B. Wilson 1927), which has a width where all draws agree. Means: normal,
// mean +- 1.96 s / sqrt(n) over draws that are independent; it has none where all agree, and none of fewer than two.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

namespace dateline {

struct Interval {
  double low, high;
};

inline constexpr double kNormal95 = 1.959963984540054;

// Of `yes` among `draws` > 0.
[[nodiscard]] inline Interval wilson_interval(std::uint64_t yes, std::uint64_t draws) {
  const auto n = static_cast<double>(draws);
  const double p = static_cast<double>(yes) / n, z2 = kNormal95 * kNormal95;
  const double middle = (p + z2 / (2 * n)) / (1 + z2 / n);
  const double half = kNormal95 / (1 + z2 / n) * std::sqrt(p * (1 - p) / n + z2 / (4 * n * n));
  return {yes == 0 ? 0.0 : std::max(0.0, middle - half), yes == draws ? 1.0 : std::min(1.0, middle + half)};
}

class MeanEstimate {
 public:
  // By B. P. Welford 1962: no difference of large sums.
  void add(double x) {
    ++count_;
    const double before = x - mean_;
    mean_ += before / static_cast<double>(count_);
    squares_ += before * (x - mean_);
  }
  [[nodiscard]] std::uint64_t count() const { return count_; }
  [[nodiscard]] double mean() const { return mean_; }
  [[nodiscard]] std::optional<Interval> interval() const {
    if (count_ < 2) return std::nullopt;
    const auto n = static_cast<double>(count_);
    const double half = kNormal95 * std::sqrt(squares_ / (n - 1) / n);
    return Interval{mean_ - half, mean_ + half};
  }

 private:
  std::uint64_t count_ = 0;
  double mean_ = 0, squares_ = 0;
};

}  // namespace dateline
