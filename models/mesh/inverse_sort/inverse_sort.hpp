// Inverse sort: the order in which a row lays out a sorted sequence so that packets of one column lie far apart.
//
// SFL(x, y) alternates x1 y1 x2 y2 ..., then the rest of the longer one. SORT^-1(x) = x if |x| <= 1, else
// SFL(SORT^-1(first ceil(|x|/2) of x), SORT^-1(the rest)).
// Source: Miyano and Iwama, oblivious routing on the mesh, section 3. Its base case |x| = 0 alone would never end for
// |x| = 1.
// Units: ranks r and positions pos(r) count from 1, as in the paper; for n a power of two pos(r) - 1 is the bit
// reversal of r - 1.
// Cost: O(n log n). Errors: ConfigError for n above kLongestSequence or negative.
#pragma once

#include <vector>

namespace dateline {

inline constexpr int kLongestSequence = 1 << 20;

// The ranks 1..n in the order of SORT^-1: element p (from 0) is the rank that stands at position p + 1.
[[nodiscard]] std::vector<int> inverse_sort_order(int n);

// pos(r) at index r: n + 1 elements, element 0 unused (0); pos(r) in 1..n.
[[nodiscard]] std::vector<int> inverse_sort_positions(int n);

// Steps of stage 2 of a row: max over r of 2n - r + pos(r) - 1, the step in which the packet of rank r stops at place n
// + pos(r); at most 3n - 2. 0 for n = 0.
[[nodiscard]] int t2_budget(int n);

// SORT^-1 of any sequence.
template <typename T>
[[nodiscard]] std::vector<T> inverse_sort(const std::vector<T>& sequence) {
  std::vector<T> sorted;
  sorted.reserve(sequence.size());
  for (const int rank : inverse_sort_order(static_cast<int>(sequence.size()))) sorted.push_back(sequence[static_cast<std::size_t>(rank - 1)]);
  return sorted;
}

}  // namespace dateline
