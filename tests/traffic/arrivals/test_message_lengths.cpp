// Lengths of messages: the three forms, exact moments, draws with the probabilities named, and what is refused.
#include <catch2/catch.hpp>
#include <cmath>
#include <map>

#include "models/base/error.hpp"
#include "tests/support/oracles/chances.hpp"
#include "traffic/arrivals/message_lengths.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

PacketLengths parsed(const std::string& text) { return PacketLengths::parse({"test", "message-length"}, text, 65535); }

std::map<std::uint32_t, double> drawn(const PacketLengths& lengths, int count, std::uint32_t source = 3) {
  RandomStream random(11, source, Purpose::length);
  std::map<std::uint32_t, double> counts;
  for (int i = 0; i < count; ++i) counts[lengths.sample(random)] += 1;
  return counts;
}

}  // namespace

TEST_CASE("message lengths: moments are exact") {
  struct Case {
    const char* text;
    Rational mean, variance;
    std::uint32_t shortest, longest;
    bool one;
  };
  const Case cases[] = {{"8", 8, 0, 8, 8, true},
                        {"65535", 65535, 0, 65535, 65535, true},
                        {"5@1", 5, 0, 5, 5, true},
                        {"7..7", 7, 0, 7, 7, true},
                        {"4..32", 18, Rational(29 * 29 - 1, 12), 4, 32, false},
                        {"1..65535", 32768, Rational(Integer(65535) * 65535 - 1, 12), 1, 65535, false},
                        {"1@0.8,17@0.2", Rational(21, 5), Rational(4, 25) * 256, 1, 17, false},
                        {"17@1/3,1@1/2,5@1/6", Rational(7), Rational(289, 3) + Rational(1, 2) + Rational(25, 6) - 49, 1, 17, false}};
  for (const Case& c : cases) {
    CAPTURE(c.text);
    const PacketLengths lengths = parsed(c.text);
    CHECK(lengths.mean() == c.mean);
    CHECK(lengths.variance() == c.variance);
    CHECK(lengths.shortest() == c.shortest);
    CHECK(lengths.longest() == c.longest);
    CHECK(lengths.one() == c.one);
  }
}

TEST_CASE("message lengths: draws follow the shares, each within an exact bound of joint level 1e-6") {
  constexpr int kDraws = 300'000;
  const auto counts = drawn(parsed("17@1/3,1@1/2,5@1/6"), kDraws);
  REQUIRE(counts.size() == 3);
  CHECK(plausible(counts.at(17), kDraws, 1.0 / 3, 3));
  CHECK(plausible(counts.at(1), kDraws, 1.0 / 2, 3));
  CHECK(plausible(counts.at(5), kDraws, 1.0 / 6, 3));
}

// P(chi-square of d degrees >= d + 2 sqrt(d x) + 2 x) <= e^-x (B. Laurent, P. Massart 2000); x = ln 10^6. A right
// program fails with 10^-6, once: the seed is fixed.
TEST_CASE("message lengths: draws of a range are uniform by a chi-square test of level 1e-6") {
  constexpr int kDraws = 290'000;
  const auto counts = drawn(parsed("4..32"), kDraws);
  REQUIRE(counts.size() == 29);
  REQUIRE(counts.begin()->first == 4);
  REQUIRE(counts.rbegin()->first == 32);
  double chi_square = 0;
  for (const auto& [length, count] : counts) chi_square += (count - 10'000) * (count - 10'000) / 10'000;
  const double x = std::log(1e6);
  CHECK(chi_square < 28 + 2 * std::sqrt(28 * x) + 2 * x);
  CHECK(chi_square > 4);  // P < 1e-7: draws that are too even are none either
}

TEST_CASE("message lengths: one length draws nothing, and sources have streams of their own") {
  RandomStream random(1, 2, Purpose::length), untouched(1, 2, Purpose::length);
  CHECK(parsed("9").sample(random) == 9);
  CHECK(random.below64(1'000'000'000'000) == untouched.below64(1'000'000'000'000));
  CHECK(drawn(parsed("1..60000"), 50, 0) == drawn(parsed("1..60000"), 50, 0));
  CHECK(drawn(parsed("1..60000"), 50, 0) != drawn(parsed("1..60000"), 50, 1));
}

TEST_CASE("message lengths: what is no length, no range or no share is refused in a line that names the option") {
  const std::pair<const char*, const char*> cases[] = {{"0", "not"},
                                                       {"65536", "65535"},
                                                       {"x", "is no length"},
                                                       {"-4", "is no length"},
                                                       {"4.5", "is no length"},
                                                       {"4...5", "is no length"},
                                                       {"4..", "is no length"},
                                                       {"..4", "is no length"},
                                                       {"9..8", "is empty"},
                                                       {"0..8", "not"},
                                                       {"1..65536", "65535"},
                                                       {"1@0.8,17@0.1", "sum to 9/10, not to 1"},
                                                       {"1@0.8,17@0.3", "sum to 11/10, not to 1"},
                                                       {"1@0.8,17@0.2,", "without a share"},
                                                       {"1,17", "without a share"},
                                                       {"@0.5,3@0.5", "is no length"},
                                                       {"1@,3@1", "share that is not a number"},
                                                       {"1@0,3@1", "share that is not a number above 0"},
                                                       {"1@-1,3@2", "share that is not a number"},
                                                       {"3@0.5,3@0.5", "names 3 flits twice"},
                                                       {"4..8@0.5,3@0.5", "is no length"},
                                                       {"1@1/4611686018427387905,2@4611686018427387904/4611686018427387905", "above 2^62"}};
  for (const auto& [text, part] : cases) {
    CAPTURE(text);
    CHECK_THROWS_AS(parsed(text), ConfigError);
    CHECK_THROWS_WITH(parsed(text), Catch::Contains("test: message-length=") && Catch::Contains(part));
  }
}
