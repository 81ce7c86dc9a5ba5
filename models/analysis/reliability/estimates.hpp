// Estimates from random draws that are independent, with intervals of 95%.
// Shares of yes: Wilson's score interval (E. B. Wilson 1927), which has a width where all draws agree. Means: normal,
// mean +- 1.96 s / sqrt(n), none of fewer than two draws; no width where all agree. Means of shares: the same cut to
// 0..1, but Wilson's where all agree: no variable in 0..1 of mean p varies more than a yes or no of probability p.
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

// Of a share p of `draws` > 0.
[[nodiscard]] inline Interval wilson_of_share(double p, std::uint64_t draws) {
  const auto n = static_cast<double>(draws);
  const double z2 = kNormal95 * kNormal95;
  const double middle = (p + z2 / (2 * n)) / (1 + z2 / n);
  const double half = kNormal95 / (1 + z2 / n) * std::sqrt(p * (1 - p) / n + z2 / (4 * n * n));
  return {p <= 0 ? 0.0 : std::max(0.0, middle - half), p >= 1 ? 1.0 : std::min(1.0, middle + half)};
}

// Of `yes` among `draws` > 0.
[[nodiscard]] inline Interval wilson_interval(std::uint64_t yes, std::uint64_t draws) {
  return wilson_of_share(static_cast<double>(yes) / static_cast<double>(draws), draws);
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
  // Of draws that are shares, each in 0..1.
  [[nodiscard]] std::optional<Interval> share_interval() const {
    if (count_ < 2) return std::nullopt;
    if (squares_ <= 0) return wilson_of_share(mean_, count_);
    const Interval normal = *interval();
    return Interval{std::max(0.0, normal.low), std::min(1.0, normal.high)};
  }

 private:
  std::uint64_t count_ = 0;
  double mean_ = 0, squares_ = 0;
};

}  // namespace dateline
