#include "routing/oblivious/random_order.hpp"

#include <numeric>

namespace dateline {

RandomOrder::RandomOrder(int dimensions) : dimensions_(static_cast<std::size_t>(dimensions)), unit_(1), beta_(dimensions_ * dimensions_, 0) {
  for (std::uint64_t i = 2; i <= dimensions_; ++i) unit_ = std::lcm(unit_, i);
  for (std::size_t m = 0; m < dimensions_; ++m) {
    std::uint64_t choose = 1;  // C(j+m, m)
    for (std::uint64_t j = 1; j + m <= dimensions_; ++j) {
      choose = choose * (j + m) / j;
      beta_[m * dimensions_ + j - 1] = unit_ / (j * choose);
    }
  }
}

std::uint64_t RandomOrder::next_of_many(const Dimensions& open, std::size_t count, std::size_t i, const std::uint64_t* beta) {
  std::array<std::uint64_t, kMaxDimensions> q{1};
  std::size_t degree = 0;
  for (std::size_t e = 0; e < count; ++e) {
    if (e == i) continue;
    ++degree;
    for (std::size_t j = degree; j > 0; --j) q[j] = q[j] * open[e].idle + q[j - 1] * open[e].busy;
    q[0] *= open[e].idle;
  }
  std::uint64_t sum = 0;
  for (std::size_t j = 0; j <= degree; ++j) sum += q[j] * beta[j];
  return sum;
}

}  // namespace dateline
