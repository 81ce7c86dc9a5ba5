// West-first, north-last, negative-first: the paths they offer against the turns that the turn model takes away, one by
// one and by closed formulas.
// Source: C. Glass and L. Ni, The turn model for adaptive routing, 1992: west-first takes away the two turns to the
// west, north-last the two turns from the north, negative-first those from a positive into a negative direction.
#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>

#include "models/base/error.hpp"
#include "models/proof/dependency_graph.hpp"
#include "routing/adaptive/cube_turns.hpp"
#include "routing/registry/registry.hpp"
#include "tests/support/cases/fully_adaptive.hpp"
#include "tests/support/oracles/turn_oracle.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

struct Mesh {
  std::string name;
  std::vector<int> radices;
};
const Mesh kFlat{"mesh:5x4", {5, 4}}, kTall{"mesh:3x6", {3, 6}}, kSolid{"mesh:3x4x3", {3, 4, 3}}, kFour{"mesh:2x3x2x3", {2, 3, 2, 3}};

void check_all_pairs(const Mesh& mesh, const std::string& routing, const TurnRule& allowed) {
  const auto t = make_cube(mesh.name);
  const auto relation = make_relation(routing, *t, {});
  for (std::uint32_t s = 0; s < t->nodes(); ++s) {
    for (std::uint32_t d = 0; d < t->nodes(); ++d) {
      CAPTURE(mesh.name, routing, s, d);
      REQUIRE(offered_paths(*t, *relation, NodeId(s), NodeId(d)) == allowed_paths(place_of(mesh.radices, s), place_of(mesh.radices, d), allowed));
    }
  }
}

// (sum)! / product of factorials; 1 if there are none.
std::size_t multinomial(const std::vector<int>& parts) {
  double value = std::tgamma(std::accumulate(parts.begin(), parts.end(), 0) + 1.0);
  for (const int part : parts) value /= std::tgamma(part + 1.0);
  return static_cast<std::size_t>(std::llround(value));
}

// The number of paths of every pair of a 2-D mesh, from x = distance to the east and y = distance to the north,
// negative the other way.
template <typename Formula>
void check_counts(const std::string& routing, Formula formula) {
  for (const Mesh& mesh : {kFlat, kTall}) {
    const auto t = make_cube(mesh.name);
    const auto relation = make_relation(routing, *t, {});
    for (std::uint32_t s = 0; s < t->nodes(); ++s) {
      for (std::uint32_t d = 0; d < t->nodes(); ++d) {
        const Place from = place_of(mesh.radices, s), to = place_of(mesh.radices, d);
        const int x = to[0] - from[0], y = to[1] - from[1];
        CAPTURE(mesh.name, routing, x, y);
        REQUIRE(offered_paths(*t, *relation, NodeId(s), NodeId(d)).size() == formula(x, y, multinomial({std::abs(x), std::abs(y)})));
      }
    }
  }
}

}  // namespace

TEST_CASE("west-first offers every minimal path without a turn to the west, and no other", "[turn-model]") {
  for (const Mesh& mesh : {kFlat, kTall}) check_all_pairs(mesh, "west-first", [](int, int to, const Place&) { return to != -1; });
  check_counts("west-first", [](int x, int, std::size_t all) { return x >= 0 ? all : 1; });
}

TEST_CASE("north-last offers every minimal path without a turn from the north, and no other", "[turn-model]") {
  for (const Mesh& mesh : {kFlat, kTall}) check_all_pairs(mesh, "north-last", [](int from, int, const Place&) { return from != 2; });
  check_counts("north-last", [](int, int y, std::size_t all) { return y <= 0 ? all : 1; });
}

TEST_CASE("negative-first offers every minimal path without a turn from a positive to a negative direction, in any dimension", "[turn-model]") {
  for (const Mesh& mesh : {kFlat, kSolid, kFour})
    check_all_pairs(mesh, "negative-first", [](int from, int to, const Place&) { return from < 0 || to > 0; });
  check_counts("negative-first", [](int x, int y, std::size_t all) { return (x >= 0) == (y >= 0) || x == 0 || y == 0 ? all : 1; });
}

TEST_CASE("in n dimensions west-first is all-but-one-negative-first and north-last all-but-one-positive-last", "[turn-model]") {
  for (const Mesh& mesh : {kSolid, kFour}) {
    const int n = static_cast<int>(mesh.radices.size());
    const auto early = [n](int hop) { return hop < 0 && hop != -n; };  // - in all dimensions but the last
    check_all_pairs(mesh, "west-first", [&](int from, int to, const Place&) { return early(from) || !early(to); });
    const auto late = [](int hop) { return hop > 1; };  // + in all dimensions but the first
    check_all_pairs(mesh, "north-last", [&](int from, int to, const Place&) { return !late(from) || late(to); });
  }
}

TEST_CASE("negative-first in three dimensions offers as many paths as its two groups have orders", "[turn-model]") {
  const auto t = make_cube(kSolid.name);
  const auto relation = make_relation("negative-first", *t, {});
  for (std::uint32_t s = 0; s < t->nodes(); ++s) {
    for (std::uint32_t d = 0; d < t->nodes(); ++d) {
      std::vector<int> down, up;
      const Place from = place_of(kSolid.radices, s), to = place_of(kSolid.radices, d);
      for (std::size_t i = 0; i < from.size(); ++i) (to[i] < from[i] ? down : up).push_back(std::abs(to[i] - from[i]));
      REQUIRE(offered_paths(*t, *relation, NodeId(s), NodeId(d)).size() == multinomial(down) * multinomial(up));
    }
  }
}

TEST_CASE("negative-first on a hypercube is P-cube routing", "[turn-model]") {
  const auto t = make_cube("hypercube:4");
  const auto relation = make_relation("negative-first", *t, {});
  const PCube p_cube(*t);  // falls 1 -> 0 first
  for (std::uint32_t s = 0; s < t->nodes(); ++s) {
    for (std::uint32_t d = 0; d < t->nodes(); ++d) {
      Candidates ours, theirs;
      relation->next(NodeId(s), kNoChannel, NodeId(d), {}, ours);
      p_cube.next(NodeId(s), kNoChannel, NodeId(d), {}, theirs);
      REQUIRE(ours.size() == theirs.size());
      for (std::size_t i = 0; i < ours.size(); ++i) CHECK((ours[i].exit == theirs[i].exit && ours[i].channel == theirs[i].channel));
    }
  }
}

TEST_CASE("turn models are proved on meshes of one to four dimensions by an acyclic graph, without escapes", "[turn-model]") {
  const std::string routing = GENERATE("west-first", "north-last", "negative-first");
  for (const char* const name : {"mesh:7", "mesh:8x8", "mesh:5x3", "mesh:4x4x4", "mesh:3x3x3x3"}) {
    CAPTURE(routing, name);
    const auto t = make_cube(name);
    const DeadlockProof proof = prove_deadlock_freedom(*t, *make_relation(routing, *t, {}));
    CHECK(proof.deadlock_free);
    CHECK_FALSE(proof.by_escape);
    CHECK(proof.vertices == t->channels());
    CHECK(proof.delivered_pairs == proof.pairs);
  }
}

TEST_CASE("fully adaptive minimal routing with one class is rejected on a mesh, with a cycle round a square", "[turn-model]") {
  const auto t = make_cube(GENERATE("mesh:2x2", "mesh:4x4", "mesh:3x3x3"));
  const DeadlockProof proof = prove_deadlock_freedom(*t, FullyAdaptive(*t));
  CHECK_FALSE(proof.deadlock_free);
  CHECK(proof.delivered_pairs == proof.pairs);
  REQUIRE(proof.cycle.size() == 4);
  for (std::size_t i = 0; i < 4; ++i) CHECK(t->channel(proof.cycle[i].channel).to == t->channel(proof.cycle[(i + 1) % 4].channel).from);
}

TEST_CASE("turn models are refused on what has rings", "[turn-model]") {
  const auto torus = make_cube("torus:4x4");
  const auto cube = make_cube("hypercube:3");
  for (const char* const routing : {"west-first", "north-last", "negative-first"}) {
    CHECK_THROWS_WITH(make_relation(routing, *torus, {}),
                      Catch::Contains(routing) && Catch::Contains("torus:4x4") && Catch::Contains("allowed: mesh"));
  }
  CHECK_THROWS_AS(make_relation("west-first", *cube, {}), ConfigError);
}
