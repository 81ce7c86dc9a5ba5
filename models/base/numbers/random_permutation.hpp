// The random permutation of a seed, the same everywhere (`random:SEED` of traffic patterns and of meshes): Fisher-Yates
// from the identity, for i = N-1 down to 1 swap entries i and (state >> 33) mod (i+1), where state = state
// 6364136223846793005 + 1442695040888963407 mod 2^64 before each, from `seed` on.
#pragma once

#include <utility>
#include <vector>

#include "models/base/ids.hpp"

namespace dateline {

// Of `count` nodes or terminals.
template <typename IdType>
[[nodiscard]] std::vector<IdType> random_permutation(std::uint32_t count, std::uint64_t seed) {
  std::vector<IdType> destination;
  destination.reserve(count);
  for (std::uint32_t v = 0; v < count; ++v) destination.emplace_back(v);
  std::uint64_t state = seed;
  for (std::uint32_t i = count; i-- > 1;) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    std::swap(destination[i], destination[(state >> 33U) % (i + 1)]);
  }
  return destination;
}

}  // namespace dateline
