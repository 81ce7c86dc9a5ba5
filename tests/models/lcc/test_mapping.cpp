// Orders of dimensions: one communication and sets against every order, and the expected values.
#include <algorithm>
#include <catch2/catch.hpp>

#include "models/base/error.hpp"
#include "models/lcc/one_mapping.hpp"
#include "tests/models/lcc/lcc_cases.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

constexpr Objective kObjectives[] = {Objective::max_max, Objective::max_sum, Objective::sum_sum};

std::uint64_t value(const LccSet& set, const BitOrder& order, Objective objective) {
  std::vector<Contention> contentions;
  for (const WeightedLcc& w : set) contentions.push_back(contention(reordered(w.lcc, order)));
  return value_of(contentions, set, objective);
}

bool is_order(BitOrder order, int n) {
  std::sort(order.begin(), order.end());
  return order == ascending_order(n);
}

// Of all n! orders; of max-max those of the least sum-sum count alone.
std::pair<std::uint64_t, std::uint64_t> best_of_all(const LccSet& set, Objective objective) {
  std::pair<std::uint64_t, std::uint64_t> best{~0ULL, ~0ULL};
  BitOrder order = ascending_order(set.front().lcc.dimensions());
  do {
    best = std::min(best, {value(set, order, objective), value(set, order, Objective::sum_sum)});
  } while (std::next_permutation(order.begin(), order.end()));
  return best;
}

void check_set(const Json& json) {
  const LccSet set = set_of(json);
  for (const Objective objective : kObjectives) {
    std::string name = name_of(objective);
    name.erase(name.find('-'), 1);
    const Json& expected = json["expected"][name];
    const BitOrder order = best_order(set, objective);
    REQUIRE(is_order(order, set.front().lcc.dimensions()));
    CHECK(value(set, order, objective) == expected["value"]);
    CHECK(value(set, ascending_order(set.front().lcc.dimensions()), objective) == expected["identity_value"]);
    CHECK(value(set, expected["one_order"].get<BitOrder>(), objective) == expected["value"]);
  }
}

void check_one(const Json& json) {
  const Lcc lcc = lcc_of(json);
  const BitOrder order = best_order(lcc);
  REQUIRE(is_order(order, lcc.dimensions()));
  CHECK(largest(contention(reordered(lcc, order))) == json["optimal"]);
  CHECK(largest(contention(reordered(lcc, json["one_optimal_order"].get<BitOrder>()))) == json["optimal"]);
}

}  // namespace

TEST_CASE("the best order of one communication has its expected value, the traps' too") {
  for (const auto& [name, json] : expected_mappings()["singles"].items()) check_one(json);
  for (const Json& json : expected_mappings()["traps"]) check_one(json);
  for (const Json& json : expected_mappings()["random_singles"]) check_one(json);
}

TEST_CASE("Example 4's order maps the transpose to neighbours, and a communication to itself on other nodes") {
  const Json& paper = expected_mappings()["paper"];
  const Lcc transpose = lcc_of(expected_mappings()["singles"]["transpose"]);
  const BitOrder order = paper["ex4_order"].get<BitOrder>();
  const Lcc moved = reordered(transpose, order);
  CHECK(contention(moved) == paper["ex4_T"].get<Contention>());
  for (std::size_t i = 0; i < 8; ++i) CHECK(moved.a[i] == bit(paper["ex4_D_perm"][i]));
  Draw draw(3);
  for (int k = 0; k < 100; ++k) {
    const int n = 2 + static_cast<int>(draw() % 5);
    const Lcc lcc = random_lcc(draw, n, false);
    BitOrder any = ascending_order(n);
    std::shuffle(any.begin(), any.end(), draw);
    for (Bits v = 0; v < bit(n); ++v) REQUIRE(reordered(lcc, any).image(placed(v, any)) == placed(lcc.image(v), any));
  }
}

TEST_CASE("no order of all n! is better than the one found for one communication, n up to 6, of any kind and rank") {
  Draw draw(17);
  for (int k = 0; k < 240; ++k) {
    const int n = 1 + static_cast<int>(draw() % (k < 200 ? 5 : 6));
    const Lcc lcc = random_lcc(draw, n, k % 2 == 1);
    const std::uint64_t found = largest(contention(reordered(lcc, best_order(lcc))));
    REQUIRE(found == best_of_all({{lcc}}, Objective::max_max).first);
    const bool identity = lcc.idle_dimensions() == first_bits(n);
    REQUIRE(found == (identity ? 0 : Bits{1} << static_cast<unsigned>(std::max(0, n - 1 - lcc.rank()))));
  }
}

TEST_CASE("a permutation of 64 dimensions is mapped without contention, a gather and a scatter to the least there is") {
  Draw draw(19);
  for (int k = 0; k < 30; ++k) {
    Lcc lcc = random_lcc(draw, 64, k % 3 == 2);
    const int rank = lcc.rank();
    REQUIRE(largest(contention(reordered(lcc, best_order(lcc)))) == Bits{1} << static_cast<unsigned>(std::max(0, 63 - rank)));
  }
}

TEST_CASE("the best orders of sets have their expected values, where the rule of idle dimensions matters too") {
  check_set(expected_mappings()["zero_rule_trap"]);
  for (const Json& json : expected_mappings()["sets"]) check_set(json);
  for (const Json& json : expected_mappings()["random_sets"]) check_set(json);
}

TEST_CASE("Example 6's order is the best by every objective, of its two communications and with reverse-flip") {
  const Json& paper = expected_mappings()["paper"];
  const BitOrder order = paper["ex6_order"].get<BitOrder>();
  const LccSet two = set_of(expected_mappings()["sets"][0]), three = set_of(expected_mappings()["sets"][1]);
  CHECK(contention(reordered(two[0].lcc, order)) == paper["ex6_transpose_T"].get<Contention>());
  CHECK(contention(reordered(two[1].lcc, order)) == paper["ex6_bitrev_T"].get<Contention>());
  for (const Objective objective : kObjectives) {
    CHECK(value(two, best_order(two, objective), objective) == value(two, order, objective));
    CHECK(value(three, best_order(three, objective), objective) == value(three, order, objective));
  }
  // Of the orders of the least max-max one of the least sum: transpose 2, the others 1.
  const BitOrder found = best_order(three, Objective::max_max);
  CHECK(value(three, found, Objective::sum_sum) == 28);
  CHECK(largest(contention(reordered(three[1].lcc, found))) == 1);
}

TEST_CASE("no order of all n! is better than the one found for a set, n up to 5, ties of max-max included") {
  Draw draw(23);
  int differ = 0;
  for (int k = 0; k < 400; ++k) {
    const int n = 1 + static_cast<int>(draw() % 5);
    LccSet set(1 + draw() % 4);
    for (WeightedLcc& w : set) w = {random_lcc(draw, n, draw() % 3 == 0), static_cast<std::uint32_t>(1 + draw() % 9)};
    for (const Objective objective : kObjectives) {
      const BitOrder order = best_order(set, objective);
      REQUIRE(is_order(order, n));
      const auto best = best_of_all(set, objective);
      REQUIRE(value(set, order, objective) == best.first);
      if (objective == Objective::max_max) {
        REQUIRE(value(set, order, Objective::sum_sum) == best.second);
        differ += best.second != best_of_all(set, Objective::sum_sum).first;
      }
    }
  }
  CHECK(differ > 0);  // the two objectives are not the same there
}

TEST_CASE("weights multiply the sums and not the largest") {
  const LccSet one = set_of(expected_mappings()["sets"][0]);
  LccSet three = one;
  three[0].weight = 3;
  LccSet repeated = one;
  repeated.push_back(one[0]);
  repeated.push_back(one[0]);
  for (const Objective objective : kObjectives) {
    CHECK(value(three, best_order(three, objective), objective) == value(repeated, best_order(repeated, objective), objective));
  }
  CHECK(value(three, best_order(three, Objective::max_max), Objective::max_max) == 2);
}

TEST_CASE("what 64 bits cannot hold is no value") {
  const LccSet set{{Lcc{BitMatrix(64, 0), 0, false}, 1000}};
  CHECK_THROWS_AS(value_of({contention(set[0].lcc)}, set, Objective::sum_sum), InvariantError);
  CHECK_THROWS_AS(best_order(LccSet{{Lcc{BitMatrix(25, 0), 0, false}}}, Objective::max_max), InvariantError);
}
