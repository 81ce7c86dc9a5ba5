// Patterns where terminals are not routers: rows and draws are over terminals.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "models/base/error.hpp"
#include "models/network/topology/topologies.hpp"
#include "tests/support/cases/terminal_networks.hpp"
#include "tests/support/scratch_file.hpp"
#include "traffic/registry.hpp"

using namespace dateline;
using namespace dateline::test;
using Catch::Contains;

namespace {

// 2x2 routers of three terminals.
const TerminalCube& mesh_of_threes() {
  static const TerminalCube mesh(CubeTopology::Kind::mesh, {2, 2}, 3);
  return mesh;
}

// Eight terminals on four routers, one of them without any.
TerminalCube eight_on_a_ring() { return {CubeTopology::Kind::torus, {4}, routers_of({4, 0, 3, 1})}; }

std::vector<std::uint32_t> destinations(const TrafficPattern& pattern, std::uint32_t terminals) {
  std::vector<std::uint32_t> list;
  for (std::uint32_t t = 0; t < terminals; ++t) {
    const auto row = pattern.row(TerminalId(t));
    REQUIRE(row.size() <= 1);
    list.push_back(row.empty() ? t : row[0].destination.value());
  }
  return list;
}

}  // namespace

TEST_CASE("uniform is every other terminal, those of the own router too") {
  const auto pattern = make_traffic("uniform", mesh_of_threes());
  for (std::uint32_t t = 0; t < 12; ++t) {
    const auto row = pattern->row(TerminalId(t));
    REQUIRE(row.size() == 11);
    for (const Demand& d : row) {
      CHECK(d.probability == Rational(1, 11));
      CHECK(d.destination != TerminalId(t));
    }
  }
  std::vector<int> drawn(12, 0);
  RandomStream random(5, 4, Purpose::destination);
  for (int i = 0; i < 11'000; ++i) ++drawn[pattern->sample(TerminalId(4), random).value()];
  CHECK(drawn[4] == 0);
  for (std::uint32_t t = 0; t < 12; ++t) {
    if (t != 4) CHECK(std::abs(drawn[t] - 1000) < 190);  // six standard deviations
  }
  CHECK(make_traffic("uniform-self", mesh_of_threes())->row(TerminalId(7)).size() == 12);
}

TEST_CASE("permutations of indices go by terminal numbers") {
  const TerminalCube t = eight_on_a_ring();
  CHECK(destinations(*make_traffic("bit-reverse", t), 8) == std::vector<std::uint32_t>{0, 4, 2, 6, 1, 5, 3, 7});
  CHECK(destinations(*make_traffic("reverse-flip", t), 8) == std::vector<std::uint32_t>{7, 3, 5, 1, 6, 2, 4, 0});
  CHECK(destinations(*make_traffic("affine:3,1", t), 8) == std::vector<std::uint32_t>{1, 4, 7, 2, 5, 0, 3, 6});
  CHECK(destinations(*make_traffic("affine:5,1", *make_topology("dragonfly:1,2,1")), 6) == std::vector<std::uint32_t>{1, 0, 5, 4, 3, 2});
  CHECK_THROWS_WITH(make_traffic("affine:2,1", t), Contains("common divisor") && Contains("8"));
  CHECK_THROWS_WITH(make_traffic("affine:3", t), Contains("affine:A,B"));
  CHECK_THROWS_WITH(make_traffic("affine:x,1", t), Contains("traffic=affine:x,1") && Contains("number=x"));
  auto drawn = destinations(*make_traffic("random:7", mesh_of_threes()), 12);
  std::sort(drawn.begin(), drawn.end());
  for (std::uint32_t i = 0; i < 12; ++i) CHECK(drawn[i] == i);
  const ScratchFile file("7\n6\n5\n4\n3\n2\n1\n0\n");
  CHECK(destinations(*make_traffic("permutation:" + file.path(), t), 8) == std::vector<std::uint32_t>{7, 6, 5, 4, 3, 2, 1, 0});
  const ScratchFile four("3\n2\n1\n0\n", "four");
  CHECK_THROWS_WITH(make_traffic("permutation:" + four.path(), t), Contains("8 terminals"));
  CHECK_THROWS_WITH(make_traffic("bit-reverse", mesh_of_threes()), Contains("12 terminals are no power of two"));
}

TEST_CASE("a matrix file has a row for every terminal") {
  const ScratchFile file("0 1 0\n0 0 0.5\n0.25 0 0\n");
  const TerminalCube t(CubeTopology::Kind::mesh, {2}, routers_of({2, 1}));
  const auto pattern = make_traffic("matrix:" + file.path(), t);
  CHECK(pattern->row(TerminalId(2)).front().destination == TerminalId(0));
  CHECK(pattern->share(TerminalId(1)) == Rational(1, 2));
}

TEST_CASE("permutations of coordinates are refused unless every router has one terminal") {
  const std::string name = GENERATE("tornado", "transpose", "bit-complement", "bitcomp", "reverse", "halfshift", "bitrev", "bitrevT");
  const TerminalCube four(CubeTopology::Kind::torus, {4, 4}, 2);
  CHECK_THROWS_AS(make_traffic(name, four), ConfigError);
  CHECK_THROWS_WITH(make_traffic(name, four), Contains(name) && Contains("needs one terminal a router"));
  CHECK_NOTHROW(make_traffic(name, *make_cube("torus:4x4")));
}

TEST_CASE("permutations of coordinates are those of the terminals' own grid") {
  const auto t = make_topology("mesh:3x3:t2x2");  // a grid of 6 x 6
  const auto at = [](std::uint32_t x, std::uint32_t y) { return x + 6 * y; };
  const auto transposed = destinations(*make_traffic("transpose", *t), 36), turned = destinations(*make_traffic("tornado", *t), 36);
  const auto mirrored = destinations(*make_traffic("bit-complement", *t), 36), next = destinations(*make_traffic("neighbour", *t), 36);
  for (std::uint32_t x = 0; x < 6; ++x) {
    for (std::uint32_t y = 0; y < 6; ++y) {
      CHECK(transposed[at(x, y)] == at(y, x));
      CHECK(turned[at(x, y)] == at((x + 2) % 6, y));
      CHECK(mirrored[at(x, y)] == at(5 - x, 5 - y));
      CHECK(next[at(x, y)] == at((x + 1) % 6, (y + 1) % 6));
    }
  }
}

TEST_CASE("permutations of coordinates need no cube") {
  const auto hyperx = make_topology("hyperx:4x4"), torus = make_topology("torus:4x4");
  for (const char* name : {"tornado", "tornado:all", "transpose", "bit-complement", "neighbour", "halfshift", "bitrev"}) {
    CAPTURE(name);
    CHECK(destinations(*make_traffic(name, *hyperx), 16) == destinations(*make_traffic(name, *torus), 16));
  }
  CHECK_THROWS_WITH(make_traffic("transpose", *make_topology("hyperx:4x4:t2")), Contains("needs one terminal a router"));
  CHECK_THROWS_WITH(make_traffic("transpose", *make_topology("dragonfly:1,4,2")), Contains("needs coordinates"));
}

TEST_CASE("a terminal alone is silent under uniform traffic") {
  const TerminalCube lonely(CubeTopology::Kind::mesh, {2}, routers_of({1, 0}));
  const auto pattern = make_traffic("uniform", lonely);
  CHECK(pattern->row(TerminalId(0)).empty());
  CHECK(pattern->share(TerminalId(0)) == 0);
}
