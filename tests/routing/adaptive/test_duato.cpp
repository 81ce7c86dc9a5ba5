// Duato's protocol: which VCs serve which class, what a header is offered at places worked out by hand, its dateline
// classes, and the controls that the proof must reject.
#include <catch2/catch.hpp>
#include <set>

#include "models/network/relation/escape_offers.hpp"
#include "models/proof/dependency_graph.hpp"
#include "routing/registry/registry.hpp"
#include "sim/core/state/layout/vc_numbering.hpp"
#include "tests/support/routings.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

struct Offer {
  std::uint32_t to;
  unsigned classes;
  int rank;
  bool escape;
  std::uint64_t next;
  friend bool operator==(const Offer& a, const Offer& b) {
    return a.to == b.to && a.classes == b.classes && a.rank == b.rank && a.escape == b.escape && a.next == b.next;
  }
};
std::ostream& operator<<(std::ostream& out, const Offer& o) {
  return out << "to " << o.to << " classes " << o.classes << " rank " << o.rank << (o.escape ? " escape" : "") << " next " << o.next;
}

std::vector<Offer> offers(const CubeTopology& t, NodeId node, NodeId dst, std::uint64_t state = 0) {
  Candidates candidates;
  make_relation("duato", t, {})->next(node, kNoChannel, dst, HeaderState{state}, candidates);
  std::vector<Offer> list;
  std::set<std::uint32_t> routes;
  for (const Candidate& c : candidates) {
    CHECK(c.weight == 0);
    CHECK(routes.insert(c.route).second);
    list.push_back({t.channel(c.channel).to.value(), c.classes, c.rank, c.escape, c.next.word});
  }
  return list;
}

NodeId at(const CubeTopology& t, std::uint32_t x, std::uint32_t y) { return t.node_at({x, y}); }

}  // namespace

TEST_CASE("two VCs of a torus and one of a mesh or hypercube are escapes, all others are adaptive") {
  const auto served = [](const char* topology, int vcs) {
    const auto t = make_cube(topology);
    const auto relation = make_relation("duato", *t, {});
    std::vector<int> classes;
    for (int v = 0; v < vcs; ++v) classes.push_back(relation->class_of_vc(v, vcs));
    return classes;
  };
  CHECK(served("torus:8x8", 3) == std::vector<int>{0, 1, 2});
  CHECK(served("torus:8x8", 4) == std::vector<int>{0, 1, 2, 2});
  CHECK(served("torus:8x8", 10) == std::vector<int>{0, 1, 2, 2, 2, 2, 2, 2, 2, 2});
  CHECK(served("mesh:4x4", 2) == std::vector<int>{0, 1});
  CHECK(served("mesh:4x4", 5) == std::vector<int>{0, 1, 1, 1, 1});
  CHECK(served("hypercube:4", 4) == std::vector<int>{0, 1, 1, 1});
}

TEST_CASE("the machine gives each class the VCs that the routing says") {
  const auto t = make_cube("torus:4x4");
  const auto duato = make_relation("duato", *t, {});
  RouterConfig config;
  config.vcs = config.injection_vcs = 6;
  const VcNumbering numbering(config, Wiring::of(*t), *duato);
  CHECK(numbering.vcs_of_classes(1) == 0b000001);
  CHECK(numbering.vcs_of_classes(2) == 0b000010);
  CHECK(numbering.vcs_of_classes(4) == 0b111100);
  CHECK(numbering.vcs_of_classes(6) == 0b111110);
}

TEST_CASE("on a torus every minimal channel is offered, and the escape of dimension order after them") {
  const auto t = make_cube("torus:8x8");
  // (1, 2) to (3, 7): + in dimension 0; 2 to 7 is 5 up, 3 down, so - in dimension 1.
  CHECK(offers(*t, at(*t, 1, 2), at(*t, 3, 7)) ==
        std::vector<Offer>{{at(*t, 2, 2).value(), 4, 0, false, 0}, {at(*t, 1, 1).value(), 4, 0, false, 0}, {at(*t, 2, 2).value(), 1, 1, true, 0}});
  // (7, 0) to (1, 5): + out of 7 and - out of 0 are the wrap-around channels; the hops over them set bits 0 and 1, and
  // are of class 0 themselves.
  CHECK(offers(*t, at(*t, 7, 0), at(*t, 1, 5)) ==
        std::vector<Offer>{{at(*t, 0, 0).value(), 4, 0, false, 1}, {at(*t, 7, 7).value(), 4, 0, false, 2}, {at(*t, 0, 0).value(), 1, 1, true, 1}});
  // With bit 0 set the escape is of class 1; the last hop of a dimension clears its bit, and only that.
  CHECK(offers(*t, at(*t, 0, 7), at(*t, 1, 5), 3) ==
        std::vector<Offer>{{at(*t, 1, 7).value(), 4, 0, false, 2}, {at(*t, 0, 6).value(), 4, 0, false, 3}, {at(*t, 1, 7).value(), 2, 1, true, 2}});
  // A dimension that is left over is e-cube's, whichever it is.
  CHECK(offers(*t, at(*t, 1, 7), at(*t, 1, 5), 2) ==
        std::vector<Offer>{{at(*t, 1, 6).value(), 4, 0, false, 2}, {at(*t, 1, 6).value(), 2, 1, true, 2}});
}

TEST_CASE("at half a ring both ways are offered, and the escape goes by the parity of the coordinate it is at") {
  const auto t = make_cube("torus:8x8");
  CHECK(offers(*t, at(*t, 2, 0), at(*t, 6, 0)) ==
        std::vector<Offer>{{at(*t, 3, 0).value(), 4, 0, false, 0}, {at(*t, 1, 0).value(), 4, 0, false, 0}, {at(*t, 3, 0).value(), 1, 1, true, 0}});
  CHECK(offers(*t, at(*t, 3, 0), at(*t, 7, 0)) ==
        std::vector<Offer>{{at(*t, 4, 0).value(), 4, 0, false, 0}, {at(*t, 2, 0).value(), 4, 0, false, 0}, {at(*t, 2, 0).value(), 1, 1, true, 0}});
  // A tie in the higher dimension does not move the escape.
  CHECK(offers(*t, at(*t, 0, 1), at(*t, 1, 5)).back() == Offer{at(*t, 1, 1).value(), 1, 1, true, 0});
  // Radix 2: two parallel channels, + out of 1 and - out of 0 wrap around, and one hop ends the dimension.
  const auto two = make_cube("torus:2x3");
  const auto offered = offers(*two, at(*two, 1, 0), at(*two, 0, 0));
  CHECK(offered == std::vector<Offer>{{0, 4, 0, false, 0}, {0, 4, 0, false, 0}, {0, 1, 1, true, 0}});
}

TEST_CASE("mesh and hypercube have one escape class and no dateline") {
  const auto mesh = make_cube("mesh:4x3");
  CHECK(offers(*mesh, at(*mesh, 3, 0), at(*mesh, 0, 2)) == std::vector<Offer>{{at(*mesh, 2, 0).value(), 2, 0, false, 0},
                                                                              {at(*mesh, 3, 1).value(), 2, 0, false, 0},
                                                                              {at(*mesh, 2, 0).value(), 1, 1, true, 0}});
  const auto cube = make_cube("hypercube:3");
  CHECK(offers(*cube, NodeId(0b001), NodeId(0b111)) == std::vector<Offer>{{0b011, 2, 0, false, 0}, {0b101, 2, 0, false, 0}, {0b011, 1, 1, true, 0}});
}

TEST_CASE("the proof is that of the escapes, on mixed, odd and tiny radices, and needs no more for more VCs") {
  const std::string name = GENERATE("torus:8x8", "torus:5x5", "torus:6x5", "torus:7", "torus:4x2x3", "mesh:5x4", "hypercube:4");
  CAPTURE(name);
  const auto t = make_cube(name);
  const DeadlockProof few = prove_deadlock_freedom(*t, *make_relation("duato", *t, {{}, VcPolicy::split, 4}));
  CHECK(few.deadlock_free);
  CHECK(few.delivers_all());
  CHECK(few.by_escape);
  const DeadlockProof many = prove_deadlock_freedom(*t, *make_relation("duato", *t, {{}, VcPolicy::split, 16}));
  CHECK(many.vertices == few.vertices);
  CHECK(many.dependencies == few.dependencies);
}

TEST_CASE("which relations offer escapes beside other channels is read off their candidates") {
  const auto t = make_cube("torus:5x4");
  const auto offers_them = [&](const char* routing, RoutingOptions options) { return offers_escapes(*t, *make_relation(routing, *t, options)); };
  CHECK(offers_them("duato", {}));
  CHECK(offers_them("dor", {{}, VcPolicy::shared, 3}));
  CHECK_FALSE(offers_them("dor", {{}, VcPolicy::shared, 2}));  // nothing but escapes
  CHECK_FALSE(offers_them("dor", {{}, VcPolicy::relaxed, 4}));
  CHECK_FALSE(offers_them("valiant", {}));
  const auto mesh = make_cube("mesh:4x4");
  CHECK(offers_escapes(*mesh, *make_relation("duato", *mesh, {})));
  CHECK_FALSE(offers_escapes(*mesh, *make_relation("odd-even", *mesh, {})));
}

TEST_CASE("duato has parity and no other tie rule, and no VC policy but split") {
  const auto torus = make_cube("torus:4x4");
  const auto mesh = make_cube("mesh:4x4");
  CHECK(make_relation("duato", *torus, {TieRule::parity}) != nullptr);
  CHECK(make_relation("duato", *mesh, {TieRule::parity}) != nullptr);
  for (const TieRule rule : {TieRule::split, TieRule::plus, TieRule::union_}) {
    CHECK_THROWS_WITH(make_relation("duato", *torus, {rule}), Catch::Contains("tie-rule") && Catch::Contains("allowed: parity"));
    CHECK_THROWS_WITH(make_relation("duato", *mesh, {rule}), Catch::Contains("no rings; allowed: parity"));
  }
  for (const VcPolicy policy : {VcPolicy::static_, VcPolicy::shared, VcPolicy::relaxed}) {
    CHECK_THROWS_WITH(make_relation("duato", *torus, {{}, policy, 4}), Catch::Contains("vc-policy"));
  }
}
