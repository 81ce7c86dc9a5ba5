#include "tests/support/oracles/birkhoff.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <stdexcept>

#include "models/base/numbers/random.hpp"

namespace dateline::test {
namespace {

void check_sums(const Matrix& matrix) {
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    Rational row = 0, column = 0;
    for (std::size_t j = 0; j < matrix.size(); ++j) {
      if (matrix[i][j] < 0) throw std::logic_error("a negative entry");
      row += matrix[i][j];
      column += matrix[j][i];
    }
    if (row != 1 || column != 1) throw std::logic_error("the matrix is not doubly stochastic");
  }
}

// A permutation within the positive entries.
Permutation within(const Matrix& matrix) {
  const auto n = static_cast<std::uint32_t>(matrix.size());
  constexpr std::uint32_t kNone = 0xffffffffU;
  Permutation row_of(n, kNone), column_of(n, kNone);
  for (std::uint32_t root = 0; root < n; ++root) {
    std::vector<bool> seen(n, false);
    const std::function<bool(std::uint32_t)> augment = [&](std::uint32_t i) {
      for (std::uint32_t j = 0; j < n; ++j) {
        if (matrix[i][j] == 0 || seen[j]) continue;
        seen[j] = true;
        if (row_of[j] != kNone && !augment(row_of[j])) continue;
        row_of[j] = i;
        column_of[i] = j;
        return true;
      }
      return false;
    };
    if (!augment(root)) throw std::logic_error("no permutation within the positive entries");
  }
  return column_of;
}

Permutation random_permutation(std::uint32_t n, RandomStream& random) {
  Permutation p(n);
  std::iota(p.begin(), p.end(), 0U);
  for (std::uint32_t i = n - 1; i > 0; --i) std::swap(p[i], p[random.below(i + 1)]);
  return p;
}

}  // namespace

std::vector<WeightedPermutation> decompose(Matrix matrix) {
  check_sums(matrix);
  std::vector<WeightedPermutation> parts;
  for (Rational left = 1; left > 0;) {
    WeightedPermutation part{left, within(matrix)};
    for (std::size_t i = 0; i < matrix.size(); ++i) part.weight = std::min(part.weight, matrix[i][part.to[i]]);
    for (std::size_t i = 0; i < matrix.size(); ++i) matrix[i][part.to[i]] -= part.weight;
    left -= part.weight;
    parts.push_back(std::move(part));
  }
  return parts;
}

Matrix random_mixture(std::uint32_t nodes, std::uint32_t most, std::uint64_t seed) {
  RandomStream random(seed, 1, Purpose::destination);
  Matrix matrix(nodes, std::vector<Rational>(nodes));
  std::vector<std::uint32_t> weights(1 + random.below(most));
  for (std::uint32_t& w : weights) w = 1 + random.below(1000);
  const std::uint32_t total = std::accumulate(weights.begin(), weights.end(), 0U);
  for (const std::uint32_t w : weights) {
    const Permutation p = random_permutation(nodes, random);
    for (std::uint32_t i = 0; i < nodes; ++i) matrix[i][p[i]] += Rational(w, total);
  }
  check_sums(matrix);
  return matrix;
}

Matrix random_exchanges(std::uint32_t nodes, std::uint32_t exchanges, std::uint64_t seed) {
  RandomStream random(seed, 2, Purpose::destination);
  Matrix matrix(nodes, std::vector<Rational>(nodes, Rational(1, nodes)));
  for (std::uint32_t e = 0; e < exchanges; ++e) {
    const std::uint32_t a = random.below(nodes), b = random.below(nodes), c = random.below(nodes), d = random.below(nodes);
    if (a == b || c == d) continue;
    const Rational least = std::min(matrix[a][d], matrix[b][c]);
    const Rational x = random.below(2) == 0 ? least : Rational(least * Rational(random.below(7), 7));  // often all of it: entries become 0
    matrix[a][c] += x;
    matrix[b][d] += x;
    matrix[a][d] -= x;
    matrix[b][c] -= x;
  }
  check_sums(matrix);
  return matrix;
}

}  // namespace dateline::test
