// A 95% interval of the mean of a stationary sequence, of its batches in order. Queues make it what textbooks' is not:
// batches of a short run depend on each other, and their means are skewed. So the interval is the union of two:
//  - of all k batches, corrected for both: m mean, S^2 variance of the batch means, r their lag-1 correlation + 1/k
//    within 0 .. 0.98, A = (1 + r) / (1 - r), t Student's 97.5% point of max(k/A - 1, 2) degrees, b = G1 / (6 sqrt k)
//    with G1 their skewness, g(z) = (cbrt(1 + 6 b (z - b)) - 1) / (2 b), s = S sqrt(A/k): m - s g(t) .. m - s g(-t).
//  - of groups of floor(k/20) batches, which depend less on each other: the same with b = 0 and r at most 0.95.
// Source: A. Tafazzoli, J. R. Wilson, E. K. Lada and N. M. Steiger, Performance of Skart, INFORMS Journal on Computing
// 23, 2011. Measured: docs/theory/intervals.md, "Intervals".
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace dateline {

struct MeanInterval {
  double low, high;
  [[nodiscard]] double half_width() const { return (high - low) / 2; }
  // The farther of its ends from `mean`, over the mean.
  [[nodiscard]] double farthest(double mean) const { return (high - mean > mean - low ? high - mean : mean - low) / mean; }
  friend bool operator==(const MeanInterval& a, const MeanInterval& b) { return a.low == b.low && a.high == b.high; }
};

struct Batch {
  std::uint64_t count = 0, sum = 0;
};

inline constexpr std::size_t kFewestBatches = 64;  // of fewer no interval is given

// About `mean`, that of all values, which may be more than those of the batches.
[[nodiscard]] std::optional<MeanInterval> mean_interval(const std::vector<Batch>& batches, double mean);

}  // namespace dateline
