// Channel contention of a linear-complement communication under e-cube routing, dimensions ascending: T_i is the most
// messages that use one channel of dimension i.
// Formula: 0 where no message crosses dimension i; else 2^(i - rank A[0..i, 0..i-1]) of a map (Hou et al., Theorem 1)
// and 2^((n-1-i) - rank A[i..n-1, i+1..n-1]) of a scatter, for which Theorem 1 is wrong: it counts a scatter's messages
// as if they went the gather's ways back, in descending dimensions. O(n^3) word operations.
// Counting walks every message, O(n 2^n), with 2^n counters: a second method, for n up to 20.
#pragma once

#include <vector>

#include "models/lcc/lcc.hpp"

namespace dateline {

using Contention = std::vector<std::uint64_t>;  // T_i, dimension by dimension

inline constexpr int kMostCountedDimensions = 20;

[[nodiscard]] Contention contention(const Lcc& lcc);
[[nodiscard]] Contention counted_contention(const Lcc& lcc);
// T, the largest.
[[nodiscard]] std::uint64_t largest(const Contention& contention);

}  // namespace dateline
