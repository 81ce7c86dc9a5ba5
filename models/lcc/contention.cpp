#include "models/lcc/contention.hpp"

#include <algorithm>

namespace dateline {

Contention contention(const Lcc& lcc) {
  const int n = lcc.dimensions();
  const Bits idle = lcc.idle_dimensions();
  Contention t(lcc.a.size(), 0);
  for (int i = 0; i < n; ++i) {
    if (has(idle, i)) continue;
    const Bits free = lcc.scatter ? first_bits(n) & ~first_bits(i + 1) : first_bits(i);  // unknown bits of those that share a channel
    t[static_cast<std::size_t>(i)] = bit(size_of(free) - rank(lcc.a, free | bit(i), free));
  }
  return t;
}

Contention counted_contention(const Lcc& lcc) {
  const int n = lcc.dimensions();
  const Bits nodes = bit(n);
  Contention t(lcc.a.size(), 0);
  std::vector<std::uint32_t> users(nodes);  // of each node's channel
  for (int i = 0; i < n; ++i) {
    std::fill(users.begin(), users.end(), 0);
    for (Bits end = 0; end < nodes; ++end) {
      const Bits source = lcc.scatter ? lcc.image(end) : end, destination = lcc.scatter ? end : lcc.image(end);
      if (has(source ^ destination, i)) ++users[(destination & first_bits(i)) | (source & ~first_bits(i))];
    }
    t[static_cast<std::size_t>(i)] = *std::max_element(users.begin(), users.end());
  }
  return t;
}

std::uint64_t largest(const Contention& contention) { return contention.empty() ? 0 : *std::max_element(contention.begin(), contention.end()); }

}  // namespace dateline
