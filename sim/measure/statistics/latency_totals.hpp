// Count, mean and extremes of latencies (cycles) of some messages: of a pair, or of a number of hops.
#pragma once

#include <cstdint>

namespace dateline {

struct LatencyTotals {
  std::uint64_t count = 0, sum = 0, min = ~std::uint64_t{0}, max = 0;  // min, max: meaningless while count is 0

  void add(std::uint64_t latency) {
    ++count;
    sum += latency;
    if (latency < min) min = latency;  // seldom: a branch is cheaper than to write both
    if (latency > max) max = latency;
  }
  // count is above 0.
  [[nodiscard]] double mean() const { return static_cast<double>(sum) / static_cast<double>(count); }
};

}  // namespace dateline
