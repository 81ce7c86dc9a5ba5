// tornado:all, by hand.
#include <catch2/catch.hpp>

#include "tests/support/cases/pattern_destinations.hpp"

using namespace dateline;
using namespace dateline::test;

TEST_CASE("tornado:all goes ceil(k/2) - 1 the + way in every dimension") {
  CHECK(destinations("tornado:all", "torus:8") == Nodes{3, 4, 5, 6, 7, 0, 1, 2});
  CHECK(destinations("tornado:all", "torus:5x4") == by_rule(5, 4, [](auto x, auto y) { return std::make_pair((x + 2) % 5, (y + 1) % 4); }));
  CHECK(destinations("tornado:all", "mesh:3x5") == by_rule(3, 5, [](auto x, auto y) { return std::make_pair((x + 1) % 3, (y + 2) % 5); }));
  CHECK(destinations("tornado:all", "torus:2x4") == by_rule(2, 4, [](auto x, auto y) { return std::make_pair(x, (y + 1) % 4); }));
}

TEST_CASE("tornado:all is refused where no dimension is long enough, and tornado takes no other argument") {
  CHECK_THAT(refusal("tornado:all", "torus:2x2"), Catch::Contains("tornado:all") && Catch::Contains("radix of at least 3"));
  CHECK_THAT(refusal("tornado:all", "hypercube:3"), Catch::Contains("radix of at least 3"));
  CHECK_THAT(refusal("tornado:3", "torus:4"), Catch::Contains("traffic=tornado:3") && Catch::Contains("tornado:all"));
  CHECK_THAT(refusal("permutation:tornado:3", "torus:4"), Catch::Contains("tornado:all"));
  CHECK(refusal("permutation:tornado:all", "torus:4x4") == "accepted");
}
