// Contention: expected values, the formula against paths walked hop by hop, the paper's theorems.
#include <catch2/catch.hpp>

#include "models/lcc/contention.hpp"
#include "models/lcc/kernel.hpp"
#include "tests/models/lcc/lcc_cases.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

void check_expected(const Json& json) {
  const Lcc lcc = lcc_of(json);
  Bits idle = 0;
  for (const int i : json["zero_dims"].get<std::vector<int>>()) idle |= bit(i);
  CHECK(contention(lcc) == json["T_identity"].get<Contention>());
  CHECK(counted_contention(lcc) == json["T_identity"].get<Contention>());
  CHECK(lcc.rank() == json["rank"]);
  CHECK(lcc.idle_dimensions() == idle);
}

}  // namespace

TEST_CASE("contention has its expected values, those of the paper and the traps among them") {
  for (const auto& [name, json] : expected_mappings()["singles"].items()) check_expected(json);
  for (const Json& json : expected_mappings()["traps"]) check_expected(json);
  for (const Json& json : expected_mappings()["random_singles"]) check_expected(json);
  CHECK(contention(lcc_of(expected_mappings()["singles"]["bitrev"])) == expected_mappings()["paper"]["ex3_T"].get<Contention>());
}

TEST_CASE("the formula and the count are what paths walked hop by hop show, for 2,000 communications of both kinds") {
  Draw draw(13);
  for (int k = 0; k < 2000; ++k) {
    const Lcc lcc = random_lcc(draw, 1 + static_cast<int>(draw() % 8), k % 2 == 1);
    const Contention walked = walked_contention(lcc);
    REQUIRE(contention(lcc) == walked);
    REQUIRE(counted_contention(lcc) == walked);
  }
}

TEST_CASE("a scatter is not the map with its matrix, but of a permutation the map of the inverse") {
  Lcc nothing{{0, 0}, 0, true};
  CHECK(contention(nothing) == Contention{2, 1});
  nothing.scatter = false;
  CHECK(contention(nothing) == Contention{1, 2});
  Draw draw(5);
  for (int k = 0; k < 200; ++k) {
    Lcc map = random_permutation_lcc(draw, 6);
    Lcc back{map.a, map.b, true};  // x = A y + b: its messages are those of y = A^-1 (x + b)
    Lcc inverse;
    inverse.a.assign(6, 0);
    for (Bits y = 0; y < 6; ++y) {
      for (Bits x = 0; x < 64; ++x) {
        if (product(map.a, x) != bit(static_cast<int>(y))) continue;
        for (int i = 0; i < 6; ++i) inverse.a[static_cast<std::size_t>(i)] |= static_cast<Bits>(has(x, i)) << y;
      }
    }
    inverse.b = product(inverse.a, map.b);
    REQUIRE(contention(back) == contention(inverse));
  }
}

TEST_CASE("contention is 0 or a power of two, at least what the rank forces and at most half of the nodes") {
  Draw draw(7);
  for (int k = 0; k < 300; ++k) {
    const int n = 2 + static_cast<int>(draw() % 6);
    const Lcc lcc = random_lcc(draw, n, k % 2 == 1);
    for (const std::uint64_t t : contention(lcc)) REQUIRE((t == 0 || (t & (t - 1)) == 0));
    const bool identity = lcc.idle_dimensions() == first_bits(n);
    const std::uint64_t bound = identity ? 0 : Bits{1} << static_cast<unsigned>(std::max(0, n - 1 - lcc.rank()));  // Theorem 2, Corollary 1
    REQUIRE(largest(contention(lcc)) >= bound);
    REQUIRE(largest(contention(lcc)) <= bit(n - 1));
  }
}

TEST_CASE("the rank of a part of a matrix, its kernel and contention at the last dimension of a set say the same") {
  Draw draw(11);
  for (int k = 0; k < 300; ++k) {
    const int n = 1 + static_cast<int>(draw() % 10);
    const Lcc lcc = random_lcc(draw, n, false);
    for (Bits s = 1; s <= first_bits(n); s += 1 + draw() % 7) {
      const Kernel kernel = kernel_of(lcc.a, s);
      REQUIRE(kernel.nullity == size_of(s) - rank(lcc.a, s, s));
      for (int j = 0; j < n; ++j) {
        if (has(s, j)) {
          REQUIRE(kernel.exponent(j) == size_of(s) - 1 - rank(lcc.a, s, s ^ bit(j)));
        }
      }
    }
  }
}

TEST_CASE("64 dimensions fit: the transpose has 2^31 messages on a channel, a gather of all in one node 2^63") {
  Lcc transpose;
  for (int i = 0; i < 64; ++i) transpose.a.push_back(bit((i + 32) % 64));
  CHECK(largest(contention(transpose)) == std::uint64_t{1} << 31U);
  CHECK(contention(Lcc{BitMatrix(64, 0), 0, false}).back() == std::uint64_t{1} << 63U);
  CHECK(contention(Lcc{BitMatrix(64, 0), 0, true}).front() == std::uint64_t{1} << 63U);
}
