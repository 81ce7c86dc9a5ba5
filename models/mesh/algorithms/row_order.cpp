#include "models/mesh/algorithms/row_order.hpp"

#include <algorithm>

#include "models/base/numbers/random.hpp"
#include "models/base/numbers/random_permutation.hpp"
#include "models/mesh/inverse_sort/inverse_sort.hpp"

namespace dateline {

RowOrder::RowOrder(OrderChoice choice, std::uint32_t n, std::uint32_t rows)
    : kind_(choice.kind), stride_(choice.kind == OrderKind::random ? n : 0), steps_(n) {
  if (kind_ == OrderKind::inverse_sort) {
    const std::vector<int> positions = inverse_sort_positions(static_cast<int>(n));
    for (std::uint32_t rank = 1; rank <= n; ++rank) positions_.push_back(static_cast<std::uint16_t>(positions[rank]));
  }
  if (kind_ == OrderKind::random) {
    for (std::uint32_t row = 0; row < rows; ++row) {
      for (const NodeId at : random_permutation<NodeId>(n, mix(mix(choice.seed) + row)))
        positions_.push_back(static_cast<std::uint16_t>(at.value() + 1));
    }
  }
  for (std::size_t i = 0; i < positions_.size(); ++i) {
    const auto rank = static_cast<std::uint32_t>(i % n) + 1;
    steps_ = std::max(steps_, 2 * n - rank + positions_[i] - 1);
  }
}

}  // namespace dateline
