#include "models/lcc/one_mapping.hpp"

#include <algorithm>

#include "models/lcc/contention.hpp"
#include "models/lcc/kernel.hpp"

namespace dateline {

BitOrder best_order(const Lcc& lcc) {
  BitOrder order(lcc.a.size());
  Bits left = first_bits(lcc.dimensions());
  for (std::size_t k = order.size(); k-- > 0;) {
    const Bits support = kernel_of(lcc.a, left).support;
    order[k] = highest(support != 0 ? support : left);
    left ^= bit(order[k]);
  }
  if (lcc.scatter) std::reverse(order.begin(), order.end());
  const bool gain = largest(contention(reordered(lcc, order))) < largest(contention(lcc));
  return gain ? order : ascending_order(lcc.dimensions());
}

}  // namespace dateline
