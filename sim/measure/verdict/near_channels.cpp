#include "sim/measure/verdict/near_channels.hpp"

#include <algorithm>
#include <cmath>

namespace dateline {

void NearChannels::count(double part, double channels) {
  constexpr double kRounding = 1e-9;
  const double bin = std::ceil(100 * (1 - part) - kRounding) - 1;
  if (bin < kBins) channels_[static_cast<std::size_t>(std::max(0.0, bin))] += channels;
}

double NearChannels::as_busy(double x) const {
  double sum = channels_[0];
  for (int bin = 1; bin < kBins; ++bin) {
    const double part = 1 - (bin + 1) / 100.0;
    sum += channels_[static_cast<std::size_t>(bin)] * std::max(0.0, ((1 + x) * part - 1) / x);
  }
  return std::max(1.0, sum);
}

}  // namespace dateline
