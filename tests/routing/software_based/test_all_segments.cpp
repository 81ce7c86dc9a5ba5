// The proof for all maps of faults at once: it stands on every kind of cube, and no map of faults makes a header ask
// for anything that is not in it.
#include <catch2/catch.hpp>

#include "models/proof/dependency_graph.hpp"
#include "models/proof/dependency_sets.hpp"
#include "models/proof/header_graph.hpp"
#include "models/network/relation/walk_ends.hpp"
#include "routing/registry/registry.hpp"
#include "routing/software_based/all_segments.hpp"
#include "tests/support/cases/random_faults.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

std::unique_ptr<RoutingRelation> software_routing(const std::string& name, const CubeTopology& cube, std::shared_ptr<const FaultMap> faults,
                                                  VcPolicy policy = VcPolicy::split) {
  RoutingOptions options;
  options.faults = std::move(faults);
  options.vc_policy = policy;
  options.vcs = 6;
  return make_relation(name, cube, options);
}

AllSegments all_segments(const std::string& name, const CubeTopology& cube, VcPolicy policy = VcPolicy::split) {
  return {cube, software_routing(name, cube, nullptr, policy)};
}

// What headers of the relation may hold and ask for, `others` being those that it may change to or from.
DependencySets dependencies(const Topology& topology, const RoutingRelation& relation, const std::vector<const RoutingRelation*>& others = {}) {
  DependencySets sets(topology, relation.classes());
  HeaderGraph graph(topology, relation);
  for (const RoutingRelation* const other : others) graph.also(*other);
  for (const TerminalId t : WalkEnds(topology, relation).representatives()) {
    graph.walk(t);
    sets.add(graph);
  }
  return sets;
}

}  // namespace

TEST_CASE("all segments together have a proof on every kind of cube") {
  using Kind = CubeTopology::Kind;
  for (const auto& [kind, radices] : std::vector<std::pair<Kind, std::vector<std::uint32_t>>>{{Kind::torus, {4}},
                                                                                              {Kind::torus, {5, 5}},
                                                                                              {Kind::torus, {2, 3}},
                                                                                              {Kind::torus, {3, 2, 4}},
                                                                                              {Kind::torus, {8, 4}},
                                                                                              {Kind::mesh, {5, 4}},
                                                                                              {Kind::mesh, {3, 3, 3}},
                                                                                              {Kind::hypercube, {2, 2, 2, 2, 2}}}) {
    const CubeTopology cube(kind, radices);
    INFO(cube.name());
    for (const char* const name : {"sw-deterministic", "sw-adaptive"}) {
      const DeadlockProof proof = prove_deadlock_freedom(cube, all_segments(name, cube));
      CHECK(proof.deadlock_free);
      CHECK(proof.delivers_all());
      CHECK(proof.by_escape == (std::string(name) == "sw-adaptive"));
    }
    if (kind != Kind::torus) continue;
    for (const VcPolicy policy : {VcPolicy::relaxed, VcPolicy::shared})
      CHECK(prove_deadlock_freedom(cube, all_segments("sw-deterministic", cube, policy)).deadlock_free);
  }
}

// Edges are counted before and after those of a map are added: the same number, so there was none that is new.
TEST_CASE("no map of faults, and no change between two, adds a dependency to those of all segments") {
  const int cases = sample(400, 30);
  int adaptive_changes = 0;
  for (int i = 0; i < cases; ++i) {
    const FaultyCube cube = random_faulty_cube(900 + static_cast<std::uint64_t>(i));
    INFO(cube.topology->name() << " case " << i);
    for (const char* const name : {"sw-deterministic", "sw-adaptive"}) {
      const AllSegments all = all_segments(name, *cube.topology);
      const auto faulty = software_routing(name, *cube.topology, cube.faults), whole = software_routing(name, *cube.topology, nullptr);
      HeaderGraph graph(*cube.topology, *faulty);
      graph.also(*whole);
      DependencySets sets = dependencies(*cube.topology, all);
      const std::uint64_t before = sets.digraph().edges(), used = sets.used();
      for (const TerminalId t : WalkEnds(*cube.topology, *faulty).representatives()) {
        graph.walk(t);
        sets.add(graph);
      }
      CHECK(sets.digraph().edges() == before);
      CHECK(sets.used() == used);
      adaptive_changes += std::string(name) == "sw-adaptive" ? 1 : 0;
    }
  }
  CHECK(adaptive_changes == cases);
}

TEST_CASE("segments that went all the way round, in one class, would have a cycle") {
  const CubeTopology ring(CubeTopology::Kind::torus, {4});
  // The negative control: dimension order in one class.
  class OneClass final : public RoutingRelation {
   public:
    explicit OneClass(const RoutingRelation& of) : of_(of) {}
    [[nodiscard]] StartStates start(NodeId src, NodeId dst) const override { return of_.start(src, dst); }
    void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const override {
      of_.next(node, in, dst, state, out);
      for (Candidate& c : out) c.classes = c.classes != 0 ? 1 : 0;
    }
    [[nodiscard]] int classes() const override { return of_.classes(); }

   private:
    const RoutingRelation& of_;
  };
  const AllSegments all = all_segments("sw-deterministic", ring);
  CHECK(prove_deadlock_freedom(ring, all).deadlock_free);
  CHECK_FALSE(prove_deadlock_freedom(ring, OneClass(all)).deadlock_free);
}
