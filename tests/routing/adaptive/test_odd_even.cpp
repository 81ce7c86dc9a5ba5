// The odd-even turn model against brute force over its rules. Source: G.-M. Chiu, 2000. Rule 1: no EN turn in an even
// column, no NW turn in an odd one. Rule 2: no ES turn in an even column, no SW turn in an odd one.
#include <catch2/catch.hpp>

#include "models/base/error.hpp"
#include "models/proof/dependency_graph.hpp"
#include "routing/registry/registry.hpp"
#include "tests/support/oracles/turn_oracle.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

constexpr int kEast = 1, kWest = -1, kNorth = 2, kSouth = -2;

bool allowed(int from, int to, const Place& place) {
  const bool even = place[0] % 2 == 0;
  if (from == kEast && (to == kNorth || to == kSouth)) return !even;
  if ((from == kNorth || from == kSouth) && to == kWest) return even;
  return true;
}

}  // namespace

TEST_CASE("odd-even offers every minimal path that its rules on turns allow, and no other", "[odd-even]") {
  const auto [name, radices] = GENERATE(table<std::string, std::vector<int>>({{"mesh:6x5", {6, 5}}, {"mesh:7x4", {7, 4}}, {"mesh:2x6", {2, 6}}}));
  const auto t = make_cube(name);
  const auto relation = make_relation("odd-even", *t, {});
  std::size_t choices = 0;
  for (std::uint32_t s = 0; s < t->nodes(); ++s) {
    for (std::uint32_t d = 0; d < t->nodes(); ++d) {
      CAPTURE(name, s, d);
      const auto expected = allowed_paths(place_of(radices, s), place_of(radices, d), allowed);
      REQUIRE_FALSE(expected.empty());
      REQUIRE(offered_paths(*t, *relation, NodeId(s), NodeId(d)) == expected);
      if (expected.size() > 1) ++choices;
    }
  }
  CHECK(choices > 0);
}

TEST_CASE("odd-even by hand: where a message of the paper's rules may turn", "[odd-even]") {
  const auto t = make_cube("mesh:6x4");
  const auto relation = make_relation("odd-even", *t, {});
  const auto paths = [&](std::uint32_t x0, std::uint32_t y0, std::uint32_t x1, std::uint32_t y1) {
    return offered_paths(*t, *relation, t->node_at({x0, y0}), t->node_at({x1, y1})).size();
  };
  CHECK(paths(0, 0, 2, 1) == 2);  // north at column 0, the source's, or 1; not at 2: EN there is forbidden
  CHECK(paths(0, 0, 3, 1) == 3);  // at 0, 1 or 3
  CHECK(paths(1, 0, 2, 3) == 1);  // column 2 must be entered in its row
  CHECK(paths(3, 0, 0, 1) == 2);  // north at 2, or at 0, the last column; NW at 3 and 1 is forbidden
  CHECK(paths(4, 2, 1, 0) == 6);  // two hops south, each at column 4, 2 or 1
  CHECK(paths(2, 0, 2, 3) == 1);
}

TEST_CASE("odd-even is proved by an acyclic graph, without escapes", "[odd-even]") {
  for (const char* const name : {"mesh:2x2", "mesh:8x8", "mesh:7x5", "mesh:5x8"}) {
    CAPTURE(name);
    const auto t = make_cube(name);
    const DeadlockProof proof = prove_deadlock_freedom(*t, *make_relation("odd-even", *t, {}));
    CHECK(proof.deadlock_free);
    CHECK_FALSE(proof.by_escape);
    CHECK(proof.delivered_pairs == proof.pairs);
  }
}

TEST_CASE("odd-even is refused on other topologies than meshes of two dimensions", "[odd-even]") {
  for (const char* const name : {"mesh:8", "mesh:3x3x3", "torus:4x4", "hypercube:2"}) {
    const auto t = make_cube(name);
    CHECK_THROWS_WITH(make_relation("odd-even", *t, {}), Catch::Contains(name) && Catch::Contains("mesh of two dimensions"));
  }
}
