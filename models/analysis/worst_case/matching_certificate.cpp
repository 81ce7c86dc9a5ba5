// What is checked before and after the search, written without regard to how it works.
#include <fmt/format.h>

#include <algorithm>

#include "models/analysis/worst_case/matching.hpp"
#include "models/base/error.hpp"

namespace dateline {
namespace {

WeightType type_of(std::int64_t) { return WeightType::int64; }
WeightType type_of(Int128) { return WeightType::int128; }
WeightType type_of(const Integer&) { return WeightType::unbounded; }

// Where the row's entry of this column is, or the row's end.
template <typename Value>
std::size_t find_entry(const SparseRows<Value>& rows, std::size_t row, std::uint32_t column) {
  const auto first = rows.column.begin() + static_cast<std::ptrdiff_t>(rows.begin[row]);
  const auto last = rows.column.begin() + static_cast<std::ptrdiff_t>(rows.begin[row + 1]);
  const auto found = std::lower_bound(first, last, column);
  return found != last && *found == column ? static_cast<std::size_t>(found - rows.column.begin()) : rows.begin[row + 1];
}

}  // namespace

WeightType weight_type(const Integer& largest) {
  constexpr unsigned kInt64Bits = 60, kInt128Bits = 124;
  if (largest <= Integer(1) << kInt64Bits) return WeightType::int64;
  return largest <= Integer(1) << kInt128Bits ? WeightType::int128 : WeightType::unbounded;
}

template <typename Value>
std::string rows_error(const SparseRows<Value>& rows) {
  const std::size_t n = rows.nodes;
  if (rows.begin.size() != n + 1) return fmt::format("{} row starts for {} nodes", rows.begin.size(), n);
  if (rows.column.size() != rows.weight.size()) return fmt::format("{} columns and {} weights", rows.column.size(), rows.weight.size());
  if (rows.begin.front() != 0 || rows.begin.back() != rows.column.size()) return "the rows do not cover the entries";
  if (!std::is_sorted(rows.begin.begin(), rows.begin.end())) return "the row starts do not ascend";
  for (std::size_t r = 0; r < n; ++r) {
    for (std::size_t e = rows.begin[r]; e < rows.begin[r + 1]; ++e) {
      if (rows.column[e] >= n) return fmt::format("row {}: column {} of {} nodes", r, rows.column[e], n);
      if (e > rows.begin[r] && rows.column[e] <= rows.column[e - 1]) return fmt::format("row {}: columns do not ascend at {}", r, rows.column[e]);
    }
  }
  if (rows.weight.empty()) return {};
  const auto [least, largest] = std::minmax_element(rows.weight.begin(), rows.weight.end());
  if (*least < 0) return "the weight " + Integer(*least).str() + " is negative";
  if (weight_type(Integer(*largest)) > type_of(*largest)) return "the weight " + Integer(*largest).str() + " needs a wider type";
  return {};
}

template <typename Value>
Integer assignment_weight(const SparseRows<Value>& rows, const std::vector<std::uint32_t>& column_of) {
  if (column_of.size() != rows.nodes) throw InvariantError(fmt::format("assignment of {} rows of {}", column_of.size(), rows.nodes));
  Integer sum = 0;
  for (std::size_t r = 0; r < column_of.size(); ++r) {
    const std::size_t e = find_entry(rows, r, column_of[r]);
    if (e != rows.begin[r + 1]) sum += rows.weight[e];
  }
  return sum;
}

template <typename Value>
std::string certificate_error(const SparseRows<Value>& rows, const Assignment<Value>& a) {
  if (std::string error = rows_error(rows); !error.empty()) return error;
  const std::size_t n = rows.nodes;
  if (a.column_of.size() != n || a.u.size() != n || a.v.size() != n) return fmt::format("not {} columns and duals", n);
  std::vector<bool> taken(n, false);
  for (std::size_t r = 0; r < n; ++r) {
    const std::uint32_t column = a.column_of[r];
    if (column >= n) return fmt::format("row {}: column {} does not exist", r, column);
    if (taken[column]) return fmt::format("column {} is assigned twice", column);
    taken[column] = true;
  }
  Integer duals = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (a.u[i] < 0) return fmt::format("the dual of row {} is negative", i);
    if (a.v[i] < 0) return fmt::format("the dual of column {} is negative", i);
    duals += a.u[i];
    duals += a.v[i];
  }
  for (std::size_t r = 0; r < n; ++r) {
    for (std::size_t e = rows.begin[r]; e < rows.begin[r + 1]; ++e) {
      // A difference of two numbers that are not negative cannot wrap; the sum of two duals could.
      const Value uncovered = rows.weight[e] - a.v[rows.column[e]];
      if (a.u[r] < uncovered) return fmt::format("row {}, column {}: the duals sum to less than the weight", r, rows.column[e]);
    }
  }
  const Integer weight = assignment_weight(rows, a.column_of);
  if (weight != a.weight) return fmt::format("the assignment weighs {}, not {}", weight.str(), a.weight.str());
  if (weight != duals) return fmt::format("the duals sum to {}, the assignment weighs {}", duals.str(), weight.str());
  return {};
}

template std::string rows_error(const SparseRows<std::int64_t>&);
template std::string rows_error(const SparseRows<Int128>&);
template std::string rows_error(const SparseRows<Integer>&);
template Integer assignment_weight(const SparseRows<std::int64_t>&, const std::vector<std::uint32_t>&);
template Integer assignment_weight(const SparseRows<Int128>&, const std::vector<std::uint32_t>&);
template Integer assignment_weight(const SparseRows<Integer>&, const std::vector<std::uint32_t>&);
template std::string certificate_error(const SparseRows<std::int64_t>&, const Assignment<std::int64_t>&);
template std::string certificate_error(const SparseRows<Int128>&, const Assignment<Int128>&);
template std::string certificate_error(const SparseRows<Integer>&, const Assignment<Integer>&);

}  // namespace dateline
