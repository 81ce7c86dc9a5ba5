#include "sim/measure/statistics/statistics.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace dateline {

void Statistics::add_rare(std::uint64_t value) {
  if (value < kDense) {
    dense_.resize(std::min(kDense, 2 * value + 64), 0);
    dense_size_ = dense_.size();
    ++dense_[value];
  } else {
    ++sparse_[value];
  }
}

template <typename Visit>
void Statistics::for_each(Visit visit) const {
  for (std::size_t value = 0; value < dense_.size(); ++value) {
    if (dense_[value] > 0) visit(static_cast<std::uint64_t>(value), dense_[value]);
  }
  for (const auto& [value, times] : sparse_) visit(value, times);
}

void Statistics::end_of_cycle() {
  if (open_.count < batch_size_) return;
  batches_.push_back(open_);
  open_ = {};
  if (batches_.size() < kMostBatches) return;
  for (std::size_t i = 0; i < kMostBatches / 2; ++i) {
    const Batch& a = batches_[2 * i];
    const Batch& b = batches_[2 * i + 1];
    batches_[i] = {a.count + b.count, a.sum + b.sum};
  }
  batches_.resize(kMostBatches / 2);
  batch_size_ *= 2;
}

std::vector<std::pair<std::uint64_t, std::uint64_t>> Statistics::counts() const {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> counts;
  for_each([&](std::uint64_t value, std::uint64_t times) { counts.emplace_back(value, times); });
  return counts;
}

Summary Statistics::summary() const {
  __extension__ using Wide = unsigned __int128;
  Summary s;
  Wide sum = 0, sum_of_squares = 0;
  for_each([&](std::uint64_t value, std::uint64_t times) {
    if (s.count == 0) s.min = value;
    s.max = value;
    s.count += times;
    sum += static_cast<Wide>(value) * times;
    sum_of_squares += static_cast<Wide>(value) * value * times;
  });
  if (s.count == 0) return s;
  const Wide n = s.count;
  s.mean = static_cast<double>(sum) / static_cast<double>(s.count);
  const Wide spread = n * sum_of_squares - sum * sum;
  if (s.count > 1) s.stddev = std::sqrt(static_cast<double>(spread) / (static_cast<double>(n) * static_cast<double>(n - 1)));
  s.ci95 = mean_interval(batches_, s.mean);

  // Nearest rank: the smallest value that at least this fraction of all values does not exceed.
  const std::array<std::pair<double, std::uint64_t*>, 5> wanted = {{{0.5, &s.p50}, {0.9, &s.p90}, {0.95, &s.p95}, {0.99, &s.p99}, {0.999, &s.p999}}};
  std::uint64_t seen = 0;
  std::size_t next = 0;
  for_each([&](std::uint64_t value, std::uint64_t times) {
    seen += times;
    for (; next < wanted.size() && static_cast<double>(seen) >= std::ceil(wanted[next].first * static_cast<double>(s.count)); ++next) {
      *wanted[next].second = value;
    }
  });
  return s;
}

}  // namespace dateline
