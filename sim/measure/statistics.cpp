#include "sim/measure/statistics.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace dateline {
namespace {

// 97.5% points of Student's t for 1..40 degrees of freedom (standard tables).
double student_t(std::size_t degrees) {
  static constexpr std::array<double, 40> kTable = {
      12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281, 2.2010, 2.1788, 2.1604, 2.1448,
      2.1314,  2.1199, 2.1098, 2.1009, 2.0930, 2.0860, 2.0796, 2.0739, 2.0687, 2.0639, 2.0595, 2.0555, 2.0518, 2.0484,
      2.0452,  2.0423, 2.0395, 2.0369, 2.0345, 2.0322, 2.0301, 2.0281, 2.0262, 2.0244, 2.0227, 2.0211};
  return kTable[std::min(degrees, kTable.size()) - 1];
}

}  // namespace

void Statistics::add(std::uint64_t value) {
  ++count_;
  sum_ += value;
  sum_of_squares_ += static_cast<Wide>(value) * value;
  min_ = std::min(min_, value);
  max_ = std::max(max_, value);
  if (value < kDense) {
    if (value >= dense_.size()) dense_.resize(value + 1, 0);
    ++dense_[value];
  } else {
    ++sparse_[value];
  }
  ++open_.count;
  open_.sum += value;
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

std::uint64_t Statistics::percentile(double fraction) const {
  const auto rank = static_cast<std::uint64_t>(std::ceil(fraction * static_cast<double>(count_)));
  std::uint64_t seen = 0;
  for (std::size_t value = 0; value < dense_.size(); ++value) {
    seen += dense_[value];
    if (seen >= rank) return value;
  }
  for (const auto& [value, times] : sparse_) {
    seen += times;
    if (seen >= rank) return value;
  }
  return max_;
}

Summary Statistics::summary() const {
  Summary s;
  s.count = count_;
  if (count_ == 0) return s;
  s.mean = static_cast<double>(sum_) / static_cast<double>(count_);
  const Wide n = count_;
  const Wide spread = n * sum_of_squares_ - static_cast<Wide>(sum_) * sum_;
  if (count_ > 1) s.stddev = std::sqrt(static_cast<double>(spread) / (static_cast<double>(n) * static_cast<double>(n - 1)));
  s.ci95 = half_width();
  s.min = min_;
  s.max = max_;
  s.p50 = percentile(0.5);
  s.p90 = percentile(0.9);
  s.p95 = percentile(0.95);
  s.p99 = percentile(0.99);
  s.p999 = percentile(0.999);
  return s;
}

}  // namespace dateline
