// updown, layered and duato-updown at places worked out by hand: roots, ways, numbers of classes; where they are
// refused; the controls that the proof must reject; changes of the network.
#include <catch2/catch.hpp>

#include "models/base/error.hpp"
#include "models/network/relation/escape_offers.hpp"
#include "models/network/topology/graph.hpp"
#include "models/proof/dependency_graph.hpp"
#include "routing/networks/any_topology/duato_up_down.hpp"
#include "routing/networks/any_topology/layered.hpp"
#include "routing/networks/any_topology/up_down_order.hpp"
#include "routing/software_based/sw_deterministic.hpp"
#include "tests/support/routings.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

std::shared_ptr<const FaultMap> failed_nodes(const Topology& t, const std::vector<std::uint32_t>& nodes) {
  std::vector<NodeId> ids;
  for (const std::uint32_t node : nodes) ids.emplace_back(node);
  return std::make_shared<const FaultMap>(t, ids, std::vector<LinkEnd>{});
}

std::vector<std::uint32_t> nodes_on_way(const Topology& t, const RoutingRelation& relation, std::uint32_t from, std::uint32_t to) {
  std::vector<std::uint32_t> nodes{from};
  HeaderPlace at{NodeId(from), kNoChannel, HeaderState{}};
  while (nodes.size() <= t.nodes()) {
    Candidates candidates;
    relation.next(at.node, at.in, NodeId(to), at.state, candidates);
    const Candidate& c = candidates.front();
    if (c.exit == Exit::deliver) break;
    at = {t.channel(c.channel).to, c.channel, c.next};
    nodes.push_back(at.node.value());
  }
  return nodes;
}

using Nodes = std::vector<std::uint32_t>;

GraphTopology one_way_ring() {
  std::vector<GraphEdge> edges;
  for (std::uint32_t v = 0; v < 3; ++v) edges.push_back({NodeId(v), NodeId((v + 1) % 3), true});
  return {"graph:ring", edges};
}

// A header that has taken the escape may leave it again.
class Returning final : public RoutingRelation {
 public:
  explicit Returning(const Topology& topology) : inner_(topology, nullptr) {}
  [[nodiscard]] StartStates start(NodeId src, NodeId dst) const override { return inner_.start(src, dst); }
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override {
    const std::size_t before = out.size();
    inner_.next(node, in, dst, state, out);
    for (std::size_t i = before; i < out.size(); ++i) out[i].next = HeaderState{};
  }
  [[nodiscard]] int classes() const override { return 2; }

 private:
  DuatoUpDown inner_;
};

}  // namespace

TEST_CASE("the root of updown is in the middle, of equal nodes the lowest that lives") {
  const auto root = [](const char* name, const Nodes& failed) {
    const auto t = make_cube(name);
    return up_down_root(*t, failed_nodes(*t, failed).get()).value();
  };
  CHECK(root("mesh:5", {}) == 2);
  CHECK(root("mesh:4", {}) == 1);  // 1 and 2 are two hops from the far end
  CHECK(root("mesh:3x3", {}) == 4);
  CHECK(root("torus:4x4", {}) == 0);
  CHECK(root("torus:5", {0}) == 2);      // 1 2 3 4 in a row: 2 and 3 are in the middle
  CHECK(root("hypercube:3", {0}) == 7);  // all but the opposite, which has failed, are near
}

// Levels 0 1 2 2 1 from node 0. Of the link 2 - 3 the channel to 2 is the up: the lower number.
TEST_CASE("on a ring of five updown goes by the root where the other way would turn up after a down") {
  const auto t = make_cube("torus:5");
  const auto updown = make_relation("updown", *t, {});
  CHECK(nodes_on_way(*t, *updown, 1, 3) == Nodes{1, 2, 3});
  CHECK(nodes_on_way(*t, *updown, 3, 1) == Nodes{3, 2, 1});
  CHECK(nodes_on_way(*t, *updown, 2, 4) == Nodes{2, 1, 0, 4});
  CHECK(nodes_on_way(*t, *updown, 4, 2) == Nodes{4, 0, 1, 2});
  CHECK(nodes_on_way(*t, *updown, 4, 1) == Nodes{4, 0, 1});
}

TEST_CASE("duato-updown offers the shorter way first and the escape by the root, and stays on it") {
  const auto t = make_cube("torus:5");
  const auto relation = make_relation("duato-updown", *t, {});
  Candidates offered;
  relation->next(NodeId(4), kNoChannel, NodeId(2), {}, offered);
  REQUIRE(offered.size() == 2);
  CHECK(t->channel(offered[0].channel).to == NodeId(3));
  CHECK_FALSE(offered[0].escape);
  CHECK(t->channel(offered[1].channel).to == NodeId(0));
  CHECK(offered[1].escape);
  Candidates on;
  relation->next(NodeId(0), offered[1].channel, NodeId(2), offered[1].next, on);
  REQUIRE(on.size() == 1);
  CHECK(on[0].escape);
  CHECK(t->channel(on[0].channel).to == NodeId(1));
  CHECK(offers_escapes(*t, *relation));
  CHECK(relation->class_of_vc(0, 4) == 0);
  for (int vc = 1; vc < 4; ++vc) CHECK(relation->class_of_vc(vc, 4) == 1);
}

TEST_CASE("layered has one class on a tree, one where ways are of one hop, two on rings") {
  const auto classes = [](const char* name) { return make_relation("layered", *make_cube(name), {})->classes(); };
  CHECK(classes("mesh:6") == 1);
  CHECK(classes("torus:3") == 1);
  CHECK(classes("torus:5") == 2);
  CHECK(classes("torus:8") == 2);
  CHECK(Layered(one_way_ring(), nullptr).classes() == 2);  // each holds one of three channels and asks for the next
  const auto ring = make_cube("torus:8");
  CHECK(Layered(*ring, failed_nodes(*ring, {3})).classes() == 1);
}

TEST_CASE("updown is refused where no tree of links is left, layered only where nothing connects") {
  const GraphTopology ring = one_way_ring();
  for (const char* const name : {"updown", "duato-updown"}) {
    CHECK_THROWS_WITH(make_relation(name, ring, {}), Catch::Contains("links that work both ways, and none connects nodes 0 and 1"));
  }
  CHECK_NOTHROW(make_relation("layered", ring, {}));
  const auto mesh = make_cube("mesh:5");
  RoutingOptions cut;
  cut.faults = failed_nodes(*mesh, {2});
  CHECK_THROWS_AS(make_relation("updown", *mesh, cut), ConfigError);
  CHECK_THROWS_WITH(make_relation("layered", *mesh, cut), Catch::Contains("no way between some nodes"));
}

TEST_CASE("networks whose tables would fill the memory are refused by their number of nodes") {
  const auto large = make_cube("torus:96x96");
  for (const char* const name : {"updown", "duato-updown"}) CHECK_THROWS_WITH(make_relation(name, *large, {}), Catch::Contains("at most 8192"));
  CHECK_THROWS_WITH(make_relation("layered", *large, {}), Catch::Contains("at most 2048"));
}

TEST_CASE("an escape by updown that may be left again is rejected") {
  const auto t = make_cube("torus:4x4");
  CHECK(prove_deadlock_freedom(*t, DuatoUpDown(*t, nullptr)).deadlock_free);
  CHECK_FALSE(prove_deadlock_freedom(*t, Returning(*t)).deadlock_free);
}

TEST_CASE("a change of faults closes a cycle under updown and layered, none under sw-deterministic") {
  const auto t = make_cube("torus:6x6");
  const auto faults = failed_nodes(*t, {0});
  const auto changed = [&](const char* name) {
    RoutingOptions options;
    const auto before = make_relation(name, *t, options);
    options.faults = faults;
    const auto after = make_relation(name, *t, options);
    return prove_changes(*t, {before.get(), after.get()});
  };
  for (const char* const name : {"updown", "layered", "duato-updown"}) {
    CAPTURE(name);
    const DeadlockProof proof = changed(name);
    CHECK_FALSE(proof.deadlock_free);
    CHECK_FALSE(proof.cycle.empty());
    CHECK(proof.delivers_all());
  }
  CHECK(changed("sw-deterministic").deadlock_free);
  CHECK(changed("sw-adaptive").deadlock_free);
}

// In a ring of two nodes each link has another beside it: levels and distances are the same without one of them.
TEST_CASE("a change that leaves levels and distances of updown as they are closes no cycle") {
  const auto t = make_cube("torus:4x2");
  RoutingOptions options;
  const auto before = make_relation("updown", *t, options);
  options.faults = std::make_shared<const FaultMap>(*t, std::vector<NodeId>{}, std::vector<LinkEnd>{{NodeId(0), Port(2)}});
  const auto after = make_relation("updown", *t, options);
  const DeadlockProof proof = prove_changes(*t, {before.get(), after.get()});
  CHECK(proof.deadlock_free);
  CHECK(proof.delivers_all());
}

// Without the link 2 - 3 a header at 2 for 3 has to turn back, after a down: up to 1, and down again when it is mended.
TEST_CASE("a header that has no way down under new faults goes up again, and the proof finds the cycle that may close") {
  const auto t = make_cube("torus:5");
  RoutingOptions options;
  const auto before = make_relation("updown", *t, options);
  options.faults = std::make_shared<const FaultMap>(*t, std::vector<NodeId>{}, std::vector<LinkEnd>{{NodeId(2), Port(0)}});
  const auto after = make_relation("updown", *t, options);
  CHECK(nodes_on_way(*t, *after, 2, 3) == Nodes{2, 1, 0, 4, 3});
  Candidates back;
  after->next(NodeId(2), t->out(NodeId(1), Port(0)), NodeId(3), HeaderState{1}, back);
  CHECK(t->channel(back.front().channel).to == NodeId(1));
  CHECK(prove_changes(*t, {before.get(), after.get()}).cycle.size() == 2);  // 1 to 2 and 2 to 1
}
