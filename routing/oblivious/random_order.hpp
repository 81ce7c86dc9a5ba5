// A uniformly random order of the dimensions, revealed dimension by dimension, when each dimension may turn out to have
// nothing to do.
// Give every dimension a time, uniform on [0, 1]; the order is that of the times. A dimension e not met yet has nothing
// to do with weight idle_e and something with weight busy_e. After m dimensions with something to do have been met, the
// next one is i with weight
//   busy_i x integral over t of (1 - t)^m prod_{e != i} (idle_e + busy_e t) dt    (t: the time left of i; the m were before it, busy e come after it)
// and none is left with weight prod idle_e. Which idle dimensions were passed over need not be known. With q_j the
// coefficients of the product the integral is sum_j q_j B(j+1, m+1), and 1 / B(j, m+1) = j C(j+m, m) divides lcm(1..n):
// all weights below are integers, in units of 1 / lcm(1..n).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "models/base/ids.hpp"

namespace dateline {

class RandomOrder {
 public:
  struct Dimension {
    std::uint64_t idle, busy;
  };
  using Dimensions = std::array<Dimension, kMaxDimensions>;

  explicit RandomOrder(int dimensions);

  // Of "none is left", divided by prod idle_e.
  [[nodiscard]] std::uint64_t unit() const { return unit_; }
  // Of "the next is i", divided by busy_i, among the first `count` of `open`, when `met` have been met. O(count^2).
  [[nodiscard]] std::uint64_t next_is(const Dimensions& open, std::size_t count, std::size_t i, std::size_t met) const {
    const std::uint64_t* const beta = beta_.data() + met * dimensions_;
    if (count == 1) return beta[0];
    if (count == 2) return open[1 - i].idle * beta[0] + open[1 - i].busy * beta[1];
    return next_of_many(open, count, i, beta);
  }

 private:
  [[nodiscard]] static std::uint64_t next_of_many(const Dimensions& open, std::size_t count, std::size_t i, const std::uint64_t* beta);

  std::size_t dimensions_;
  std::uint64_t unit_;
  std::vector<std::uint64_t> beta_;  // [m n + j]: B(j+1, m+1) in units
};

}  // namespace dateline
