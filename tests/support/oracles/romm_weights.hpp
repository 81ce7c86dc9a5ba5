// Loads of ROMM on one channel of a k x k torus of odd k, for tests: every intermediate node of the minimal quadrant
// (both ends included), each phase in dimension order x y or y x with 1/2 each, enumerated. Row = source, column =
// destination, index = x + k y; the channel leaves (0,0) to (1,0). Source: T. Nesson and S. L. Johnsson (1995) as used
// by B. Towles and W. Dally (2002). Weights are loads times `scale` = 2 lcm(1..(k+1)/2).
#pragma once

#include <cstdint>
#include <numeric>
#include <stdexcept>

#include "tests/support/oracles/hungarian.hpp"

namespace dateline::test {

struct ScaledWeights {
  std::int64_t scale = 2;
  DenseWeights weight;
};

[[nodiscard]] inline ScaledWeights romm_weights(int k) {
  ScaledWeights result;
  for (int i = 2; i <= (k + 1) / 2; ++i) result.scale = std::lcm(result.scale, 2 * i);
  const int nodes = k * k;
  result.weight.assign(static_cast<std::size_t>(nodes), std::vector<Integer>(static_cast<std::size_t>(nodes)));
  const auto wrapped = [k](int x) { return ((x % k) + k) % k; };
  // From x to `to` the shorter way, in row y: does a packet pass from (0,0) to (1,0)?
  const auto crosses = [&](int x, int to, int y) {
    const int hops = wrapped(to - x);
    return y == 0 && 2 * hops < k && wrapped(-x) < hops;
  };
  const auto offset = [&](int from, int to) { return wrapped(to - from + k / 2) - k / 2; };
  for (int source = 0; source < nodes; ++source) {
    for (int destination = 0; destination < nodes; ++destination) {
      const int x0 = source % k, y0 = source / k, x2 = destination % k, y2 = destination / k;
      const int dx = offset(x0, x2), dy = offset(y0, y2);
      int crossings = 0;  // over all intermediates and both orders of both phases
      for (int i = 0; i <= std::abs(dx); ++i) {
        for (int j = 0; j <= std::abs(dy); ++j) {
          const int x1 = wrapped(x0 + (dx < 0 ? -i : i)), y1 = wrapped(y0 + (dy < 0 ? -j : j));
          crossings += crosses(x0, x1, y0) + crosses(x0, x1, y1) + crosses(x1, x2, y1) + crosses(x1, x2, y2);
        }
      }
      const std::int64_t ways = 2 * (std::abs(dx) + 1) * (std::abs(dy) + 1);
      if (result.scale * crossings % ways != 0) throw std::logic_error("the scale is no common denominator");
      result.weight[static_cast<std::size_t>(source)][static_cast<std::size_t>(destination)] = result.scale * crossings / ways;
    }
  }
  return result;
}

}  // namespace dateline::test
