// Sets of dimensions as 64-bit words, and square matrices over GF(2) as such rows: bit j of row i is a_ij. n up to 64.
#pragma once

#include <cstdint>
#include <vector>

namespace dateline {

using Bits = std::uint64_t;
using BitMatrix = std::vector<Bits>;

inline constexpr int kMostDimensions = 64;

[[nodiscard]] constexpr Bits bit(int i) { return Bits{1} << static_cast<unsigned>(i); }
[[nodiscard]] constexpr bool has(Bits set, int i) { return (set >> static_cast<unsigned>(i) & 1U) != 0; }
// 0..n-1, for n up to 64.
[[nodiscard]] constexpr Bits first_bits(int n) { return n == 0 ? 0 : ~Bits{0} >> static_cast<unsigned>(kMostDimensions - n); }
[[nodiscard]] inline int lowest(Bits set) { return __builtin_ctzll(set); }  // of a set that is not empty
[[nodiscard]] inline int highest(Bits set) { return kMostDimensions - 1 - __builtin_clzll(set); }
[[nodiscard]] inline int size_of(Bits set) { return __builtin_popcountll(set); }
[[nodiscard]] inline bool odd(Bits set) { return __builtin_parityll(set) != 0; }

[[nodiscard]] inline Bits row_of(const BitMatrix& a, int i) { return a[static_cast<std::size_t>(i)]; }
[[nodiscard]] BitMatrix transposed(const BitMatrix& a);
// A x.
[[nodiscard]] Bits product(const BitMatrix& a, Bits x);
// Of the rows and columns given alone, by elimination, O(n^2) word operations.
[[nodiscard]] int rank(const BitMatrix& a, Bits rows, Bits columns);

}  // namespace dateline
