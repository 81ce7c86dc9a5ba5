// neighbour, by hand.
#include <catch2/catch.hpp>

#include "tests/support/cases/pattern_destinations.hpp"

using namespace dateline;
using namespace dateline::test;

TEST_CASE("neighbour is one node on in every dimension, the last sends to the first on a mesh too") {
  CHECK(destinations("neighbour", "torus:4") == Nodes{1, 2, 3, 0});
  CHECK(destinations("neighbour", "torus:3x2") == Nodes{4, 5, 3, 1, 2, 0});
  CHECK(destinations("neighbor", "mesh:5x4") == by_rule(5, 4, [](auto x, auto y) { return std::make_pair((x + 1) % 5, (y + 1) % 4); }));
  CHECK(destinations("neighbour", "hypercube:2") == Nodes{3, 2, 1, 0});
}
