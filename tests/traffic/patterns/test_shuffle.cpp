// shuffle, by hand.
#include <catch2/catch.hpp>

#include "tests/support/cases/pattern_destinations.hpp"

using namespace dateline;
using namespace dateline::test;

TEST_CASE("shuffle rotates the bits of the number to the left") {
  CHECK(destinations("shuffle", "torus:8") == Nodes{0, 2, 4, 6, 1, 3, 5, 7});
  CHECK(destinations("shuffle", "torus:4x2") == Nodes{0, 2, 4, 6, 1, 3, 5, 7});
  CHECK(destinations("shuffle", "mesh:2") == Nodes{0, 1});
  CHECK(destinations("shuffle", "hypercube:8")[0b10010110] == 0b00101101);
  CHECK_THAT(refusal("shuffle", "torus:3x4"), Catch::Contains("shuffle") && Catch::Contains("12 nodes are no power of two"));
}
