#include "models/analysis/reliability/fault_weights.hpp"

#include <numeric>

namespace dateline {

double failed_by(double time) {
  int halvings = 0;
  for (; time > 0.25; time /= 2) ++halvings;
  double term = time, failed = 0;
  for (int i = 2; term > 1e-18 * time || term < -1e-18 * time; ++i) {
    failed += term;
    term *= -time / i;
  }
  for (; halvings > 0; --halvings) failed *= 2 - failed;
  return failed;
}

// From the likeliest number outwards, by the ratio of neighbours: none of the large ones is rounded to 0.
std::vector<double> fault_weights(std::uint32_t n, double failed, double working) {
  std::vector<double> weights(n + 1, 0);
  const auto likeliest = static_cast<std::uint32_t>(failed * n);
  weights[likeliest] = 1;
  for (std::uint32_t f = likeliest; f < n && working > 0; ++f) {
    weights[f + 1] = weights[f] * (n - f) / (f + 1) * (failed / working);
  }
  for (std::uint32_t f = likeliest; f > 0 && failed > 0; --f) {
    weights[f - 1] = weights[f] * f / (n - f + 1) * (working / failed);
  }
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  for (double& w : weights) w /= sum;
  return weights;
}

}  // namespace dateline
