// P-cube, li-min, li-min-b, chiu, mix-ab3 and mix-bb3: the ways they offer against an exhaustive search over the turns
// that each rule allows, and the proof.
// Source: J. Hou, C.-M. Wang, C.-Y. Ku and C.-C. Hsu, 2001, section 6; the rules as reconstructed
// (docs/guide/hypercube-routings.md).
#include <catch2/catch.hpp>
#include <random>

#include "models/base/error.hpp"
#include "models/base/text/name_table.hpp"
#include "models/proof/dependency_graph.hpp"
#include "routing/registry/registry.hpp"
#include "tests/support/oracles/cube_turn_oracle.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

// The dimensions offered to a header that came over `in`, told by a state that the relation itself gave out.
std::vector<int> offered(const CubeTopology& t, const RoutingRelation& relation, std::uint32_t node, ChannelId in, std::uint32_t to,
                         HeaderState state) {
  Candidates candidates;
  relation.next(NodeId(node), in, NodeId(to), state, candidates);
  std::vector<int> dimensions;
  for (const Candidate& c : candidates) {
    REQUIRE(c.exit == Exit::channel);
    REQUIRE(c.weight == 0);
    REQUIRE_FALSE(c.escape);
    REQUIRE(t.channel(c.channel).from == NodeId(node));
    dimensions.push_back(t.channel(c.channel).dimension);
  }
  return dimensions;
}

// The state of a header that came to `node` by dimension `d`: that of a message for `node` itself.
HeaderState after(const CubeTopology& t, const RoutingRelation& relation, std::uint32_t node, int d) {
  Candidates candidates;
  relation.next(NodeId(node ^ 1U << static_cast<unsigned>(d)), kNoChannel, NodeId(node), {}, candidates);
  REQUIRE(candidates.size() == 1);
  REQUIRE(t.channel(candidates.front().channel).to == NodeId(node));
  return candidates.front().next;
}

}  // namespace

TEST_CASE("a turn rule offers what exhaustive search finds, in every state of up to 6 dimensions", "[cube-turns]") {
  for (int n = 1; n <= sample(6, 5); ++n) {
    const auto t = make_cube("hypercube:" + std::to_string(n));
    for (const NamedTurns& rule : cube_turn_rules()) {
      if (rule.routing == std::string("e-cube")) continue;  // asked in states that it never comes to it says something
      const auto relation = make_relation(rule.routing, *t, {});
      for (std::uint32_t to = 0; to < t->nodes(); ++to) {
        TurnSearch search(n, to, rule.may);
        for (std::uint32_t node = 0; node < t->nodes(); ++node) {
          if (node == to) continue;
          CAPTURE(n, rule.routing, node, to);
          REQUIRE(offered(*t, *relation, node, kNoChannel, to, {}) == search.ways(node, -1));
          for (int j = 0; j < n; ++j) {
            if (bit(node ^ to, j)) continue;  // it would cross j twice
            CAPTURE(j);
            const ChannelId in = t->out(NodeId(node ^ 1U << static_cast<unsigned>(j)), t->port(j, 1));
            REQUIRE(offered(*t, *relation, node, in, to, after(*t, *relation, node, j)) == search.ways(node, j));  // none where all is lost
          }
        }
      }
    }
  }
}

TEST_CASE("a turn rule offers what exhaustive search finds, on walks through 16 dimensions", "[cube-turns]") {
  const auto t = make_cube("hypercube:16");
  std::mt19937 random(16);
  for (const NamedTurns& rule : cube_turn_rules()) {
    if (rule.routing == std::string("e-cube")) continue;  // weighted, one way each
    const auto relation = make_relation(rule.routing, *t, {});
    for (int pair = 0; pair < sample(8, 1); ++pair) {
      const std::uint32_t to = random() & 0xffffU;
      TurnSearch search(16, to, rule.may);
      for (int walk = 0; walk < sample(20, 5); ++walk) {
        std::uint32_t node = walk == 0 ? to ^ 0xffffU : random() & 0xffffU;
        HeaderState state;
        ChannelId in = kNoChannel;
        for (int from = -1; node != to;) {
          CAPTURE(rule.routing, to, node, from);
          Candidates candidates;
          REQUIRE(offered(*t, *relation, node, in, to, state) == search.ways(node, from));
          relation->next(NodeId(node), in, NodeId(to), state, candidates);
          REQUIRE_FALSE(candidates.empty());
          const Candidate& taken = candidates[random() % candidates.size()];
          in = taken.channel;
          state = taken.next;
          from = t->channel(in).dimension;
          node = t->channel(in).to.value();
        }
      }
    }
  }
}

TEST_CASE("a turn rule is proved by an acyclic graph of known size and delivers all pairs of up to 8 dimensions", "[cube-turns]") {
  for (const NamedTurns& rule : cube_turn_rules()) {
    const std::string name = rule.routing;
    for (std::uint64_t n = 1; n <= 8; ++n) {
      CAPTURE(name, n);
      const auto t = make_cube("hypercube:" + std::to_string(n));
      const DeadlockProof proof = prove_deadlock_freedom(*t, *make_relation(name, *t, {}));
      CHECK(proof.deadlock_free);
      CHECK_FALSE(proof.by_escape);
      CHECK(proof.vertices == t->channels());
      CHECK(proof.pairs == (1ULL << n) * ((1ULL << n) - 1));
      CHECK(proof.delivers_all());
      const std::uint64_t ascending = (n * (n - 1) << n) / 2;  // the turns of e-cube
      CHECK(proof.dependencies * 4 == ascending * (name == "e-cube" ? 4 : name == "chiu" ? 5 : 6));
      if (n == 8) CHECK(proof.dependencies == (name == "e-cube" ? 7168 : name == "chiu" ? 8960 : 10752));
    }
  }
}

TEST_CASE("descending turns allowed by the parity of the whole address are rejected with a cycle", "[cube-turns]") {
  const int n = GENERATE(3, 4, 5);
  const auto t = make_cube("hypercube:" + std::to_string(n));
  const DeadlockProof proof =
      prove_deadlock_freedom(*t, SearchedTurns(*t, [](std::uint32_t u, int j, int i) { return i > j || __builtin_popcount(u) % 2 == 0; }));
  CHECK_FALSE(proof.deadlock_free);
  CHECK(proof.delivered_pairs == proof.pairs);
  REQUIRE(proof.cycle.size() >= 4);
  for (std::size_t i = 0; i < proof.cycle.size(); ++i)
    CHECK(t->channel(proof.cycle[i].channel).to == t->channel(proof.cycle[(i + 1) % proof.cycle.size()].channel).from);
}

TEST_CASE("a rule searched for is the routing of that rule, to the proof", "[cube-turns]") {
  const auto t = make_cube("hypercube:4");
  for (const NamedTurns& rule : cube_turn_rules()) {
    CAPTURE(rule.routing);
    const DeadlockProof searched = prove_deadlock_freedom(*t, SearchedTurns(*t, rule.may)),
                        known = prove_deadlock_freedom(*t, *make_relation(rule.routing, *t, {}));
    CHECK(searched.deadlock_free);
    CHECK(searched.dependencies == known.dependencies);
  }
}

TEST_CASE("routings by turns of a hypercube are refused elsewhere", "[cube-turns]") {
  const auto mesh = make_cube("mesh:2x2x2");
  for (const NamedTurns& rule : cube_turn_rules())
    CHECK_THROWS_WITH(make_relation(rule.routing, *mesh, {}), Catch::Contains(rule.routing) && Catch::Contains("allowed: hypercube"));
}

TEST_CASE("the table of routings says which are reconstructions", "[cube-turns]") {
  for (const NamedTurns& rule : cube_turn_rules()) {
    const std::string name = rule.routing;
    const bool reconstructed = name != "e-cube" && name != "p-cube";
    CAPTURE(name);
    CHECK((row_named(routing_table(), "routing", name).summary.find("reconstruction") != std::string::npos) == reconstructed);
  }
}
