#include "models/analysis/reliability/component_sets.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "models/base/numbers/random.hpp"

namespace dateline {

std::optional<std::uint64_t> sets_of(std::uint32_t n, std::uint32_t k) {
  if (k > n) return 0;
  __extension__ using Wide = unsigned __int128;
  constexpr Wide kMost = Wide{1} << 53U;
  k = std::min(k, n - k);
  Wide sets = 1;
  for (std::uint32_t i = 1; i <= k; ++i) {
    sets = sets * (n - k + i) / i;
    if (sets > kMost) return std::nullopt;
  }
  return static_cast<std::uint64_t>(sets);
}

ComponentSet drawn_order(std::uint32_t components, std::uint64_t seed, std::uint64_t number) {
  constexpr std::uint64_t kStreams = 0x3c6ef372fe94f82bULL;
  const std::uint64_t key = packet_key(mix(seed ^ kStreams), 0, number);
  ComponentSet order(components);
  std::iota(order.begin(), order.end(), 0U);
  for (std::uint32_t i = 0; i < components; ++i) std::swap(order[i], order[i + scale_bits(mix(key + i), components - i)]);
  return order;
}

}  // namespace dateline
