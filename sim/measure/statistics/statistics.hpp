// Statistics of a stream of whole numbers (latencies in cycles, hops): moments, exact percentiles, and a 95% confidence
// interval by batch means (mean_interval.hpp).
// Batches: 64 to 127 of equal message count in order of arrival, each closed only between cycles (so that the order
// within a cycle cannot matter); at 128 pairs merge.
// Every value is counted, so sums and percentiles are exact; floating point only in the report.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "sim/measure/statistics/mean_interval.hpp"

namespace dateline {

struct Summary {
  std::uint64_t count = 0;
  double mean = 0, stddev = 0;
  std::optional<MeanInterval> ci95;  // 95%, of the mean; none with fewer than 64 batches
  std::uint64_t min = 0, max = 0, p50 = 0, p90 = 0, p95 = 0, p99 = 0, p999 = 0;
};

class Statistics {
 public:
  void add(std::uint64_t value) {
    if (value < dense_size_) {
      ++dense_[value];
    } else {
      add_rare(value);
    }
    ++open_.count;
    open_.sum += value;
  }
  // Call between cycles, whenever values may have been added.
  void end_of_cycle();
  [[nodiscard]] Summary summary() const;
  // Values that occurred, ascending, and how often.
  [[nodiscard]] std::vector<std::pair<std::uint64_t, std::uint64_t>> counts() const;
  template <typename Archive>
  void io(Archive& archive) {
    auto& [dense, dense_size, sparse, batches, open, batch_size] = *this;
    archive(dense, dense_size, sparse, batches, open, batch_size);
  }

 private:
  static constexpr std::size_t kMostBatches = 2 * kFewestBatches;  // then pairs merge
  static constexpr std::uint64_t kDense = 1U << 16U;

  void add_rare(std::uint64_t value);
  template <typename Visit>
  void for_each(Visit visit) const;  // visit(value, times), values ascending

  // Everything but the interval follows from the counts.
  std::vector<std::uint64_t> dense_;               // counts of values below its size, at most kDense
  std::uint64_t dense_size_ = 0;                   // its size
  std::map<std::uint64_t, std::uint64_t> sparse_;  // counts of the others
  std::vector<Batch> batches_;
  Batch open_;
  std::uint64_t batch_size_ = 1;
};

}  // namespace dateline
