// What every routing must keep on networks beyond cubes: it arrives, in as many hops as its VC classes promise; it is
// proved; what it claims of symmetries holds; the machine's short answers are those of its candidates.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <utility>

#include "models/analysis/loads/propagation.hpp"
#include "models/analysis/loads/symmetry_check.hpp"
#include "models/network/symmetry/distances.hpp"
#include "models/network/topology/topologies.hpp"
#include "models/proof/dependency_graph.hpp"
#include "tests/support/cases/merged_classes.hpp"
#include "tests/support/cases/short_answers.hpp"
#include "tests/support/network_loads.hpp"
#include "tests/support/oracles/relation_walk.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

const std::vector<std::string>& networks() {
  static const std::vector<std::string> names = {"hyperx:3x4:t2",      "dragonfly:1,2,1",          "fattree:2,3",    "slimfly:3:t1",
                                                 "clos:3,2,2",         "dragonfly:1,4,2,5",        "hyperx:2x3x2",   "fullmesh:5:t2",
                                                 "fattree:3,2",        "dragonfly:1,3,2,3:absolute", "slimfly:4",    "dragonfly:2,1,4:relative",
                                                 "dragonfly:1,2,1,2",  "fattree:2,2",              "clos:2,1,3",     "fullmesh:2",
                                                 "slimfly:5:t1",       "hyperx:2x2x2",             "hyperx:4x4",     "dragonfly:1,4,2:absolute"};
  return names;
}

const std::string& some_network() {
  const auto at = static_cast<std::size_t>(GENERATE(range(0, sample(20, 9))));
  return networks()[at];
}

// Hops at most, of the routings for these networks; 0 of those for any.
std::uint32_t promised(const std::string& routing, const Topology& t) {
  const auto n = static_cast<std::uint32_t>(t.kinds().size());
  if (dynamic_cast<const HyperXTopology*>(&t) != nullptr) {
    if (routing == "dor" || routing == "min-adaptive" || routing == "omni-war:0") return n;
    if (routing == "valiant" || routing == "ugal" || routing == "dim-war") return 2 * n;
    if (routing == "omni-war:2") return n + 2;
    return 0;
  }
  const bool slim = t.name().rfind("slimfly", 0) == 0;
  if (routing == "min") return slim ? 2 : 3;
  if (routing == "valiant-group") return 5;
  if (routing == "ugal") return slim ? 4 : 5;
  if (routing == "par") return 6;
  if (routing == "valiant") return slim ? 4 : 6;
  if (routing == "nca" || routing == "nca-random" || routing == "d-mod-k") return n;  // up and down once each of the levels
  return 0;
}

std::vector<std::uint32_t> routers_with_terminals(const Topology& t) {
  std::vector<std::uint32_t> routers;
  for (std::uint32_t r = 0; r < t.nodes(); ++r) {
    if (!t.terminals_of(NodeId(r)).empty()) routers.push_back(r);
  }
  return routers;
}

}  // namespace

TEST_CASE("every routing beyond cubes arrives within the hops that its classes promise") {
  const auto t = make_topology(some_network());
  for (const std::string& routing : routings_on(*t)) {
    CAPTURE(t->name(), routing);
    const auto relation = make_relation(routing, *t, {});
    const bool minimal = find_routing(routing, *t)->paths == Paths::minimal;
    REQUIRE(relation->classes() <= kMaxVcs);
    for (const std::uint32_t d : routers_with_terminals(*t)) {
      Walk walk(*t, *relation, d);
      for (const std::uint32_t s : routers_with_terminals(*t)) {
        const std::uint32_t distance = minimal ? hops_from(*t, NodeId(s))[d] : 0;
        for (const TerminalId to : t->terminals_of(NodeId(d))) {
          const auto starts = relation->start_between({t->terminals_of(NodeId(s)).front(), to, NodeId(s), NodeId(d)});
          REQUIRE_FALSE(starts.empty());
          for (const StartState& start : starts) {
            const Walk::Hops hops = walk.from({s, kNoChannel.value(), start.state.word});
            REQUIRE(hops.most != kUnbounded);
            if (minimal) REQUIRE((hops.least == distance && hops.most == distance));
            if (promised(routing, *t) != 0) REQUIRE(hops.most <= promised(routing, *t));
          }
        }
      }
      const bool adaptive = find_routing(routing, *t)->adaptive();
      if (!adaptive) REQUIRE_FALSE(walk.adaptive());
    }
  }
}

TEST_CASE("every routing beyond cubes is proved free of deadlock and delivers all pairs") {
  const auto t = make_topology(some_network());
  for (const std::string& routing : routings_on(*t)) {
    CAPTURE(t->name(), routing);
    const auto relation = make_relation(routing, *t, {});
    const DeadlockProof proof = prove_deadlock_freedom(*t, *relation);
    CHECK(proof.deadlock_free);
    CHECK(proof.delivers_all());
    CHECK(proof.pairs == std::uint64_t{t->terminals()} * (t->terminals() - 1));
  }
}

TEST_CASE("stages that share a class close a cycle") {
  struct Case {
    const char *topology, *routing;
  };
  const auto c = GENERATE(values<Case>({{"hyperx:3x3", "valiant"},
                                        {"hyperx:3x3", "dim-war"},
                                        {"hyperx:3x3", "omni-war:1"},
                                        {"hyperx:3x3", "ugal"},
                                        {"dragonfly:1,4,2", "ugal"},
                                        {"dragonfly:1,4,2", "par"},
                                        {"slimfly:3:t1", "ugal"},
                                        {"dragonfly:1,4,2", "min"},
                                        {"dragonfly:1,4,2", "valiant-group"},
                                        {"dragonfly:1,4,2", "valiant"},
                                        {"dragonfly:1,2,1", "min"},
                                        {"dragonfly:1,2,1", "valiant-group"},
                                        {"dragonfly:1,2,1", "valiant"},
                                        {"slimfly:3:t1", "min"},
                                        {"slimfly:3:t1", "valiant"}}));
  const auto t = make_topology(c.topology);
  const auto relation = make_relation(c.routing, *t, {});
  for (int merged = 0; merged + 1 < relation->classes(); ++merged) {
    CAPTURE(c.topology, c.routing, merged);
    const DeadlockProof proof = prove_deadlock_freedom(*t, MergedClasses(*relation, merged));
    CHECK_FALSE(proof.deadlock_free);
    CHECK(proof.cycle.size() >= 2);
  }
}

TEST_CASE("short answers beyond cubes are what the candidates say") {
  const auto t = make_topology(some_network());
  const std::vector<std::uint32_t> ends = routers_with_terminals(*t);
  for (const std::string& routing : routings_on(*t)) {
    CAPTURE(t->name(), routing);
    const auto relation = make_relation(routing, *t, {});
    CHECK(wrong_short_answer(*relation, reachable_places(*t, *relation, ends, ends)).empty());
    if (relation->starts_plain()) CHECK(always_starts_in_state_0(*relation, ends, ends));
  }
}

TEST_CASE("symmetries that routings beyond cubes claim hold, and loads by them are those of all sources") {
  const auto t = make_topology(some_network());
  for (const std::string& routing : routings_on(*t)) {
    if (promised(routing, *t) == 0 || find_routing(routing, *t)->adaptive()) continue;
    CAPTURE(t->name(), routing);
    const auto relation = make_relation(routing, *t, {});
    const auto symmetries = usable_symmetries(*t, *relation);
    CHECK(symmetries.empty() == (routing == "d-mod-k"));
    CHECK_NOTHROW(verify_symmetries(*t, *relation, symmetries));
    for (const char* traffic : {"uniform", "uniform-self"}) {
      const auto pattern = make_traffic(traffic, *t);
      LoadOptions all;
      all.use_symmetry = false;
      const ChannelLoads one = channel_load(*t, *relation, *pattern), each = channel_load(*t, *relation, *pattern, all);
      CHECK(one.by_symmetry != symmetries.empty());
      CHECK(one.load == each.load);
      CHECK(one.mean_hops == each.mean_hops);
    }
  }
}

TEST_CASE("beyond cubes what flows into a router and is injected there flows out or is ejected there") {
  const auto t = make_topology(some_network());
  for (const std::string& routing : routings_on(*t)) {
    if (find_routing(routing, *t)->adaptive()) continue;
    CAPTURE(t->name(), routing);
    const auto relation = make_relation(routing, *t, {});
    const auto pattern = make_traffic("random:5", *t);
    const ChannelLoads loads = channel_load(*t, *relation, *pattern);
    std::vector<Rational> balance(t->nodes());
    for (std::uint32_t s = 0; s < t->terminals(); ++s) {
      for (const Demand& d : pattern->row(TerminalId(s))) {
        balance[t->router_of(TerminalId(s)).value()] += d.probability;
        balance[t->router_of(d.destination).value()] -= d.probability;
      }
    }
    for (std::uint32_t c = 0; c < t->channels(); ++c) {
      balance[t->channel(ChannelId(c)).from.value()] -= loads.load[c];
      balance[t->channel(ChannelId(c)).to.value()] += loads.load[c];
    }
    CHECK(std::all_of(balance.begin(), balance.end(), [](const Rational& b) { return b == 0; }));
  }
}

TEST_CASE("valiant's routing is minimal routing to every router and on from there, all alike") {
  const auto t = make_topology(GENERATE("hyperx:3x4", "dragonfly:1,2,1", "dragonfly:1,4,2,5", "dragonfly:1,2,1,2", "slimfly:3:t1", "slimfly:4:t1"));
  const std::string two_phases = "valiant", one = dynamic_cast<const HyperXTopology*>(t.get()) != nullptr ? "dor" : "min";
  const auto valiant = make_relation(two_phases, *t, {}), minimal = make_relation(one, *t, {});
  Propagation of_valiant(*t, *valiant), of_minimal(*t, *minimal);
  const std::uint32_t n = t->nodes();  // with a terminal each
  for (const auto& [s, d] : {std::pair{0U, n - 1}, {1U, 2U}, {n / 2, n / 2}, {n - 1, 0U}, {2U, n / 2}}) {
    CAPTURE(t->name(), s, d);
    std::map<std::uint32_t, Rational> expected, found;
    const auto add = [&](TerminalId from, TerminalId to) {
      for (const ChannelFlow& f : of_minimal.flow(from, to)) expected[f.channel.value()] += f.amount.value() / n;
    };
    for (std::uint32_t m = 0; m < n; ++m) {
      add(TerminalId(s), TerminalId(m));
      add(TerminalId(m), TerminalId(d));
    }
    for (const ChannelFlow& f : of_valiant.flow(TerminalId(s), TerminalId(d))) found[f.channel.value()] = f.amount.value();
    CHECK(found == expected);
  }
}
