// What relations that weigh hops say: the hops of their candidates, their start states by number, what a packet does
// alone, their symmetries, and how large a proof is with one class a stage.
#include <catch2/catch.hpp>
#include <map>
#include <string>

#include "models/analysis/latency/bounds.hpp"
#include "models/analysis/loads/symmetry_check.hpp"
#include "models/network/topology/dragonfly.hpp"
#include "models/network/topology/topologies.hpp"
#include "models/proof/dependency_graph.hpp"
#include "tests/support/cases/short_answers.hpp"
#include "tests/support/network_loads.hpp"
#include "tests/support/oracles/relation_walk.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

struct Case {
  const char *topology, *routing;
};

Case some_case() {
  return GENERATE(take(sample(8U, 7U), values<Case>({{"hyperx:3x4", "ugal"},
                                                     {"fullmesh:5", "ugal"},
                                                     {"dragonfly:1,4,2", "ugal"},
                                                     {"dragonfly:1,4,2,5", "ugal"},
                                                     {"dragonfly:1,3,2:absolute", "par"},
                                                     {"dragonfly:1,4,2,3", "par"},
                                                     {"slimfly:3:t1", "ugal"},
                                                     {"slimfly:4:t1", "ugal"}})));
}

// Of every set of classes only the lowest.
class LowestClass final : public RoutingRelation {
 public:
  explicit LowestClass(const RoutingRelation& relation) : relation_(relation) {}
  [[nodiscard]] StartStates start(NodeId src, NodeId dst) const override { return relation_.start(src, dst); }
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override {
    const std::size_t first = out.size();
    relation_.next(node, in, dst, state, out);
    for (std::size_t i = first; i < out.size(); ++i) out[i].classes = static_cast<std::uint16_t>(out[i].classes & -out[i].classes);
  }
  [[nodiscard]] int classes() const override { return relation_.classes(); }

 private:
  const RoutingRelation& relation_;
};

// Of routes without weights all alike: an oblivious relation that goes every way.
class AllAlike final : public RoutingRelation {
 public:
  explicit AllAlike(const RoutingRelation& relation) : relation_(relation) {}
  [[nodiscard]] StartStates start(NodeId src, NodeId dst) const override { return relation_.start(src, dst); }
  void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override {
    relation_.next(node, in, dst, state, out);
    for (Candidate& c : out) c.weight = c.weight == 0 ? 1 : c.weight;
  }
  [[nodiscard]] int classes() const override { return relation_.classes(); }

 private:
  const RoutingRelation& relation_;
};

std::vector<std::uint32_t> all_routers(const Topology& t) {
  std::vector<std::uint32_t> routers(t.nodes());
  for (std::uint32_t r = 0; r < t.nodes(); ++r) routers[r] = r;
  return routers;
}

}  // namespace

TEST_CASE("candidates say how many channels are still to be crossed") {
  const Case c = some_case();
  CAPTURE(c.topology, c.routing);
  const auto t = make_topology(c.topology);
  const auto relation = make_relation(c.routing, *t, {});
  REQUIRE(relation->weighs_hops());
  std::size_t choices = 0;
  for (const std::uint32_t d : all_routers(*t)) {
    Walk walk(*t, *relation, d);
    for (const std::uint32_t s : all_routers(*t)) {
      for (const StartState& start : relation->start(NodeId(s), NodeId(d))) {
        Candidates candidates;
        relation->next(NodeId(s), kNoChannel, NodeId(d), start.state, candidates);
        for (const Candidate& way : candidates) {
          if (way.exit != Exit::channel || candidates.size() < 2) continue;
          ++choices;
          const Walk::Hops rest = walk.from({t->channel(way.channel).to.value(), way.channel.value(), way.next.word});
          CAPTURE(s, d, start.state.word, way.channel.value());
          CHECK(way.detour == (&way != candidates.data()));
          if (way.detour || c.routing == std::string("ugal")) {
            CHECK(way.hops == 1 + rest.most);
          } else {  // what goes minimally may turn off later
            CHECK(way.hops == 1 + rest.least);
          }
        }
      }
    }
  }
  CHECK(choices > 0);
}

TEST_CASE("start states by number are those of the list, all alike") {
  const Case c = some_case();
  const auto t = make_topology(c.topology);
  const auto relation = make_relation(c.routing, *t, {});
  for (std::uint32_t s = 0; s < t->nodes(); ++s) {
    for (std::uint32_t d = 0; d < t->nodes(); ++d) {
      CAPTURE(c.topology, c.routing, s, d);
      const Ends ends{TerminalId(s), TerminalId(d), NodeId(s), NodeId(d)};
      const StartStates list = relation->start(NodeId(s), NodeId(d));
      REQUIRE(list.size() == relation->start_count(ends));
      for (std::uint64_t i = 0; i < list.size(); ++i) REQUIRE((list[i].weight == list[0].weight && list[i].state == relation->start_at(ends, i)));
      if (s == d) CHECK(list.size() == 1);
    }
  }
}

TEST_CASE("a packet alone takes the minimal way: the zero-load latency and the mean hops are those of minimal routing") {
  const Case c = some_case();
  if (!whole() && std::string_view(c.topology).find(":t1") != std::string_view::npos) return;  // a second
  CAPTURE(c.topology, c.routing);
  const auto t = make_topology(c.topology);
  for (std::uint16_t kind = 0; kind < t->kinds().size(); ++kind) t->table().set_latency(kind, static_cast<std::uint16_t>(1 + 4 * kind));
  const auto relation = make_relation(c.routing, *t, {});
  const auto minimal = make_relation(dynamic_cast<const HyperXTopology*>(t.get()) != nullptr ? "dor" : "min", *t, {});
  BoundsInput input;
  input.buffer_depth = 20;
  input.routing_delay = 1;
  input.packet_length = 4;
  for (const char* traffic : sample(std::vector{"uniform", "shift:1"}, {"shift:1"})) {
    const auto pattern = make_traffic(traffic, *t);
    const Bounds alone = compute_bounds(*t, *relation, *pattern, input, 1e9, kLongSplits);
    const Bounds of_minimal = compute_bounds(*t, *minimal, *pattern, input, 1e9);
    REQUIRE(of_minimal.zero_load_latency);
    CHECK(alone.zero_load_latency == of_minimal.zero_load_latency);
  }
  CHECK(prove_deadlock_freedom(*t, *relation).mean_hops == prove_deadlock_freedom(*t, *minimal).mean_hops);
}

TEST_CASE("many links between two groups do not make their square start states, and stay alike") {
  const auto t = make_topology("dragonfly:1,8,4,3");  // 16 links
  const auto relation = make_relation("ugal", *t, {});
  const Ends ends{TerminalId(0), TerminalId(t->terminals() - 1), NodeId(0), NodeId(t->nodes() - 1)};
  REQUIRE(relation->start_count(ends) == std::uint64_t{4} * 16);
  // Two links of either kind are this router's own, and two are behind a hop to each of the seven others.
  std::map<std::uint32_t, int> minimal, detour;
  Candidates out;
  for (std::uint64_t i = 0; i < relation->start_count(ends); ++i) {
    out.clear();
    relation->next(ends.from, kNoChannel, ends.to, relation->start_at(ends, i), out);
    REQUIRE(out.size() == 2);
    ++minimal[out[0].channel.value()];
    ++detour[out[1].channel.value()];
  }
  for (const auto& first : {minimal, detour}) {
    CHECK(first.size() == 9);
    for (const auto& [channel, times] : first) CHECK(times == (t->channel(ChannelId(channel)).kind == DragonflyTopology::global ? 4 : 8));
  }
}

TEST_CASE("symmetries that relations claim that weigh hops hold of all their ways") {
  const Case c = some_case();
  CAPTURE(c.topology, c.routing);
  const auto t = make_topology(c.topology);
  const auto relation = make_relation(c.routing, *t, {});
  const auto symmetries = usable_symmetries(*t, *relation);
  CHECK(symmetries.empty() == t->automorphisms().empty());
  CHECK_NOTHROW(verify_symmetries(*t, AllAlike(*relation), symmetries));
}

TEST_CASE("with one class a stage ugal on dragonfly:2,4,2 is proved in 468 vertices and 936 dependencies") {
  const auto t = make_topology("dragonfly:2,4,2");
  const auto relation = make_relation("ugal", *t, {});
  const DeadlockProof proof = prove_deadlock_freedom(*t, LowestClass(*relation));
  CHECK(proof.deadlock_free);
  CHECK(proof.vertices == 468);
  CHECK(proof.dependencies == 936);
}
