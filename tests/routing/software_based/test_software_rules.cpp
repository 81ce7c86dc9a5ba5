// The tables of the software one rule at a time, on cases worked out by hand from the rules; the words of its header;
// and the routings with nothing failed.
#include <catch2/catch.hpp>

#include "models/base/error.hpp"
#include "routing/software_based/sw_adaptive.hpp"
#include "routing/software_based/sw_deterministic.hpp"
#include "tests/support/cases/random_faults.hpp"
#include "tests/support/cases/short_answers.hpp"
#include "tests/support/shape.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

// An 8x8 torus or the like: node x + 8 y.
struct Bench {
  explicit Bench(const std::string& name, std::vector<NodeId> nodes, std::vector<LinkEnd> links = {})
      : topology(make_cube(name)), faults(*topology, std::move(nodes), std::move(links)), rules(*topology) {}
  [[nodiscard]] SoftwareRules::Decision first(std::uint32_t node, std::uint32_t to) const {
    return rules.resume(faults, NodeId(node), NodeId(to), detour_of({}, NodeId(to)));
  }
  [[nodiscard]] SoftwareRules::Decision again(std::uint32_t node, std::uint32_t to, const DetourHeader& header) const {
    return rules.resume(faults, NodeId(node), NodeId(to), header);
  }
  std::unique_ptr<CubeTopology> topology;
  FaultMap faults;
  SoftwareRules rules;
};

std::vector<NodeId> nodes_of(std::initializer_list<std::uint32_t> list) {
  std::vector<NodeId> nodes;
  for (const std::uint32_t v : list) nodes.emplace_back(v);
  return nodes;
}

bool same(const Candidate& a, const Candidate& b) {
  return a.route == b.route && a.exit == b.exit && a.channel == b.channel && a.classes == b.classes && a.weight == b.weight && a.rank == b.rank &&
         a.escape == b.escape && a.next == b.next;
}

// Whether both offer the same at all places that headers of the first can reach.
bool alike(const CubeTopology& t, const RoutingRelation& a, const RoutingRelation& b) {
  std::vector<std::uint32_t> all;
  for (std::uint32_t v = 0; v < t.nodes(); ++v) all.push_back(v);
  const auto places = reachable_places(t, a, all, all);
  std::vector<HeaderStep> steps_a(places.size()), steps_b(places.size());
  a.steps(places.data(), places.size(), steps_a.data());
  b.steps(places.data(), places.size(), steps_b.data());
  for (std::size_t i = 0; i < places.size(); ++i) {
    Candidates of_a, of_b;
    a.next(places[i].node, places[i].in, places[i].destination, places[i].state, of_a);
    b.next(places[i].node, places[i].in, places[i].destination, places[i].state, of_b);
    if (steps_a[i].kind != steps_b[i].kind || of_a.size() != of_b.size()) return false;
    for (std::size_t j = 0; j < of_a.size(); ++j) {
      if (!same(of_a[j], of_b[j])) return false;
    }
  }
  return !places.empty() && a.classes() == b.classes() && a.class_of_vc(2, 4) == b.class_of_vc(2, 4);
}

}  // namespace

TEST_CASE("the first answer to a fault is the opposite direction") {
  const Bench bench("torus:8x8", nodes_of({2}));
  const auto decision = bench.first(1, 3);
  CHECK(decision.rule == AbsorptionRule::reverse);
  CHECK(decision.header.segment.target == NodeId(3));
  CHECK(decision.header.segment.requested[0] == Sign::minus);
  CHECK(decision.header.reversed == 1);
  CHECK(decision.header.absorptions == 1);
}

TEST_CASE("the second answer in a dimension is the other one, one hop, and a stop") {
  const Bench bench("torus:8x8", nodes_of({2, 4}));
  DetourHeader header = bench.first(1, 3).header;  // the long way: 0, 7, 6, 5
  const auto decision = bench.again(5, 3, header);
  CHECK(decision.rule == AbsorptionRule::orthogonal);
  CHECK(decision.header.segment.target == NodeId(13));
  CHECK(decision.header.segment.requested.bits() == 1U << 2U);  // + in dimension 1 alone
  CHECK(decision.header.orthogonal[1] == Sign::plus);
  CHECK(decision.header.reversed == 0);
  const auto stop = bench.again(13, 3, decision.header);
  CHECK(stop.rule == AbsorptionRule::intermediate);
  CHECK(stop.header.segment.target == NodeId(3));
  CHECK(stop.header.segment.requested.none());
  CHECK(stop.header.orthogonal[1] == Sign::plus);
  CHECK(stop.header.absorptions == 2);
}

TEST_CASE("a detour in a lower dimension goes on in the blocked one before it stops") {
  // (1,1) to (1,3), (1,2) and (1,4) failed: reversed in dimension 1, then at (1,5) one hop + in 0 and on to row 3.
  const Bench bench("torus:8x8", nodes_of({17, 33}));
  const auto reversed = bench.first(9, 25);
  REQUIRE(reversed.rule == AbsorptionRule::reverse);
  const auto decision = bench.again(41, 25, reversed.header);
  CHECK(decision.rule == AbsorptionRule::orthogonal);
  CHECK(decision.header.segment.target == NodeId(2 + 8 * 3));
  CHECK(decision.header.segment.requested.bits() == 1U);
}

TEST_CASE("at the corner the dimension that is left comes before the other one of the pair") {
  // Node x + 4 y + 16 z. From (0,0,0) to (1,0,1), (1,0,0) failed and both ways in x with it: the blocked node is the
  // corner, so z, not y.
  const Bench bench("torus:4x4x4", nodes_of({1, 3}));
  const auto decision = bench.first(0, 17);
  CHECK(decision.rule == AbsorptionRule::orthogonal);
  CHECK(decision.header.segment.target == NodeId(16));
  CHECK(decision.header.segment.requested.bits() == 1U << 4U);
}

TEST_CASE("in a dead end a message turns back once more") {
  // A ring: nothing is orthogonal.
  const Bench bench("torus:8", {}, {{NodeId(1), Port(0)}});
  DetourHeader header = detour_of({}, NodeId(3));
  header.reversed = 1;
  const auto decision = bench.again(1, 3, header);
  CHECK(decision.rule == AbsorptionRule::reverse);
  CHECK(decision.header.segment.requested[0] == Sign::minus);
}

TEST_CASE("the twelfth absorption at a fault calls the last resort") {
  const Bench bench("torus:8x8", nodes_of({2}));
  DetourHeader header = detour_of({}, NodeId(3));
  header.absorptions = 10;
  CHECK(bench.again(1, 3, header).rule == AbsorptionRule::reverse);
  header.absorptions = 11;
  const auto decision = bench.again(1, 3, header);
  CHECK(decision.rule == AbsorptionRule::last_resort);
  CHECK(decision.header.last_resort);
  CHECK(decision.header.segment.target == NodeId(3));  // the long way round, one segment
  CHECK(decision.header.segment.requested.bits() == 2U);
}

TEST_CASE("on a mesh and a hypercube nothing is reversed") {
  const Bench mesh("mesh:4x4", nodes_of({2}));
  const auto on_mesh = mesh.first(1, 3);
  CHECK(on_mesh.rule == AbsorptionRule::orthogonal);
  CHECK(on_mesh.header.segment.target == NodeId(5));
  const Bench line("mesh:2x4", nodes_of({}), {{NodeId(0), Port(0)}});  // no way down from the border: up
  CHECK(line.first(0, 1).header.segment.target == NodeId(2));
  const Bench cube("hypercube:3", nodes_of({1}));
  const auto on_cube = cube.first(0, 3);
  CHECK(on_cube.rule == AbsorptionRule::orthogonal);
  CHECK(on_cube.header.segment.target == NodeId(2));
}

TEST_CASE("a software header holds every field, to the largest network") {
  DetourHeader detour{Segment{NodeId((1U << 18U) - 1), Signs(0x9669a55aU)}};
  detour.orthogonal = Signs(0x6996aaaaU);
  detour.reversed = 0x8001;
  detour.absorptions = 12;
  detour.last_resort = true;
  const DetourHeader again = detour_of(software_header(detour), NodeId(5));
  CHECK(again.segment.target == detour.segment.target);
  CHECK(again.segment.requested == detour.segment.requested);
  CHECK(again.orthogonal == detour.orthogonal);
  CHECK(again.reversed == detour.reversed);
  CHECK(again.absorptions == 12);
  CHECK(again.last_resort);
  const HeaderState state = state_on(detour.segment, {0x5a});
  CHECK(on_segment(state));
  CHECK(segment_of(state).target == detour.segment.target);
  CHECK(segment_of(state).requested == detour.segment.requested);
  CHECK(inner_of(state) == HeaderState{0x5a});
  CHECK_FALSE(on_segment(HeaderState{(std::uint64_t{1} << 63U) - 1}));
  CHECK_THROWS_AS(detour_of({{1, 2}}, NodeId(0)), InvariantError);
}

TEST_CASE("with nothing failed they are dor by parity and duato, at all places") {
  for (const char* const name : {"torus:8x8", "torus:4x6", "torus:5x4x3", "torus:2x2x2", "torus:2x3", "mesh:4x3", "hypercube:4"}) {
    CAPTURE(name);
    const auto t = make_cube(name);
    const auto none = std::make_shared<const FaultMap>(*t, std::vector<NodeId>{}, std::vector<LinkEnd>{});
    for (const auto& faults : {std::shared_ptr<const FaultMap>{}, none}) {
      for (const VcPolicy policy : {VcPolicy::split, VcPolicy::relaxed, VcPolicy::shared}) {
        SwDeterministic deterministic(*t, policy, 4);
        deterministic.set_faults(faults);
        CHECK(alike(*t, DimensionOrder(*t, TieRule::parity, policy, 4), deterministic));
      }
      for (const BlockedEscape blocked : {BlockedEscape::absorb, BlockedEscape::wait}) {
        SwAdaptive adaptive(*t, blocked);
        adaptive.set_faults(faults);
        CHECK(alike(*t, Duato(*t), adaptive));
      }
    }
  }
}

TEST_CASE("short answers around faults are those of next()") {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const FaultyCube cube = random_faulty_cube(seed);
    CAPTURE(seed, cube.topology->name());
    std::vector<std::uint32_t> healthy;
    for (std::uint32_t v = 0; v < cube.topology->nodes(); ++v) {
      if (!cube.faults->failed(NodeId(v))) healthy.push_back(v);
    }
    SwDeterministic deterministic(*cube.topology, VcPolicy::split, 2);
    SwAdaptive adaptive(*cube.topology);
    for (RoutingRelation* const relation : {static_cast<RoutingRelation*>(&deterministic), static_cast<RoutingRelation*>(&adaptive)}) {
      relation->set_faults(cube.faults);
      auto places = reachable_places(*cube.topology, *relation, healthy, healthy);
      for (const std::uint32_t v : healthy)
        places.push_back({NodeId(v), kNoChannel, NodeId(healthy.front()), state_on({NodeId(healthy.back())}, {})});
      CHECK(wrong_short_answer(*relation, places).empty());
      relation->set_faults(nullptr);  // all is repaired, and headers are still on segments
      CHECK(wrong_short_answer(*relation, places).empty());
    }
  }
}

TEST_CASE("a blocked escape absorbs at rank 2, or waits") {
  // 8x8, from (1,1) to (3,3): + in x is the escape.
  const auto t = make_cube("torus:8x8");
  const auto faults = std::make_shared<const FaultMap>(*t, nodes_of({10}), std::vector<LinkEnd>{});
  for (const BlockedEscape blocked : {BlockedEscape::absorb, BlockedEscape::wait}) {
    SwAdaptive relation(*t, blocked);
    relation.set_faults(faults);
    Candidates candidates;
    relation.next(NodeId(9), kNoChannel, NodeId(27), {}, candidates);
    REQUIRE(candidates.size() == (blocked == BlockedEscape::absorb ? 2 : 1));
    CHECK(t->channel(candidates[0].channel).to == NodeId(17));
    CHECK(candidates[0].classes == 4);
    CHECK(candidates[0].rank == 0);
    if (blocked == BlockedEscape::wait) continue;
    CHECK(candidates[1].exit == Exit::absorb);
    CHECK(candidates[1].rank == 2);
    CHECK(candidates[1].route != candidates[0].route);
  }
  SwAdaptive waits(*t, BlockedEscape::wait);  // nothing is left: absorbed all the same
  waits.set_faults(faults);
  Candidates candidates;
  waits.next(NodeId(9), kNoChannel, NodeId(11), {}, candidates);
  REQUIRE(candidates.size() == 1);
  CHECK(candidates[0].exit == Exit::absorb);
  CHECK(candidates[0].rank == 0);
}

TEST_CASE("an absorbed message of sw-adaptive asks for an adaptive VC of its channel, then for the escape of its class") {
  const auto t = make_cube("torus:8x8");
  SwAdaptive relation(*t);
  relation.set_faults(std::make_shared<const FaultMap>(*t, nodes_of({2}), std::vector<LinkEnd>{}));
  HeaderState state = relation.resume(NodeId(1), NodeId(3), {}).state;  // 1, 0, 7, 6, 5, 4, 3
  NodeId node(1);
  for (const unsigned escape : {1U, 1U, 2U, 2U, 2U, 2U}) {
    Candidates candidates;
    relation.next(node, kNoChannel, NodeId(3), state, candidates);
    REQUIRE(candidates.size() == 2);
    CHECK(candidates[0].classes == 4);
    CHECK(candidates[0].rank == 0);
    CHECK_FALSE(candidates[0].escape);
    CHECK(candidates[1].classes == escape);
    CHECK(candidates[1].rank == 1);
    CHECK(candidates[1].escape);
    CHECK(candidates[0].channel == candidates[1].channel);
    node = t->channel(candidates[0].channel).to;
    state = candidates[0].next;
  }
  CHECK(node == NodeId(3));
}
