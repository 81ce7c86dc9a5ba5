// The maximum-weight assignment of an N x N matrix of non-negative integers, exact, with the dual solution that proves
// it.
// Rows are sources and columns destinations, so the assignment is a worst-case permutation if the weights are loads of
// one channel.
// Source: shortest augmenting paths after augmenting row reduction, R. Jonker and A. Volgenant (1987), on sparse rows;
// where weights are not negative a row may also stay out at value 0 (B. Towles and W. Dally, 2002, maximise over
// permutations whose other pairs weigh nothing).
// Duals: u >= 0 per row, v >= 0 per column, u_i + v_j >= w_ij everywhere; then the sum of all u and v bounds every
// assignment from above, and equals the weight of the one returned. A row or column that no pair of positive weight
// uses has dual 0.
// Completion: such rows and columns, both ascending, are paired to a permutation; all these pairs weigh 0. A pair that
// would send a node to itself exchanges columns with the pair after it (the last with the first), so a node is left
// alone only if it is the only one left.
// Nothing wraps: weights of int64 may be up to 2^60, of Int128 up to 2^124, which leaves room for the sums inside;
// totals are Integers.
// Deterministic. Cost: at most N searches of O(entries + N x distinct distances) each, far fewer and shorter in
// practice.
// Throws InvariantError on malformed rows, on a negative weight, and on one too large for the type.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "models/base/numbers/wide_integer.hpp"

namespace dateline {

// Row r holds the entries begin[r] .. begin[r + 1] - 1, columns ascending; what is not stored is 0.
template <typename Value>
struct SparseRows {
  std::uint32_t nodes = 0;
  std::vector<std::size_t> begin;  // nodes + 1 of them
  std::vector<std::uint32_t> column;
  std::vector<Value> weight;
};

template <typename Value>
struct Assignment {
  std::vector<std::uint32_t> column_of;  // a permutation of 0..nodes-1
  std::vector<Value> u, v;               // the duals, per row and per column
  Integer weight;
};

// The functions below exist for Value = std::int64_t, Int128 and Integer. WeightType: the narrowest of them for weights
// up to `largest`.
enum class WeightType : std::uint8_t { int64, int128, unbounded };
[[nodiscard]] WeightType weight_type(const Integer& largest);

template <typename Value>
[[nodiscard]] Assignment<Value> maximum_weight_assignment(const SparseRows<Value>& rows);

// Why `a` is not proved to be a maximum-weight assignment, or empty if it is: column_of is a permutation, no dual is
// negative, u_i + v_j >= w_ij for every pair, and the sum of the duals equals the weight of column_of and a.weight.
// Trusts neither `rows` nor `a`.
template <typename Value>
[[nodiscard]] std::string certificate_error(const SparseRows<Value>& rows, const Assignment<Value>& a);

// What is malformed in the rows, or empty: sizes, order and range of the columns, a weight that is negative or too
// large for its type.
template <typename Value>
[[nodiscard]] std::string rows_error(const SparseRows<Value>& rows);

// The weight of a permutation of the nodes, or of any column per row.
template <typename Value>
[[nodiscard]] Integer assignment_weight(const SparseRows<Value>& rows, const std::vector<std::uint32_t>& column_of);

}  // namespace dateline
