#include "models/mesh/inverse_sort/inverse_sort.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"

namespace dateline {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// The first half is never the shorter one and at most one longer, so SFL takes from both in turn to the end: the
// element that a half lays at its place p (from 0) comes to 2p if the half is the first, to 2p + 1 if it is the second.
int place_of(int n, int index) {
  int place = 0;
  for (int turn = 1; n > 1; turn *= 2) {
    const int first = (n + 1) / 2;
    if (index < first) {
      n = first;
    } else {
      place += turn;
      index -= first;
      n -= first;
    }
  }
  return place;
}

void check_length(int n) {
  if (n < 0 || n > kLongestSequence) throw ConfigError("inverse sort", "length", std::to_string(n), fmt::format("not in 0..{}", kLongestSequence));
}

}  // namespace

std::vector<int> inverse_sort_positions(int n) {
  check_length(n);
  std::vector<int> positions(at(n) + 1, 0);
  for (int r = 1; r <= n; ++r) positions[at(r)] = place_of(n, r - 1) + 1;
  return positions;
}

std::vector<int> inverse_sort_order(int n) {
  const std::vector<int> positions = inverse_sort_positions(n);
  std::vector<int> order(at(n));
  for (int r = 1; r <= n; ++r) order[at(positions[at(r)] - 1)] = r;
  return order;
}

int t2_budget(int n) {
  const std::vector<int> positions = inverse_sort_positions(n);
  int budget = 0;
  for (int r = 1; r <= n; ++r) budget = std::max(budget, 2 * n - r + positions[at(r)] - 1);
  return budget;
}

}  // namespace dateline
