// Integer against Boost's numbers of unbounded size, at random and where 64 and 128 bits end; Rational against
// fractions of those.
#include <boost/multiprecision/cpp_int.hpp>
#include <catch2/catch.hpp>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "models/base/error.hpp"
#include "models/base/numbers/random.hpp"
#include "models/base/numbers/rational.hpp"

using namespace dateline;

namespace {

using Wide = boost::multiprecision::cpp_int;
using Fraction = boost::multiprecision::cpp_rational;

constexpr auto kLeast = std::numeric_limits<std::int64_t>::min();
constexpr auto kMost = std::numeric_limits<std::int64_t>::max();

Wide wide(const Integer& x) { return Wide(x.str()); }
Fraction fraction(const Rational& x) { return Fraction(wide(numerator(x)), wide(denominator(x))); }

// Zero, small ones, the ends of 64 and 128 bits with their neighbours, and numbers of up to 200 bits; both signs.
std::vector<Integer> samples() {
  std::vector<Integer> all;
  for (const unsigned bits : {0U, 1U, 31U, 53U, 62U, 63U, 64U, 126U, 127U, 128U, 150U}) {
    for (const int off : {-1, 0, 1}) {
      all.push_back((Integer(1) << bits) + off);
      all.push_back(-(Integer(1) << bits) + off);
    }
  }
  RandomStream random(5, 0, Purpose::arrival);
  for (int i = 0; i < 60; ++i) {
    Integer x = 0;
    for (std::uint32_t words = random.below(4); words > 0; --words) x = (x << 50) + random.below64(std::uint64_t{1} << 50);
    all.push_back(i % 2 == 0 ? x : -x);
  }
  return all;
}

template <typename Operation>
std::string refused(Operation operation) {
  try {
    operation();
  } catch (const InvariantError& e) {
    return e.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("sums, products, quotients and orders of integers are those of unbounded numbers") {
  const auto all = samples();
  for (const Integer& a : all) {
    for (const Integer& b : all) {
      const Wide x = wide(a), y = wide(b);
      CAPTURE(a, b);
      REQUIRE(wide(a + b) == x + y);
      REQUIRE(wide(a - b) == x - y);
      REQUIRE(wide(a * b) == x * y);
      REQUIRE(wide(gcd(a, b)) == gcd(x, y));
      REQUIRE((a == b) == (x == y));
      REQUIRE((a < b) == (x < y));
      REQUIRE((a >= b) == (x >= y));
      if (y == 0) continue;
      REQUIRE(wide(a / b) == x / y);
      REQUIRE(wide(a % b) == x % y);
      if (x != 0) REQUIRE(abs(wide(lcm(a, b))) == lcm(x, y));
    }
  }
}

TEST_CASE("an integer that comes back to 64 bits is equal to one that never left") {
  const Integer far = Integer(1) << 100;
  CHECK(far + 7 - far == 7);
  CHECK((far / far).str() == "1");
  Integer low = kLeast;
  low -= 1;
  low += 1;
  CHECK(low == kLeast);
  CHECK(static_cast<std::int64_t>(low) == kLeast);
  CHECK(-Integer(kLeast) == Integer(kMost) + 1);
  CHECK(Integer(kLeast) / -1 == Integer(kMost) + 1);
}

TEST_CASE("integers are made of every whole type, and of digits") {
  CHECK(Integer(std::numeric_limits<std::uint64_t>::max()).str() == "18446744073709551615");
  CHECK(Integer(kLeast).str() == "-9223372036854775808");
  CHECK(Integer(Int128{kMost} * 4).str() == "36893488147419103228");
  CHECK(Integer(std::int8_t{-3}) == -3);
  CHECK(Integer("0099") == 99);  // never octal
  CHECK(Integer("-18446744073709551616") == -(Integer(1) << 64));
  for (const std::string bad : {"", "-", "1x", "0x1", "+1", " 1"})
    CHECK_THAT(refused([&] { (void)Integer(bad); }), Catch::Contains("no whole number"));
}

TEST_CASE("an integer becomes a narrower one only if that holds it") {
  CHECK(static_cast<std::uint64_t>(Integer("18446744073709551615")) == std::numeric_limits<std::uint64_t>::max());
  CHECK(Integer(static_cast<Int128>((Integer(1) << 126) + 5)) == (Integer(1) << 126) + 5);
  CHECK_THAT(refused([] { (void)static_cast<std::int64_t>(Integer(kMost) + 1); }), Catch::Contains("9223372036854775808 does not fit"));
  CHECK_THAT(refused([] { (void)static_cast<std::uint64_t>(Integer(-1)); }), Catch::Contains("-1 does not fit"));
  CHECK_THAT(refused([] { (void)static_cast<Int128>(Integer(1) << 127); }), Catch::Contains("does not fit"));
  CHECK_THAT(refused([] { (void)(Integer(1) / 0); }), Catch::Contains("division by zero"));
  CHECK_THAT(refused([] { (void)(Integer(1) % 0); }), Catch::Contains("division by zero"));
}

TEST_CASE("rational numbers are those of unbounded numbers, in lowest terms") {
  const auto all = samples();
  std::vector<Rational> values;
  for (std::size_t i = 0; i + 7 < all.size(); i += 2) {
    if (all[i + 7] != 0) values.emplace_back(all[i], all[i + 7]);
  }
  for (const Rational& a : values) {
    REQUIRE(denominator(a) > 0);
    REQUIRE(gcd(numerator(a), denominator(a)) == 1);
    REQUIRE(to_double(a) == fraction(a).convert_to<double>());
    for (const Rational& b : values) {
      const Fraction x = fraction(a), y = fraction(b);
      CAPTURE(a, b);
      for (const auto& [mine, its] : {std::pair{a + b, Fraction(x + y)}, std::pair{a - b, Fraction(x - y)}, std::pair{a * b, Fraction(x * y)}}) {
        REQUIRE(to_string(mine) == its.str());
      }
      if (y != 0) REQUIRE(to_string(a / b) == Fraction(x / y).str());
      REQUIRE((a < b) == (x < y));
      REQUIRE((a == b) == (x == y));
    }
  }
  CHECK(to_string(Rational(6, -4)) == "-3/2");
  CHECK(to_string(Rational(-8, -4)) == "2");
  CHECK_THAT(refused([] { (void)Rational(1, 0); }), Catch::Contains("division by zero"));
  CHECK_THAT(refused([] { (void)(Rational(1) / 0); }), Catch::Contains("division by zero"));
}

TEST_CASE("a rational is rounded once to a double, and a double's very value comes back") {
  RandomStream random(6, 0, Purpose::arrival);
  for (int i = 0; i < 20'000; ++i) {
    const std::uint64_t top = random.below64(std::uint64_t{1} << (1 + random.below(62))),
                        bottom = 1 + random.below64(std::uint64_t{1} << random.below(62));
    const double x = to_double(Rational(top, bottom));
    REQUIRE(x == Fraction(Wide(top), Wide(bottom)).convert_to<double>());
    REQUIRE(fraction(exact_value(x)) == Fraction(x));
    REQUIRE(to_double(exact_value(-x)) == -x);
  }
  for (const double x : {0.0, 1.0, 0.1, 1e300, 1e-300, 5e-324}) CHECK(fraction(exact_value(x)) == Fraction(x));
}
