#include "sim/measure/statistics.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace dateline {
namespace {

// 97.5% points of Student's t for 1..40 degrees of freedom (standard tables).
double student_t(std::size_t degrees) {
  static constexpr std::array<double, 40> kTable = {12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281,
                                                    2.2010,  2.1788, 2.1604, 2.1448, 2.1314, 2.1199, 2.1098, 2.1009, 2.0930, 2.0860,
                                                    2.0796,  2.0739, 2.0687, 2.0639, 2.0595, 2.0555, 2.0518, 2.0484, 2.0452, 2.0423,
                                                    2.0395,  2.0369, 2.0345, 2.0322, 2.0301, 2.0281, 2.0262, 2.0244, 2.0227, 2.0211};
  return kTable[std::min(degrees, kTable.size()) - 1];
}

}  // namespace

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

std::optional<double> Statistics::half_width() const {
  if (batches_.size() < 2) return std::nullopt;
  const auto n = static_cast<double>(batches_.size());
  double mean = 0;
  for (const Batch& b : batches_) mean += static_cast<double>(b.sum) / static_cast<double>(b.count) / n;
  double variance = 0;
  for (const Batch& b : batches_) {
    const double deviation = static_cast<double>(b.sum) / static_cast<double>(b.count) - mean;
    variance += deviation * deviation / (n - 1);
  }
  return student_t(batches_.size() - 1) * std::sqrt(variance / n);
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
  s.ci95 = half_width();

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
