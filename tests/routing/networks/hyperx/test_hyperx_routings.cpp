// Routings of HyperX networks against closed forms and by hand; the one of sides 2 is a hypercube.
#include <catch2/catch.hpp>
#include <map>
#include <string>
#include <vector>

#include "models/analysis/worst_case/worst_case.hpp"
#include "models/base/error.hpp"
#include "models/network/topology/topologies.hpp"
#include "models/proof/dependency_graph.hpp"
#include "tests/support/network_loads.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;
using Catch::Contains;

namespace {

struct Size {
  std::uint32_t side, dimensions, terminals;
  [[nodiscard]] std::string name() const {
    std::string text = "hyperx:" + std::to_string(side);
    for (std::uint32_t d = 1; d < dimensions; ++d) text += "x" + std::to_string(side);
    return text + ":t" + std::to_string(terminals);
  }
};

std::uint32_t power(std::uint32_t base, std::uint32_t exponent) { return exponent == 0 ? 1 : base * power(base, exponent - 1); }

// Of equal sides, up to 200 routers.
std::vector<Size> sizes() {
  std::vector<Size> all;
  for (std::uint32_t n = 1; n <= 7; ++n) {
    for (std::uint32_t side = 2; power(side, n) <= 200 && side <= 40; ++side) all.push_back({side, n, 1 + (side + n) % 3});
  }
  if (whole()) return all;
  return {{2, 1, 3}, {5, 1, 2}, {3, 2, 2}, {4, 2, 1}, {3, 3, 1}, {2, 4, 2}};
}

// channel -> rank of the candidates, from router 0.
std::map<std::uint32_t, int> offers(const Topology& t, const std::string& routing, std::uint32_t dst, std::uint64_t state = 0) {
  Candidates candidates;
  make_relation(routing, t, {})->next(NodeId(0), kNoChannel, NodeId(dst), {state}, candidates);
  std::map<std::uint32_t, int> found;
  for (const Candidate& c : candidates) found[t.channel(c.channel).to.value()] = c.rank;
  return found;
}

}  // namespace

TEST_CASE("loads of dimension order and of valiant's routing on a hyperx are their closed forms, on every channel") {
  for (const Size& s : sizes()) {
    CAPTURE(s.name());
    const auto t = make_topology(s.name());
    for (const auto& [kind, range] : loads_by_kind(*t, "dor", "uniform-self")) CHECK(range == all_at(Rational(s.terminals, s.side)));
    for (const char* traffic : {"uniform-self", "random:3", "shift:1"}) {
      for (const auto& [kind, range] : loads_by_kind(*t, "valiant", traffic)) CHECK(range == all_at(Rational(2 * s.terminals, s.side)));
    }
  }
}

TEST_CASE("the worst case of dimension order in dimension j of n is T S^min(j, n-1-j)") {
  for (const Size& s : sizes()) {
    CAPTURE(s.name());
    const auto t = make_topology(s.name());
    const auto dor = make_relation("dor", *t, {});
    for (const FocusChannel& f : WorstCaseSearch(*t, *dor).run().focus) {
      const auto j = static_cast<std::uint32_t>(t->channel(f.channel).dimension);
      CHECK(f.gamma == s.terminals * power(s.side, std::min(j, s.dimensions - 1 - j)));
    }
  }
}

TEST_CASE("a hyperx of sides 2 is a hypercube, and its dimension order e-cube routing") {
  const auto hyperx = make_topology("hyperx:2x2x2"), hypercube = make_topology("hypercube:3");
  REQUIRE(hyperx->channels() == hypercube->channels());
  for (const char* traffic : {"uniform", "bit-complement", "random:4", "shift:3"}) {
    const auto dor = make_relation("dor", *hyperx, {}), e_cube = make_relation("e-cube", *hypercube, {});
    CHECK(channel_load(*hyperx, *dor, *make_traffic(traffic, *hyperx)).load == channel_load(*hypercube, *e_cube, *make_traffic(traffic, *hypercube)).load);
  }
}

TEST_CASE("adaptive routings of a hyperx offer the places that lead nearer first, then the others that their classes allow") {
  const auto t = make_topology("hyperx:4x3");  // router x + 4 y
  const std::uint32_t to = 2 + 4 * 1;
  CHECK(offers(*t, "min-adaptive", to) == std::map<std::uint32_t, int>{{2, 1}, {4, 0}});  // the escape is the last of channel 0 -> 2
  CHECK(offers(*t, "dim-war", to) == std::map<std::uint32_t, int>{{2, 0}, {1, 1}, {3, 1}});
  CHECK(offers(*t, "dim-war", to, 1) == std::map<std::uint32_t, int>{{2, 0}});
  CHECK(offers(*t, "dim-war", 4) == std::map<std::uint32_t, int>{{4, 0}, {8, 1}});
  CHECK(offers(*t, "omni-war:0", to) == std::map<std::uint32_t, int>{{2, 0}, {4, 0}});
  CHECK(offers(*t, "omni-war:1", to) == std::map<std::uint32_t, int>{{2, 0}, {4, 0}, {1, 1}, {3, 1}, {8, 1}});
  CHECK(offers(*t, "omni-war:1", to, 1) == std::map<std::uint32_t, int>{{2, 0}, {4, 0}});  // a hop was a deroute
  CHECK(offers(*t, "omni-war:1", 2, 2) == std::map<std::uint32_t, int>{{2, 0}});
  CHECK(make_relation("omni-war:3", *t, {})->classes() == 5);
}

TEST_CASE("an alias of a name is one on every network that the name is for") {
  const auto t = make_topology("hyperx:3x3");
  CHECK(find_routing("xy", *t) == find_routing("dor", *t));
  CHECK(find_routing("val", *t) == find_routing("valiant", *t));
  CHECK(find_routing("xy", *t)->where.text == "hyperx, fullmesh");
  CHECK(find_routing("xy", *make_topology("torus:4x4"))->name == "dor");
  CHECK(find_routing("xy", *make_topology("slimfly:3")) == nullptr);
  CHECK(find_routing("nothing", *t) == nullptr);
}

TEST_CASE("minimal adaptive routing is proved by its escape") {
  const auto t = make_topology("hyperx:3x3");
  const auto relation = make_relation("min-adaptive", *t, {});
  const DeadlockProof proof = prove_deadlock_freedom(*t, *relation);
  CHECK(proof.deadlock_free);
  CHECK(proof.by_escape);
  CHECK(relation->class_of_vc(0, 4) == 0);
  for (const int vc : {1, 2, 3}) CHECK(relation->class_of_vc(vc, 4) == 1);
}

TEST_CASE("deroutes that are no number or too many are refused") {
  const auto t = make_topology("hyperx:3x3");
  CHECK_THROWS_WITH(make_relation("omni-war:15", *t, {}), Contains("omni-war deroutes=15") && Contains("0..14"));
  CHECK_THROWS_WITH(make_relation("omni-war:two", *t, {}), Contains("omni-war deroutes=two"));
  CHECK_THROWS_WITH(make_relation("omni-war", *t, {}), Contains("is written omni-war:D"));
  CHECK_THROWS_WITH(make_relation("dim-war", *make_topology("torus:4x4"), {}), Contains("allowed: hyperx, fullmesh"));
}
