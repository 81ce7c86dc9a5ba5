// Where stage 2 of the zone algorithm puts the packets of a row: position(row, r) in 1..n of the packet of rank r =
// 1..n, the farthest destination column having rank n (E. Miyano and K. Iwama, section 4.2). The inverse sort is the
// algorithm; the others are for comparison:
//   inverse_sort  the same for every row
//   random        a random permutation of each row, drawn beforehand (section 4.1 argues with evenly mixed rows)
//   kept          the row moves as it stands
#pragma once

#include <vector>

#include "models/base/ids.hpp"

namespace dateline {

enum class OrderKind { inverse_sort, random, kept };

struct OrderChoice {
  OrderKind kind = OrderKind::inverse_sort;
  std::uint64_t seed = 0;  // of random
};

class RowOrder {
 public:
  // Rows of n packets, `rows` of them. O(n) memory, O(rows n) if random.
  RowOrder(OrderChoice choice, std::uint32_t n, std::uint32_t rows);
  [[nodiscard]] bool is_kept() const { return kind_ == OrderKind::kept; }
  [[nodiscard]] std::uint32_t position(std::uint32_t row, std::uint32_t rank) const { return positions_[stride_ * row + rank - 1]; }
  // Steps that stage 2 needs in the worst case: max over rows and ranks of 2n - r + position(r) - 1; kept: n.
  [[nodiscard]] std::uint32_t steps() const { return steps_; }

 private:
  OrderKind kind_;
  std::size_t stride_;
  std::vector<std::uint16_t> positions_;
  std::uint32_t steps_;
};

}  // namespace dateline
