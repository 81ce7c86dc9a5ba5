// ExactFraction against Rational: fast while small, exact always.
#include <catch2/catch.hpp>
#include <limits>
#include <random>

#include "models/base/numbers/exact_fraction.hpp"

using namespace dateline;

namespace {

constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();

// Numbers of every size, so that products and sums overflow often.
std::uint64_t any_size(std::mt19937_64& random) { return random() >> (random() % 64); }

}  // namespace

TEST_CASE("sums and scaled fractions equal Rational's on random values of every size") {
  std::mt19937_64 random(1);
  int wide = 0;
  for (int run = 0; run < 3000; ++run) {
    Rational expected(any_size(random), any_size(random) | 1U);
    ExactFraction sum(expected);
    REQUIRE(sum.value() == expected);
    for (int step = 0; step < 8; ++step) {
      const Rational term(any_size(random), any_size(random) | 1U);
      const std::uint64_t total = any_size(random) | 1U;
      const std::uint64_t weight = random() % total;
      if (random() % 2 == 0) {
        sum.add(ExactFraction(term));
        expected += term;
      } else {
        sum = sum.scaled(weight, total);
        expected *= Rational(weight, total);
      }
      REQUIRE(sum.value() == expected);
      if (expected == 0) REQUIRE(sum.is_zero());
    }
    if (sum.is_wide()) ++wide;
  }
  CHECK(wide > 100);  // else the random values never left 64 bits
  CHECK(wide < 2900);
}

TEST_CASE("small fractions stay narrow") {
  ExactFraction sum;
  for (int i = 0; i < 100'000; ++i) sum.add(ExactFraction(Rational(1, 3)));
  CHECK_FALSE(sum.is_wide());
  CHECK(sum.value() == Rational(100'000, 3));
  sum.add(ExactFraction(Rational(1, 7)));
  CHECK_FALSE(sum.is_wide());
}

TEST_CASE("a sum of equal denominators widens instead of wrapping, and keeps its value") {
  ExactFraction sum(Rational(Integer(kMax), 7));
  sum.add(ExactFraction(Rational(1, 7)));
  CHECK(sum.value() == Rational((Integer(1) << 64U), 7));
  CHECK(sum.is_wide());
}

TEST_CASE("a fraction too large to be doubled in 64 bits can be added to itself") {
  ExactFraction twice{Rational(kMax)};
  twice.add(twice);
  CHECK(twice.value() == Rational(Integer(kMax) * 2));
}

TEST_CASE("a sum of unequal denominators widens instead of wrapping") {
  const std::uint64_t p = 4294967291U, q = 4294967279U, r = 4294967231U;  // primes
  ExactFraction sum(Rational(1, p));
  sum.add(ExactFraction(Rational(1, q)));
  CHECK(sum.value() == Rational(1, p) + Rational(1, q));
  sum.add(ExactFraction(Rational(1, r)));
  CHECK(sum.is_wide());
  CHECK(sum.value() == Rational(1, p) + Rational(1, q) + Rational(1, r));
  ExactFraction half(Rational(Integer(kMax), 2));  // both products fit, their sum 2^63 + 2^64 - 1 does not
  half.add(ExactFraction(Rational(Integer(1) << 62U)));
  CHECK(half.value() == Rational(Integer(kMax) + (Integer(1) << 63U), 2));
}

TEST_CASE("scaling widens instead of wrapping and cancels where it can") {
  const ExactFraction big{Rational(Integer(kMax), Integer(kMax - 1))};
  CHECK(big.scaled(kMax - 2, kMax - 1).value() == Rational(Integer(kMax), Integer(kMax - 1)) * Rational(Integer(kMax - 2), Integer(kMax - 1)));
  CHECK(big.scaled(kMax - 2, kMax - 1).is_wide());
  const ExactFraction back = big.scaled(kMax - 1, kMax);  // = 1 - 1/kMax times kMax/(kMax-1): cancels to 1
  CHECK(back.value() == 1);
  CHECK(big.scaled(5, 5).value() == big.value());
  CHECK(big.scaled(0, 5).is_zero());
  CHECK(ExactFraction().scaled(1, kMax).is_zero());
}

TEST_CASE("a wide fraction that becomes small is narrow again") {
  ExactFraction wide(Rational(Integer(1) << 70U));
  CHECK(wide.is_wide());
  const ExactFraction small = wide.scaled(1, std::uint64_t{1} << 63U);
  CHECK(small.value() == 128);
  CHECK_FALSE(small.is_wide());
}

TEST_CASE("copies are independent, also of themselves") {
  ExactFraction a(Rational(Integer(1) << 80U, 3));
  ExactFraction b = a;
  b.add(ExactFraction(Rational(1)));
  CHECK(a.value() == Rational(Integer(1) << 80U, 3));
  CHECK(b.value() == a.value() + 1);
  const ExactFraction& same = a;
  a = same;
  CHECK(a.value() == Rational(Integer(1) << 80U, 3));
  b = ExactFraction(Rational(1, 2));
  CHECK(b.value() == Rational(1, 2));
  CHECK_FALSE(b.is_wide());
}
