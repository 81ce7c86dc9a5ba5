// SORT^-1 and the positions and budget that follow from it: published examples, the recursion written as in the paper,
// bit reversal.
#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>

#include "models/base/error.hpp"
#include "models/mesh/inverse_sort/inverse_sort.hpp"
#include "tests/support/published.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

using Sequence = std::vector<int>;

nlohmann::json expected() { return read_published("mesh-routing.json"); }

Sequence ranks(int n) {
  Sequence sequence(static_cast<std::size_t>(n));
  std::iota(sequence.begin(), sequence.end(), 1);
  return sequence;
}

// The two functions of the paper, word for word.
Sequence shuffle(const Sequence& x, const Sequence& y) {
  Sequence merged;
  for (std::size_t i = 0; i < std::max(x.size(), y.size()); ++i) {
    if (i < x.size()) merged.push_back(x[i]);
    if (i < y.size()) merged.push_back(y[i]);
  }
  return merged;
}

Sequence recursive_inverse_sort(const Sequence& x) {
  if (x.size() <= 1) return x;
  const auto middle = x.begin() + static_cast<std::ptrdiff_t>((x.size() + 1) / 2);
  return shuffle(recursive_inverse_sort({x.begin(), middle}), recursive_inverse_sort({middle, x.end()}));
}

int reversed_bits(int x, int bits) {
  int reversed = 0;
  for (int b = 0; b < bits; ++b) reversed |= ((x >> b) & 1) << (bits - 1 - b);
  return reversed;
}

}  // namespace

TEST_CASE("inverse sort lays out the published examples") {
  const auto examples = expected()["inverse_sort_examples"];
  REQUIRE(examples.size() == 10);
  for (const auto& example : examples) {
    const auto x = example["x"].get<Sequence>();
    CHECK(inverse_sort(x) == example["inverse_sorted"].get<Sequence>());
    CHECK(inverse_sort_order(static_cast<int>(x.size())) == example["inverse_sorted"].get<Sequence>());
  }
}

TEST_CASE("inverse sort of any length is the recursion of the paper") {
  for (int n = 0; n <= 600; ++n) {
    INFO("n = " << n);
    REQUIRE(inverse_sort_order(n) == recursive_inverse_sort(ranks(n)));
  }
}

TEST_CASE("inverse sort moves what it is given, equal symbols too") {
  CHECK(inverse_sort(std::vector<std::string>{"a", "a", "b", "b", "c"}) == std::vector<std::string>{"a", "b", "b", "c", "a"});
}

TEST_CASE("positions undo the order and count from 1") {
  for (const int n : {0, 1, 2, 3, 7, 8, 61, 1000, 4096}) {
    INFO("n = " << n);
    const Sequence order = inverse_sort_order(n), positions = inverse_sort_positions(n);
    REQUIRE(positions.size() == static_cast<std::size_t>(n) + 1);
    CHECK(positions[0] == 0);
    for (std::size_t p = 0; p < order.size(); ++p) REQUIRE(positions[static_cast<std::size_t>(order[p])] == static_cast<int>(p) + 1);
  }
}

TEST_CASE("positions of a power of two are reversed bits") {
  for (int bits = 0; bits <= 20; ++bits) {
    const Sequence positions = inverse_sort_positions(1 << bits);
    bool reversed = true;
    for (int r = 1; r <= 1 << bits; ++r) reversed = reversed && positions[static_cast<std::size_t>(r)] - 1 == reversed_bits(r - 1, bits);
    CHECK(reversed);
  }
}

TEST_CASE("the budget of stage 2 has the published values and stays below 3n - 1") {
  const auto values = expected()["budget_formula"]["T2_values"];
  REQUIRE(values.size() == 12);
  for (const auto& [n, steps] : values.items()) CHECK(t2_budget(std::stoi(n)) == steps.get<int>());
  CHECK(t2_budget(0) == 0);
  for (int n = 1; n <= 2000; ++n) REQUIRE((t2_budget(n) >= 2 * n - 1 && t2_budget(n) <= 3 * n - 2));
}

TEST_CASE("a length below 0 or above 2^20 is refused") {
  CHECK_THROWS_AS(inverse_sort_order(-1), ConfigError);
  CHECK_THROWS_WITH(inverse_sort_positions(kLongestSequence + 1), "inverse sort: length=1048577 not in 0..1048576");
  CHECK_THROWS_AS(t2_budget(-5), ConfigError);
}
