// VC classes of routings that turn freely: how many, that all are used and none is wrong, that they suffice and what
// happens beyond 16.
#include <catch2/catch.hpp>

#include "models/base/error.hpp"
#include "models/network/relation/route_graph.hpp"
#include "models/proof/dependency_graph.hpp"
#include "tests/support/cases/own_classes.hpp"
#include "tests/support/routings.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

std::vector<TerminalId> all_terminals(const CubeTopology& t) {
  std::vector<TerminalId> terminals;
  for (std::uint32_t v = 0; v < t.terminals(); ++v) terminals.emplace_back(v);
  return terminals;
}

}  // namespace

TEST_CASE("the number of VC classes") {
  // Descents: o1turn n - 1; valiant 1; two phases n - 1 and one more for each dimension but one that a packet may enter
  // twice (two hops or more in it): radix 4 for romm on a torus, 3 for rlb and on a mesh, none on a hypercube. Times 2
  // on a torus.
  const auto [routing, name, classes] = GENERATE(table<std::string, std::string, int>({
      {"romm", "torus:8x8", 6},        {"romm", "torus:4x4x4", 10},  {"romm", "torus:4x4x4x4", 14}, {"romm", "torus:9", 2},
      {"romm", "torus:3x3x3", 6},      {"romm", "torus:4x3", 4},     {"romm", "torus:4x3x5", 8},    {"romm", "torus:2x2", 4},
      {"romm", "mesh:8x8", 3},         {"romm", "mesh:3x3x3", 5},    {"romm", "mesh:2x3x2", 3},     {"romm", "hypercube:4", 4},
      {"romm", "hypercube:16", 16},    {"rlb", "torus:8x8", 6},      {"rlb", "torus:3x3x3", 10},    {"rlb", "torus:2x2", 4},
      {"o1turn", "torus:8x8", 4},      {"o1turn", "torus:3x3x3", 6}, {"o1turn", "mesh:8x8", 2},     {"o1turn", "hypercube:4", 4},
      {"valiant", "torus:8x8", 4},     {"valiant", "torus:2", 4},    {"valiant", "mesh:8x8x8", 2},  {"valiant", "hypercube:1", 2},
      {"romm", "torus:4x4x4x4x4", 18},
  }));
  CAPTURE(routing, name);
  CHECK(relation_of(*make_cube(name), routing)->classes() == classes);
}

TEST_CASE("a class is the number of descents and the dateline bit, counted anew from the hops; the most descents do happen") {
  const std::string name = GENERATE("torus:4", "torus:4x4", "torus:5x5", "torus:4x3", "torus:3x3x3", "torus:2x2", "torus:2x2x2", "torus:4x3x2",
                                    "mesh:4x4", "mesh:3x2x3", "mesh:2x3x2", "hypercube:1", "hypercube:4");
  const auto t = make_cube(name);
  for (const std::string& routing : oblivious_routings(*t)) {
    if (routing == "dor") continue;
    for (const TieRule tie : tie_rules(*t)) {
      const auto relation = relation_of(*t, routing, tie);
      const OwnClasses counted(*t, *relation, OwnClasses::Reversals::are_descents, relation->classes());
      unsigned all = 0;
      std::size_t wrong = 0;
      for (std::uint32_t d = 0; d < t->nodes(); ++d) {
        const RouteGraph graph(*t, counted, TerminalId(d), all_terminals(*t));
        for (const RouteGraph::Place& place : graph.places()) {
          Candidates given;
          relation->next(place.at.node, place.at.in, NodeId(d), OwnClasses::inner(place.at.state), given);
          for (std::size_t i = 0; i < given.size(); ++i) {
            if (given[i].exit != Exit::channel) continue;
            all |= given[i].classes;
            if (given[i].classes != graph.hops(place)[i].candidate.classes) ++wrong;
          }
        }
      }
      CAPTURE(name, routing, name_of(tie));
      CHECK(wrong == 0);
      CHECK((all >> static_cast<unsigned>(relation->classes())) == 0);
      const unsigned top = static_cast<unsigned>(relation->classes()) - (t->kind() == CubeTopology::Kind::torus ? 2 : 1);
      if (tie == TieRule::split) CHECK((all >> top) != 0);
    }
  }
}

TEST_CASE("relations with a class per descent and dateline are free of deadlock on larger networks") {
  const std::string name = GENERATE("torus:8x8", "torus:9x9", "torus:4x4x4", "torus:6x4", "mesh:6x6", "mesh:3x4x3", "hypercube:5");
  const auto t = make_cube(name);
  for (const std::string& routing : oblivious_routings(*t)) {
    CAPTURE(name, routing);
    const DeadlockProof proof = prove_deadlock_freedom(*t, *relation_of(*t, routing));
    CHECK(proof.deadlock_free);
    CHECK_FALSE(proof.by_escape);
    CHECK(proof.delivered_pairs == proof.pairs);
  }
}

TEST_CASE("Valiant whose reversals are no descents is rejected with a cycle") {
  const std::string name = GENERATE("torus:5x5", "torus:5", "mesh:3x3", "hypercube:3");
  const auto t = make_cube(name);
  const auto valiant = relation_of(*t, "valiant");
  const OwnClasses careless(*t, *valiant, OwnClasses::Reversals::are_ignored, valiant->classes());
  const DeadlockProof proof = prove_deadlock_freedom(*t, careless);
  CAPTURE(name);
  CHECK_FALSE(proof.deadlock_free);
  REQUIRE(proof.cycle.size() >= 2);
  for (std::size_t i = 0; i < proof.cycle.size(); ++i) {
    const ClassedChannel& next = proof.cycle[(i + 1) % proof.cycle.size()];
    CHECK(t->channel(proof.cycle[i].channel).to == t->channel(next.channel).from);
  }
}

TEST_CASE("a relation with more than 16 classes names none above 15, and is not proved") {
  const auto t = make_cube("torus:4x4x4x4x4");
  const auto romm = relation_of(*t, "romm");
  REQUIRE(romm->classes() == 18);
  const RouteGraph graph(*t, *romm, TerminalId(t->node_at({2, 2, 2, 2, 2}).value()), {TerminalId(0)});
  unsigned all = 0;
  for (const RouteGraph::Place& place : graph.places()) {
    for (const RouteGraph::Hop& hop : graph.hops(place)) {
      if (hop.candidate.exit == Exit::channel) REQUIRE(hop.candidate.classes != 0);
      all |= hop.candidate.classes;
    }
  }
  CHECK(all == 0xffff);
  CHECK_THROWS_AS(prove_deadlock_freedom(*t, *romm), ConfigError);
  CHECK_THROWS_WITH(prove_deadlock_freedom(*t, *romm), Catch::Contains("18 VC classes") && Catch::Contains("16"));
}
