// The matching against all permutations, against a second solver, against a published worst case, and by its own
// certificate.
#include <algorithm>
#include <catch2/catch.hpp>
#include <limits>
#include <numeric>
#include <utility>

#include "models/analysis/worst_case/matching.hpp"
#include "models/base/error.hpp"
#include "tests/support/cases/random_case.hpp"
#include "tests/support/oracles/hungarian.hpp"
#include "tests/support/oracles/romm_weights.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

template <typename Value>
SparseRows<Value> sparse(const DenseWeights& w) {
  SparseRows<Value> rows;
  rows.nodes = static_cast<std::uint32_t>(w.size());
  rows.begin = {0};
  for (const auto& row : w) {
    for (std::uint32_t j = 0; j < row.size(); ++j) {
      if (row[j] == 0) continue;
      rows.column.push_back(j);
      rows.weight.push_back(narrow<Value>(row[j]));
    }
    rows.begin.push_back(rows.column.size());
  }
  return rows;
}

Integer best_of_all_permutations(const DenseWeights& w) {
  std::vector<std::size_t> order(w.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  Integer best = 0;
  do {
    Integer sum = 0;
    for (std::size_t i = 0; i < w.size(); ++i) sum += w[i][order[i]];
    best = std::max(best, sum);
  } while (std::next_permutation(order.begin(), order.end()));
  return best;
}

// Each entry is, with `percent`, drawn from 1..largest; equal rows or columns now and then.
DenseWeights random_weights(Dice& dice, std::size_t n, std::uint32_t percent, const Integer& largest) {
  DenseWeights w(n, std::vector<Integer>(n, 0));
  for (auto& row : w) {
    for (Integer& x : row) {
      if (dice.below(100) >= percent) continue;
      Integer bits = 0;
      for (int word = 0; word < 5; ++word) bits = (bits << 32) + dice.below(0xffffffffU);
      x = 1 + bits % largest;
    }
    if (dice.one_in(5)) row = w[dice.below(static_cast<std::uint32_t>(n))];
    if (dice.one_in(8)) std::fill(row.begin(), row.end(), 0);
  }
  return w;
}

// Solves, and checks all that the header promises.
template <typename Value>
Assignment<Value> checked(const DenseWeights& w) {
  const SparseRows<Value> rows = sparse<Value>(w);
  Assignment<Value> a = maximum_weight_assignment(rows);
  REQUIRE(certificate_error(rows, a).empty());
  std::vector<bool> row_used(w.size(), false), column_used(w.size(), false);
  Integer sum = 0;
  std::size_t left = 0, alone = 0;
  for (std::size_t i = 0; i < w.size(); ++i) {
    const Integer& weight = w[i][a.column_of[i]];
    sum += weight;
    if (weight == 0) {
      ++left;
      if (a.column_of[i] == i) ++alone;
      REQUIRE(a.u[i] == 0);
      REQUIRE(a.v[a.column_of[i]] == 0);
    }
  }
  REQUIRE(a.weight == sum);
  REQUIRE(alone <= (left == 1 ? 1U : 0U));
  return a;
}

void check_all_types(const DenseWeights& w, const Integer& expected) {
  const auto narrowest = checked<std::int64_t>(w);
  const auto wide = checked<Int128>(w);
  const auto widest = checked<Integer>(w);
  REQUIRE(narrowest.weight == expected);
  REQUIRE(wide.weight == expected);
  REQUIRE(widest.weight == expected);
  REQUIRE(narrowest.column_of == widest.column_of);
  REQUIRE(wide.column_of == widest.column_of);
  for (std::size_t i = 0; i < w.size(); ++i) REQUIRE(Integer(narrowest.u[i]) == widest.u[i]);
}

const Integer kMostInt64 = Integer(1) << 60, kMostInt128 = Integer(1) << 124;

}  // namespace

TEST_CASE("the assignment is the best of all permutations, for every type of weight") {
  Dice dice(1);
  for (int run = 0; run < 400; ++run) {
    const std::size_t n = 1 + dice.below(run < 360 ? 6 : 7);
    const Integer largest = dice.pick<std::uint64_t>({1, 2, 3, 10, 1000, std::uint64_t{1} << 60U});
    const DenseWeights w = random_weights(dice, n, dice.pick<std::uint32_t>({15, 40, 70, 100}), largest);
    CAPTURE(run, n);
    check_all_types(w, best_of_all_permutations(w));
  }
}

TEST_CASE("weights beyond 64 and 128 bits are assigned exactly") {
  Dice dice(2);
  for (int run = 0; run < 60; ++run) {
    const std::size_t n = 1 + dice.below(6);
    CAPTURE(run, n);
    const DenseWeights wide = random_weights(dice, n, 80, kMostInt128);
    const Integer expected = best_of_all_permutations(wide);
    REQUIRE(checked<Int128>(wide).weight == expected);
    REQUIRE(checked<Integer>(wide).weight == expected);
    const DenseWeights widest = random_weights(dice, n, 80, Integer(1) << 150);
    REQUIRE(checked<Integer>(widest).weight == best_of_all_permutations(widest));
  }
}

TEST_CASE("weights at the limit of a type leave room for the sums") {
  Dice dice(3);
  for (int run = 0; run < 40; ++run) {
    const std::size_t n = 2 + dice.below(5);
    DenseWeights low(n, std::vector<Integer>(n, 0)), high = low;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        const Integer below = dice.below(3);
        if (dice.one_in(4)) continue;
        low[i][j] = kMostInt64 - below;
        high[i][j] = kMostInt128 - below;
      }
    }
    CAPTURE(run, n);
    REQUIRE(checked<std::int64_t>(low).weight == best_of_all_permutations(low));
    REQUIRE(checked<Int128>(high).weight == best_of_all_permutations(high));
  }
}

TEST_CASE("a second, dense solver finds the same weight") {
  Dice dice(4);
  for (int run = 0; run < 60; ++run) {
    const std::size_t n = 20 + dice.below(40);
    const Integer largest = dice.pick<std::uint64_t>({1, 3, 20, 1000, 1000000});
    const DenseWeights w = random_weights(dice, n, dice.pick<std::uint32_t>({3, 10, 30, 100}), largest);
    CAPTURE(run, n);
    REQUIRE(checked<std::int64_t>(w).weight == hungarian_weight(w));
  }
}

TEST_CASE("200 nodes at every density are proved optimal") {
  Dice dice(5);
  for (const std::uint32_t percent : {1U, 2U, 5U, 10U, 25U, 50U, 100U}) {
    for (const std::uint32_t largest : {1U, 4U, 100U, 1000000U}) {
      const DenseWeights w = random_weights(dice, 200, percent, largest);
      CAPTURE(percent, largest);
      const auto a = checked<std::int64_t>(w);
      REQUIRE(a.weight == checked<Int128>(w).weight);
    }
  }
}

TEST_CASE("weights that are a sum of a row's and a column's part make every permutation equal") {
  constexpr std::size_t kNodes = 60;
  DenseWeights w(kNodes, std::vector<Integer>(kNodes));
  Integer expected = 0;
  for (std::size_t i = 0; i < kNodes; ++i) {
    for (std::size_t j = 0; j < kNodes; ++j) w[i][j] = i % 7 + j % 11;
    expected += i % 7 + i % 11;
  }
  CHECK(checked<std::int64_t>(w).weight == expected);
}

TEST_CASE("ROMM on odd tori has the worst case 1, 8/3, and 32/5 as published for 9-ary 2-cubes") {
  const auto [k, gamma] = GENERATE(table<int, Rational>({{3, Rational(1)}, {5, Rational(8, 3)}, {9, Rational(32, 5)}}));
  const ScaledWeights romm = romm_weights(k);
  CHECK(Rational(checked<std::int64_t>(romm.weight).weight, romm.scale) == gamma);
}

TEST_CASE("few rows, few columns, or none") {
  CHECK(maximum_weight_assignment(SparseRows<std::int64_t>{0, {0}, {}, {}}).column_of.empty());
  CHECK(checked<std::int64_t>({{0}}).column_of == std::vector<std::uint32_t>{0});
  CHECK(checked<std::int64_t>({{7}}).weight == 7);
  // Nothing at all: everyone sends to the next, no one to itself.
  CHECK(checked<std::int64_t>(DenseWeights(4, std::vector<Integer>(4, 0))).weight == 0);
  CHECK(checked<std::int64_t>(DenseWeights(2, std::vector<Integer>(2, 0))).column_of == std::vector<std::uint32_t>{1, 0});
  // One row, and one column, of three.
  CHECK(checked<std::int64_t>({{0, 0, 0}, {5, 9, 8}, {0, 0, 0}}).weight == 9);
  CHECK(checked<std::int64_t>({{0, 4, 0}, {0, 6, 0}, {0, 5, 0}}).weight == 6);
  // A row stays out though it could be assigned: its column is worth more to another.
  CHECK(checked<std::int64_t>({{0, 3, 0}, {0, 8, 2}, {0, 0, 0}}).weight == 8);
}

TEST_CASE("a zero that is stored changes nothing") {
  const SparseRows<std::int64_t> rows{2, {0, 2, 4}, {0, 1, 0, 1}, {0, 3, 0, 5}};
  const auto a = maximum_weight_assignment(rows);
  CHECK(a.weight == 5);
  CHECK(certificate_error(rows, a).empty());
}

TEST_CASE("pairs of weight zero: ascending, and no node to itself where two are left") {
  // Rows 1, 2, 3 and columns 1, 2, 3 are left: 1 and 2 exchange, then 3 exchanges with 1, whose column is 2 by then.
  DenseWeights w(4, std::vector<Integer>(4, 0));
  w[0][0] = 1;
  CHECK(checked<std::int64_t>(w).column_of == std::vector<std::uint32_t>{0, 3, 1, 2});
  // Rows 0, 3 and columns 0, 2 are left.
  w = DenseWeights(4, std::vector<Integer>(4, 0));
  w[1][1] = 1;
  w[2][3] = 1;
  CHECK(checked<std::int64_t>(w).column_of == std::vector<std::uint32_t>{2, 1, 3, 0});
}

TEST_CASE("a tampered certificate is refused with a reason") {
  const DenseWeights w = {{4, 1, 0, 0}, {3, 5, 2, 0}, {0, 4, 6, 0}, {0, 0, 0, 0}};
  const auto rows = sparse<std::int64_t>(w);
  const auto good = checked<std::int64_t>(w);
  REQUIRE(good.weight == 15);
  const auto why = [&](auto change) {
    auto bad = good;
    change(bad);
    return certificate_error(rows, bad);
  };
  const std::size_t row = good.u[0] > 0 ? 0 : good.u[1] > 0 ? 1 : 2;
  REQUIRE(good.u[row] > 0);
  CHECK_THAT(why([&](auto& a) { a.u[row] -= 1; }), Catch::Contains("less than the weight"));
  CHECK_THAT(why([&](auto& a) { a.u[3] += 1; }), Catch::Contains("duals sum to 16"));
  CHECK_THAT(why([&](auto& a) { a.v[3] += 1; }), Catch::Contains("duals sum to 16"));
  CHECK_THAT(why([&](auto& a) { a.u[3] -= 1, a.v[3] += 1; }), Catch::Contains("dual of row 3 is negative"));
  CHECK_THAT(why([&](auto& a) { a.v[3] -= 1, a.u[3] += 1; }), Catch::Contains("dual of column 3 is negative"));
  CHECK_THAT(why([&](auto& a) { std::swap(a.column_of[0], a.column_of[1]); }), Catch::Contains("weighs 10, not 15"));
  CHECK_THAT(why([&](auto& a) { std::swap(a.column_of[0], a.column_of[1]), a.weight = 10; }), Catch::Contains("the assignment weighs 10"));
  CHECK_THAT(why([&](auto& a) { a.weight = 16; }), Catch::Contains("weighs 15, not 16"));
  CHECK_THAT(why([&](auto& a) { a.column_of[0] = a.column_of[1]; }), Catch::Contains("assigned twice"));
  CHECK_THAT(why([&](auto& a) { a.column_of[2] = 4; }), Catch::Contains("does not exist"));
  CHECK_THAT(why([&](auto& a) { a.column_of.pop_back(); }), Catch::Contains("not 4"));
  CHECK_THAT(why([&](auto& a) { a.u.pop_back(); }), Catch::Contains("not 4"));
  CHECK_THAT(why([&](auto& a) { a.v.push_back(0); }), Catch::Contains("not 4"));
}

TEST_CASE("duals whose sum would wrap are no proof") {
  // In 64 bits 2^62 + 2^62 would be negative, and the three duals of 2^62 with it would wrap to less.
  const SparseRows<std::int64_t> rows{2, {0, 1, 2}, {0, 1}, {5, 5}};
  constexpr std::int64_t kHuge = std::int64_t{1} << 62;
  CHECK_THAT(certificate_error(rows, {{0, 1}, {kHuge, kHuge}, {kHuge, kHuge + 10}, 10}), Catch::Contains("the duals sum to 18446744073709551626"));
}

TEST_CASE("malformed rows, negative weights and weights too large are refused") {
  using Rows = SparseRows<std::int64_t>;
  const auto [rows, reason] = GENERATE(table<Rows, std::string>({
      {{2, {0, 1}, {0}, {1}}, "2 row starts for 2 nodes"},
      {{2, {0, 1, 2}, {0}, {1}}, "do not cover"},
      {{2, {1, 1, 1}, {0}, {1}}, "do not cover"},
      {{2, {0, 2, 1}, {0}, {1}}, "do not ascend"},
      {{2, {0, 1, 1}, {0}, {1, 2}}, "1 columns and 2 weights"},
      {{2, {0, 1, 1}, {2}, {1}}, "row 0: column 2 of 2"},
      {{2, {0, 0, 2}, {1, 0}, {1, 1}}, "row 1: columns do not ascend at 0"},
      {{2, {0, 0, 2}, {1, 1}, {1, 1}}, "row 1: columns do not ascend at 1"},
      {{2, {0, 0, 2}, {0, 1}, {1, -1}}, "-1 is negative"},
      {{1, {0, 1}, {0}, {(std::int64_t{1} << 60) + 1}}, "1152921504606846977 needs a wider type"},
  }));
  CHECK_THROWS_AS(maximum_weight_assignment(rows), InvariantError);
  CHECK_THROWS_WITH(maximum_weight_assignment(rows), Catch::Contains(reason));
  CHECK_THAT(certificate_error(rows, {{0, 1}, {0, 0}, {0, 0}, 0}), Catch::Contains(reason));
  const SparseRows<Int128> wide{1, {0, 1}, {0}, {(static_cast<Int128>(1) << 124) + 1}};
  CHECK_THROWS_AS(maximum_weight_assignment(wide), InvariantError);
}

TEST_CASE("the narrowest type that a weight fits") {
  CHECK(weight_type(0) == WeightType::int64);
  CHECK(weight_type(kMostInt64) == WeightType::int64);
  CHECK(weight_type(kMostInt64 + 1) == WeightType::int128);
  CHECK(weight_type(kMostInt128) == WeightType::int128);
  CHECK(weight_type(kMostInt128 + 1) == WeightType::unbounded);
  CHECK(narrow<std::int64_t>(kMostInt64) == std::int64_t{1} << 60);
  CHECK(narrow<std::int64_t>(-(Integer(1) << 63)) == std::numeric_limits<std::int64_t>::min());
  CHECK(Integer(narrow<Int128>(-kMostInt128)) == -kMostInt128);
  CHECK(narrow<Integer>(kMostInt128) == kMostInt128);
  CHECK_THROWS_AS(narrow<std::int64_t>(Integer(1) << 63), InvariantError);
  CHECK_THROWS_AS(narrow<std::int64_t>(Integer(1) << 64), InvariantError);
  CHECK_THROWS_AS(narrow<Int128>(Integer(1) << 127), InvariantError);
  CHECK_THROWS_AS(narrow<Int128>(Integer(1) << 128), InvariantError);
}
