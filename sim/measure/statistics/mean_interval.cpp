#include "sim/measure/statistics/mean_interval.hpp"

#include <algorithm>
#include <cmath>

#include "sim/measure/statistics/student_t.hpp"

namespace dateline {
namespace {

constexpr std::size_t kGroups = 20;  // at least
constexpr double kMostCorrelated = 0.98, kMostCorrelatedGroups = 0.95;

// The batch means less that of the first: exactly zero if all are alike.
std::vector<double> differences(const std::vector<Batch>& batches) {
  const auto mean = [](const Batch& b) { return static_cast<double>(b.sum) / static_cast<double>(b.count); };
  std::vector<double> values;
  values.reserve(batches.size());
  for (const Batch& b : batches) values.push_back(mean(b) - mean(batches.front()));
  return values;
}

// Whole groups; what is left over at the end is in none.
std::vector<Batch> groups_of(const std::vector<Batch>& batches) {
  const std::size_t size = batches.size() / kGroups;
  std::vector<Batch> groups(batches.size() / size);
  for (std::size_t i = 0; i < groups.size() * size; ++i) {
    groups[i / size].count += batches[i].count;
    groups[i / size].sum += batches[i].sum;
  }
  return groups;
}

// How the interval lies about the mean: low and high are what is to be added.
MeanInterval about_mean(const std::vector<Batch>& batches, double most_correlated, bool skewed) {
  std::vector<double> deviations = differences(batches);
  const auto k = static_cast<double>(deviations.size());
  double mean = 0;
  for (const double d : deviations) mean += d;
  mean /= k;
  for (double& d : deviations) d -= mean;

  double squares = 0, cubes = 0, neighbours = 0;
  for (std::size_t i = 0; i < deviations.size(); ++i) {
    const double d = deviations[i];
    squares += d * d;
    cubes += d * d * d;
    if (i > 0) neighbours += deviations[i - 1] * d;
  }
  if (squares == 0) return {0, 0};
  const double variance = squares / (k - 1);
  const double r = std::clamp(neighbours / squares + 1 / k, 0.0, most_correlated);
  const double a = (1 + r) / (1 - r);
  const double t = student_t975(std::max(k / a - 1, 2.0));
  const double s = std::sqrt(variance * a / k);
  const double skewness = k / ((k - 1) * (k - 2)) * cubes / (variance * std::sqrt(variance));
  const double b = skewed ? skewness / (6 * std::sqrt(k)) : 0;
  // (c - 1) / (2 b) without its cancellation where b is small: c^3 - 1 = 6 b (z - b).
  const auto g = [b](double z) {
    const double c = cube_root(1 + 6 * b * (z - b));
    return 3 * (z - b) / (c * c + c + 1);
  };
  return {-s * g(t), -s * g(-t)};
}

}  // namespace

std::optional<MeanInterval> mean_interval(const std::vector<Batch>& batches, double mean) {
  if (batches.size() < kFewestBatches) return std::nullopt;
  const MeanInterval all = about_mean(batches, kMostCorrelated, true);
  const MeanInterval grouped = about_mean(groups_of(batches), kMostCorrelatedGroups, false);
  return MeanInterval{mean + std::min(all.low, grouped.low), mean + std::max(all.high, grouped.high)};
}

}  // namespace dateline
