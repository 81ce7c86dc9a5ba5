// Sets of components that fail: all of a size, or orders drawn at random.
// Order j of a seed: a Fisher-Yates shuffle of the components, ascending: for i = 0, 1, .. swap entry i with entry
// i + floor(r (n - i) / 2^64), r = mix(key + i), key = packet_key(mix(seed xor K), 0, j) (random.hpp), K =
// 0x3c6ef372fe94f82b. Its first f entries are the j-th set of f faults.
#pragma once

#include <optional>

#include "models/analysis/reliability/components.hpp"

namespace dateline {

// n over k; none above 2^53.
[[nodiscard]] std::optional<std::uint64_t> sets_of(std::uint32_t n, std::uint32_t k);

[[nodiscard]] ComponentSet drawn_order(std::uint32_t components, std::uint64_t seed, std::uint64_t number);

// visit(set) for all sets of `size` of 0..n-1, in lexicographic order.
template <typename Visit>
void for_sets(std::uint32_t n, std::uint32_t size, Visit visit) {
  ComponentSet set(size);
  for (std::uint32_t i = 0; i < size; ++i) set[i] = i;
  for (;;) {
    visit(set);
    std::uint32_t i = size;
    while (i > 0 && set[i - 1] == n - size + i - 1) --i;
    if (i == 0) return;
    ++set[i - 1];
    for (; i < size; ++i) set[i] = set[i - 1] + 1;
  }
}

}  // namespace dateline
