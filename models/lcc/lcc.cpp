#include "models/lcc/lcc.hpp"

#include <numeric>

namespace dateline {

Bits Lcc::idle_dimensions() const {
  Bits idle = 0;
  for (int i = 0; i < dimensions(); ++i) {
    if (row_of(a, i) == bit(i) && !has(b, i)) idle |= bit(i);
  }
  return idle;
}

LccKind Lcc::kind() const {
  if (scatter) return LccKind::scatter;
  return rank() == dimensions() ? LccKind::permutation : LccKind::gather;
}

BitOrder ascending_order(int dimensions) {
  BitOrder order(static_cast<std::size_t>(dimensions));
  std::iota(order.begin(), order.end(), 0);
  return order;
}

Bits placed(Bits v, const BitOrder& order) {
  Bits q = 0;
  for (std::size_t k = 0; k < order.size(); ++k) q |= (v >> static_cast<unsigned>(order[k]) & 1U) << k;
  return q;
}

Lcc reordered(const Lcc& lcc, const BitOrder& order) {
  Lcc moved = lcc;
  for (std::size_t k = 0; k < order.size(); ++k) moved.a[k] = placed(row_of(lcc.a, order[k]), order);
  moved.b = placed(lcc.b, order);
  return moved;
}

std::string bit_text(Bits bits, int dimensions) {
  std::string text;
  for (int i = 0; i < dimensions; ++i) text += has(bits, i) ? '1' : '0';
  return text;
}

}  // namespace dateline
