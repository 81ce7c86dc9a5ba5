// A second solver for tests: the dense Hungarian method in its plainest form, O(N^3), for the weight of a
// maximum-weight assignment. It shares nothing with models/: one row after the other, prices of rows and columns, the
// cheapest reduced cost of each column so far, no sparseness.
// Source: H. W. Kuhn (1955), J. Munkres (1957).
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "models/base/numbers/rational.hpp"

namespace dateline::test {

using DenseWeights = std::vector<std::vector<Integer>>;  // row = source

[[nodiscard]] inline Integer hungarian_weight(const DenseWeights& w) {
  const std::size_t n = w.size();
  // Costs are negated weights. Row and column n are artificial: row_of[n] is the row being added.
  std::vector<Integer> row_price(n + 1), column_price(n + 1);
  std::vector<std::size_t> row_of(n + 1, n), before(n + 1, n);
  for (std::size_t added = 0; added < n; ++added) {
    row_of[n] = added;
    std::size_t column = n;
    std::vector<std::optional<Integer>> cheapest(n);
    std::vector<bool> in_tree(n + 1, false);
    do {
      in_tree[column] = true;
      std::size_t next = n;
      for (std::size_t j = 0; j < n; ++j) {
        if (in_tree[j]) continue;
        const Integer reduced = -w[row_of[column]][j] - row_price[row_of[column]] - column_price[j];
        if (!cheapest[j] || reduced < *cheapest[j]) {
          cheapest[j] = reduced;
          before[j] = column;
        }
        if (next == n || *cheapest[j] < *cheapest[next]) next = j;
      }
      const Integer step = *cheapest[next];
      for (std::size_t j = 0; j <= n; ++j) {
        if (in_tree[j]) {
          row_price[row_of[j]] += step;
          column_price[j] -= step;
        } else {
          *cheapest[j] -= step;
        }
      }
      column = next;
    } while (row_of[column] != n);
    for (; column != n; column = before[column]) row_of[column] = row_of[before[column]];
  }
  Integer sum = 0;
  for (std::size_t j = 0; j < n; ++j) sum += w[row_of[j]][j];
  return sum;
}

}  // namespace dateline::test
