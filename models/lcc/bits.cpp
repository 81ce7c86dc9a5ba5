#include "models/lcc/bits.hpp"

namespace dateline {

BitMatrix transposed(const BitMatrix& a) {
  const int n = static_cast<int>(a.size());
  BitMatrix t(a.size(), 0);
  for (int i = 0; i < n; ++i) {
    for (Bits left = row_of(a, i); left != 0; left &= left - 1) t[static_cast<std::size_t>(lowest(left))] |= bit(i);
  }
  return t;
}

Bits product(const BitMatrix& a, Bits x) {
  Bits y = 0;
  for (std::size_t i = 0; i < a.size(); ++i) y |= static_cast<Bits>(odd(a[i] & x)) << i;
  return y;
}

int rank(const BitMatrix& a, Bits rows, Bits columns) {
  BitMatrix reduced;  // each has a bit, its lowest, that no later one has
  for (Bits left = rows; left != 0; left &= left - 1) {
    Bits row = row_of(a, lowest(left)) & columns;
    for (const Bits pivot : reduced) {
      if ((row & pivot & (~pivot + 1)) != 0) row ^= pivot;
    }
    if (row != 0) reduced.push_back(row);
  }
  return static_cast<int>(reduced.size());
}

}  // namespace dateline
