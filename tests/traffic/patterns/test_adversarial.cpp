// adv:I against its definition: groups of dragonflies, routers of other networks.
#include <catch2/catch.hpp>

#include "models/base/error.hpp"
#include "models/network/topology/topologies.hpp"
#include "tests/support/cases/terminal_networks.hpp"
#include "traffic/registry.hpp"

using namespace dateline;
using namespace dateline::test;
using Catch::Contains;

TEST_CASE("adv:I sends to all terminals of the group I further on, alike") {
  struct Case {
    const char* topology;
    std::uint32_t group;  // terminals of one
  };
  const auto c = GENERATE(values<Case>({{"dragonfly:2,4,2", 8}, {"dragonfly:1,2,1,2", 2}, {"fattree:3,2", 3}, {"torus:4x4", 1}, {"mesh:3x3:t2", 2}}));
  const auto t = make_topology(c.topology);
  const std::uint32_t groups = t->terminals() / c.group;
  for (const std::uint32_t i : {1U, groups - 1}) {
    const auto pattern = make_traffic("adv:" + std::to_string(i), *t);
    for (std::uint32_t s = 0; s < t->terminals(); ++s) {
      const auto row = pattern->row(TerminalId(s));
      REQUIRE(row.size() == c.group);
      CHECK(pattern->share(TerminalId(s)) == 1);
      for (std::uint32_t j = 0; j < c.group; ++j) {
        CHECK(row[j].destination == TerminalId((s / c.group + i) % groups * c.group + j));
        CHECK(row[j].probability == Rational(1, c.group));
      }
    }
    CHECK(pattern->columns(t->terminals()) == std::vector<Rational>(t->terminals(), 1));
  }
}

TEST_CASE("groups of adv:I that have no terminals are passed over") {
  const TerminalCube t(CubeTopology::Kind::mesh, {4}, routers_of({2, 0, 1, 1}));
  const auto pattern = make_traffic("adv:1", t);
  CHECK(pattern->row(TerminalId(0)).front().destination == TerminalId(2));
  CHECK(pattern->row(TerminalId(2)).front().destination == TerminalId(3));
  CHECK(pattern->row(TerminalId(3)).size() == 2);
  CHECK(pattern->columns(4) == std::vector<Rational>{Rational(1, 2), Rational(1, 2), 2, 1});
  std::vector<Rational> sums(4);
  for (std::uint32_t s = 0; s < 4; ++s) {
    for (const Demand& d : pattern->row(TerminalId(s))) sums[d.destination.value()] += d.probability;
  }
  CHECK(pattern->columns(4) == sums);
}

TEST_CASE("draws of adv:I are of the group, each of its terminals") {
  const auto t = make_topology("dragonfly:2,2,1");
  const auto pattern = make_traffic("adv:1", *t);
  RandomStream random(1, 9, Purpose::destination);
  std::vector<int> drawn(t->terminals(), 0);
  for (int i = 0; i < 400; ++i) ++drawn[pattern->sample(TerminalId(9), random).value()];
  for (std::uint32_t d = 0; d < t->terminals(); ++d) CHECK((drawn[d] > 0) == (d < 4));  // of the third group the first is next
}

TEST_CASE("adv:I is refused where no other group is I further on") {
  const auto t = make_topology("dragonfly:2,4,2");
  for (const char* name : {"adv:0", "adv:9", "adv:x", "adv:-1"}) CHECK_THROWS_WITH(make_traffic(name, *t), Contains("adv I=") && Contains("1..8"));
  CHECK_THROWS_WITH(make_traffic("adv", *t), Contains("is written adv:I"));
}
