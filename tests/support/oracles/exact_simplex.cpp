#include "tests/support/oracles/exact_simplex.hpp"

#include <stdexcept>

namespace dateline::test {
namespace {

// Rows [coefficients | right side], kept so that each row's basic column is a unit vector.
struct Tableau {
  std::vector<std::vector<Rational>> rows;
  std::vector<std::size_t> basic;

  void pivot(std::size_t row, std::size_t column) {
    const Rational by = rows[row][column];
    for (Rational& value : rows[row]) value = value / by;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (i == row || rows[i][column] == 0) continue;
      const Rational times = rows[i][column];
      for (std::size_t j = 0; j < rows[i].size(); ++j) {
        if (rows[row][j] != 0) rows[i][j] -= times * rows[row][j];
      }
    }
    basic[row] = column;
  }

  [[nodiscard]] Rational reduced(const std::vector<Rational>& cost, std::size_t column) const {
    Rational value = cost[column];
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (rows[i][column] != 0) value -= cost[basic[i]] * rows[i][column];
    }
    return value;
  }

  // Over the first `columns` of them.
  Rational minimise(const std::vector<Rational>& cost, std::size_t columns) {
    while (true) {
      std::size_t enters = columns;
      for (std::size_t j = 0; j < columns && enters == columns; ++j) {
        if (reduced(cost, j) < 0) enters = j;
      }
      if (enters == columns) break;
      std::size_t leaves = rows.size();
      Rational least = 0;
      for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!(rows[i][enters] > 0)) continue;
        const Rational ratio = rows[i].back() / rows[i][enters];
        if (leaves == rows.size() || ratio < least || (ratio == least && basic[i] < basic[leaves])) leaves = i, least = ratio;
      }
      if (leaves == rows.size()) throw std::logic_error("the cost has no lower bound");
      pivot(leaves, enters);
    }
    Rational total = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) total += cost[basic[i]] * rows[i].back();
    return total;
  }
};

}  // namespace

std::optional<Rational> least_cost(const std::vector<std::vector<Rational>>& a, const std::vector<Rational>& b, const std::vector<Rational>& cost) {
  const std::size_t n = cost.size(), m = a.size();
  Tableau t;
  for (std::size_t i = 0; i < m; ++i) {
    t.rows.push_back(a[i]);
    t.rows.back().resize(n + m + 1);
    t.rows.back()[n + i] = 1;
    t.rows.back().back() = b[i];
    t.basic.push_back(n + i);
  }
  std::vector<Rational> artificial(n + m), own = cost;
  for (std::size_t i = 0; i < m; ++i) artificial[n + i] = 1;
  own.resize(n + m);
  if (t.minimise(artificial, n) > 0) return std::nullopt;
  // An artificial column left at 0 goes out where the row has anything to put in its place; else the row says nothing.
  for (std::size_t i = 0; i < m; ++i) {
    for (std::size_t j = 0; j < n && t.basic[i] >= n; ++j) {
      if (t.rows[i][j] != 0) t.pivot(i, j);
    }
  }
  return t.minimise(own, n);
}

}  // namespace dateline::test
