// hotspot:NODES@FRACTION: every entry of small matrices by hand, and what is refused. Samples are held to the rows in
// test_patterns.cpp.
#include <catch2/catch.hpp>

#include "tests/support/cases/pattern_destinations.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

std::vector<Rational> matrix_row(const std::string& traffic, const std::string& topology, std::uint32_t source) {
  const auto t = make_cube(topology);
  std::vector<Rational> row(t->terminals());
  for (const Demand& d : make_traffic(traffic, *t)->row(TerminalId(source))) row[d.destination.value()] = d.probability;
  return row;
}

}  // namespace

TEST_CASE("a single hot spot gets its fraction beside its share of the rest, and sends uniformly itself") {
  const Rational rest(1, 5), hot(2, 5);  // f = 1/5, N = 5: (4/5) / 4, and 1/5 more
  CHECK(matrix_row("hotspot:1@0.2", "torus:5", 0) == std::vector<Rational>{0, hot, rest, rest, rest});
  CHECK(matrix_row("hotspot:1@1/5", "torus:5", 4) == std::vector<Rational>{rest, hot, rest, rest, 0});
  const Rational even(1, 4);
  CHECK(matrix_row("hotspot:1@0.2", "torus:5", 1) == std::vector<Rational>{even, 0, even, even, even});
}

TEST_CASE("several hot spots share the fraction, each of them among the others") {
  // f = 1/2, N = 4, hot 0 and 3: (1/2) / 3 = 1/6; 1/4 more from the others, 1/2 more from one to the other.
  CHECK(matrix_row("hotspot:3,0@0.5", "torus:4", 1) == std::vector<Rational>{Rational(5, 12), 0, Rational(1, 6), Rational(5, 12)});
  CHECK(matrix_row("hotspot:0,3@0.5", "torus:4", 0) == std::vector<Rational>{0, Rational(1, 6), Rational(1, 6), Rational(2, 3)});
  CHECK(matrix_row("hotspot:0,3@0.5", "torus:4", 3) == std::vector<Rational>{Rational(2, 3), Rational(1, 6), Rational(1, 6), 0});
}

TEST_CASE("a fraction of 1 leaves nothing to the others") {
  CHECK(matrix_row("hotspot:0,3@1", "torus:4", 1) == std::vector<Rational>{Rational(1, 2), 0, 0, Rational(1, 2)});
  CHECK(matrix_row("hotspot:0,3@1", "torus:4", 3) == std::vector<Rational>{1, 0, 0, 0});
}

TEST_CASE("hot spots that are none and fractions outside 0..1 are refused") {
  CHECK_THAT(refusal("hotspot", "torus:4"), Catch::Contains("is written hotspot:NODES@FRACTION"));
  CHECK_THAT(refusal("hotspot:1", "torus:4"), Catch::Contains("is written hotspot:NODES@FRACTION"));
  CHECK_THAT(refusal("hotspot:4@0.1", "torus:4"), Catch::Contains("hotspot terminal=4") && Catch::Contains("0..3"));
  CHECK_THAT(refusal("hotspot:@0.1", "torus:4"), Catch::Contains("0..3"));
  CHECK_THAT(refusal("hotspot:1,,2@0.1", "torus:4"), Catch::Contains("0..3"));
  CHECK_THAT(refusal("hotspot:1,2,1@0.1", "torus:4"), Catch::Contains("names terminal 1 twice"));
  for (const char* fraction : {"", "0", "1.1", "x", "-0.1", "0.1@0.2"}) {
    CAPTURE(fraction);
    CHECK_THAT(refusal(std::string("hotspot:1@") + fraction, "torus:4"), Catch::Contains("no fraction above 0 and at most 1"));
  }
}
