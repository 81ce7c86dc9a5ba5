// Doubly stochastic matrices in exact arithmetic: making them, and taking them apart into permutations (G. Birkhoff,
// 1946).
// A decomposition is greedy: a permutation within the positive entries (one exists, by Hall's theorem, found by
// augmenting paths), with the least of its entries as its weight, until nothing is left; at least one entry vanishes
// each time, so it ends after at most N^2 - 2N + 2 permutations.
#pragma once

#include <cstdint>
#include <vector>

#include "models/base/numbers/rational.hpp"

namespace dateline::test {

using Matrix = std::vector<std::vector<Rational>>;  // N x N, row = source
using Permutation = std::vector<std::uint32_t>;

struct WeightedPermutation {
  Rational weight;
  Permutation to;
};

// Throws std::logic_error unless the matrix is doubly stochastic.
[[nodiscard]] std::vector<WeightedPermutation> decompose(Matrix matrix);

// A mixture of 1 to `most` random permutations with random weights.
[[nodiscard]] Matrix random_mixture(std::uint32_t nodes, std::uint32_t most, std::uint64_t seed);
// The uniform matrix after random exchanges: +x, -x, -x, +x on the corners of a rectangle, as far as all stay
// non-negative.
[[nodiscard]] Matrix random_exchanges(std::uint32_t nodes, std::uint32_t exchanges, std::uint64_t seed);

}  // namespace dateline::test
