// How far apart inverse sort lays the symbols of a window: of k consecutive ranks of w_1..w_n, the shortest way from
// one symbol to the next but one (first to third) in SORT^-1(w), over all windows of length k.
//
// Source: Miyano and Iwama, oblivious routing on the mesh, Lemma 1: first to third is at least ceil(n/2k). First to
// second has no such bound. The stronger ceil(n/k) is false, first at n = 78, k = 7.
// Units: distances are differences of positions; windows are 3 <= k <= n (first to second is there from k = 2 on).
// Method: three symbols lie in a common window iff their ranks span less than k, so the question is the same with ranks
// and positions exchanged; windows up to sqrt(n) are searched along the ranks, longer ones along the positions.
// Cost: O(n sqrt(n)) for all k together. Errors: ConfigError for n outside 3..2^20 or k outside 3..n.
#pragma once

#include <array>
#include <vector>

namespace dateline {

struct WindowMinima {
  int length = 0;
  std::vector<int> first_to_third;   // at index k, 3 <= k <= n
  std::vector<int> first_to_second;  // at index k, 2 <= k <= n
};
[[nodiscard]] WindowMinima window_minima(int n);

// Three ranks of one window of length k, in the order of their positions, `distance` from the first to the third: those
// that stand furthest left, the middle one too. Throws InvariantError if there are none.
[[nodiscard]] std::array<int, 3> closest_ranks(int n, int k, int distance);

// ceil(n/2k), and the stronger ceil(n/k).
[[nodiscard]] int first_to_third_bound(int n, int k);
[[nodiscard]] int stronger_bound(int n, int k);

// What follows for a row that sends a packet in every fourth step: of its k packets for a column (consecutive ranks) at
// most min(k, 2 ceil(steps / ceil(2n/k))) come within so many steps. Without the outer ceiling, as in the paper's
// section 4.4, it is no bound.
[[nodiscard]] int most_arrivals(int n, int k, int steps);

}  // namespace dateline
