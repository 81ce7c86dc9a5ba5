#include "models/mesh/inverse_sort/window_minima.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "models/base/error.hpp"
#include "models/mesh/inverse_sort/inverse_sort.hpp"

namespace dateline {
namespace {

constexpr int kShortest = 3;
constexpr int kFar = std::numeric_limits<int>::max() / 4;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// At index r: the smallest spread (largest minus smallest) of two or three values that stand at most r places apart.
struct Spreads {
  std::vector<int> of_two, of_three;
};

// The values met on the way that are next to one value: two below it, two above.
class Neighbours {
 public:
  explicit Neighbours(int value) : value_(value), below_(value - kFar), below2_(value - kFar), above_(value + kFar), above2_(value + kFar) {}
  void meet(int x) {
    if (x < value_) {
      below2_ = std::max(below2_, std::min(below_, x));
      below_ = std::max(below_, x);
    } else {
      above2_ = std::min(above2_, std::max(above_, x));
      above_ = std::min(above_, x);
    }
  }
  [[nodiscard]] int spread_of_two() const { return std::min(value_ - below_, above_ - value_); }
  [[nodiscard]] int spread_of_three() const { return std::min({value_ - below2_, above2_ - value_, above_ - below_}); }

 private:
  int value_, below_, below2_, above_, above2_;
};

// `values`: a permutation, the first element at index 0.
Spreads smallest_spreads(const std::vector<int>& values, int reach) {
  const int n = static_cast<int>(values.size());
  Spreads spreads{std::vector<int>(at(reach) + 1, kFar), std::vector<int>(at(reach) + 1, kFar)};
  for (int i = 0; i < n; ++i) {
    Neighbours neighbours(values[at(i)]);
    for (int r = 1; r <= std::min(reach, n - 1 - i); ++r) {
      neighbours.meet(values[at(i + r)]);
      spreads.of_two[at(r)] = std::min(spreads.of_two[at(r)], neighbours.spread_of_two());
      spreads.of_three[at(r)] = std::min(spreads.of_three[at(r)], neighbours.spread_of_three());
    }
  }
  for (int r = 2; r <= reach; ++r) {  // what begins near the end has fewer than r places
    spreads.of_two[at(r)] = std::min(spreads.of_two[at(r)], spreads.of_two[at(r - 1)]);
    spreads.of_three[at(r)] = std::min(spreads.of_three[at(r)], spreads.of_three[at(r - 1)]);
  }
  return spreads;
}

// The shortest distance whose smallest span of ranks fits into each window longer than `done`; `spans` falls with the
// distance.
void fill_long_windows(const std::vector<int>& spans, int done, std::vector<int>& minima) {
  int distance = static_cast<int>(spans.size()) - 1;
  for (int k = done + 1; k < static_cast<int>(minima.size()); ++k) {
    while (distance > 1 && spans[at(distance - 1)] < k) --distance;
    minima[at(k)] = distance;
  }
}

void check(int n, int k) {
  if (n < kShortest || n > kLongestSequence) {
    throw ConfigError("lemma 1", "length", std::to_string(n), fmt::format("not in {}..{}", kShortest, kLongestSequence));
  }
  if (k < kShortest || k > n) throw ConfigError("lemma 1", "window", std::to_string(k), fmt::format("not in {}..{}", kShortest, n));
}

int divided_up(int a, int b) { return (a + b - 1) / b; }

}  // namespace

WindowMinima window_minima(int n) {
  check(n, kShortest);
  std::vector<int> positions = inverse_sort_positions(n);
  positions.erase(positions.begin());
  int longest = kShortest;  // of the windows searched along the ranks
  while (longest < n && longest * longest < n) ++longest;
  const Spreads along_ranks = smallest_spreads(positions, longest - 1);
  WindowMinima minima{n, std::vector<int>(at(n) + 1, 0), std::vector<int>(at(n) + 1, 0)};
  for (int k = 2; k <= longest; ++k) {
    minima.first_to_second[at(k)] = along_ranks.of_two[at(k - 1)];
    if (k >= kShortest) minima.first_to_third[at(k)] = along_ranks.of_three[at(k - 1)];
  }
  const Spreads along_positions = smallest_spreads(inverse_sort_order(n), minima.first_to_third[at(longest)]);
  fill_long_windows(along_positions.of_three, longest, minima.first_to_third);
  fill_long_windows(along_positions.of_two, longest, minima.first_to_second);
  return minima;
}

std::array<int, 3> closest_ranks(int n, int k, int distance) {
  check(n, k);
  const std::vector<int> order = inverse_sort_order(n);
  for (int first = 0; first + distance < n; ++first) {
    const int a = order[at(first)], c = order[at(first + distance)];
    if (std::abs(a - c) >= k) continue;
    for (int middle = first + 1; middle < first + distance; ++middle) {
      const int b = order[at(middle)];
      if (std::max({a, b, c}) - std::min({a, b, c}) < k) return {a, b, c};
    }
  }
  throw InvariantError(fmt::format("no window of length {} of {} has three symbols at distance {}", k, n, distance));
}

int first_to_third_bound(int n, int k) { return divided_up(n, 2 * k); }
int stronger_bound(int n, int k) { return divided_up(n, k); }

int most_arrivals(int n, int k, int steps) { return std::min(k, 2 * divided_up(steps, divided_up(2 * n, k))); }

}  // namespace dateline
