// Proofs through absorptions: segments are walked to their ends, and what is counted is worked out by hand.
#include <catch2/catch.hpp>

#include "models/network/faults/fault_map.hpp"
#include "models/proof/dependency_graph.hpp"
#include "tests/support/cases/absorbing_ring.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

ChannelId plus(const CubeTopology& t, std::uint32_t node) { return t.out(NodeId(node), t.port(0, +1)); }
ChannelId minus(const CubeTopology& t, std::uint32_t node) { return t.out(NodeId(node), t.port(0, -1)); }

}  // namespace

TEST_CASE("messages that meet a failed link of a ring go round the other way, and every one is counted") {
  // A ring of five, the link 1-2 failed. Six pairs meet it: 0->2 (1 hop, then 4), 0->... the shorter ways over 1->2 are
  // 0->2, 1->2, 1->3; over 2->1 they are 2->1, 2->0, 3->1.
  // 0->2: 1 hop to node 1, absorbed, then 1-0-4-3-2: 4 hops, 5 in all. 1->2: at its source, 4 hops. 1->3: at its
  // source, 3 hops. The same the other way.
  const auto t = make_cube("torus:5");
  const AbsorbingRing relation(*t, {plus(*t, 1), minus(*t, 2)}, 2);
  const DeadlockProof proof = prove_deadlock_freedom(*t, relation);
  CHECK(proof.deadlock_free);
  CHECK(proof.delivers_all());
  CHECK(proof.pairs == 20);
  CHECK_FALSE(proof.adaptive);
  CHECK(proof.absorptions.by(AbsorptionRule::reverse) == 6);
  CHECK(proof.absorptions.faults() == 6);
  CHECK(proof.absorptions.by(AbsorptionRule::intermediate) == 0);
  CHECK(proof.absorptions.met == 6);
  CHECK(proof.absorptions.most == 1);
  CHECK(proof.absorptions.most_hops == 5);
  CHECK(proof.absorptions.last_resort_pairs == 0);
  // Fourteen pairs as before: of 10 pairs at distance 1 eight, of 10 at distance 2 six.
  CHECK(proof.mean_hops == Rational(8 * 1 + 6 * 2 + 2 * (5 + 4 + 3), 20));
  CHECK(proof.zero_load_latency(8) == Rational(44, 20) + (1 + Rational(6, 20)) * 9);
}

TEST_CASE("segments after an absorption are in the dependency graph, and one class is not enough for them") {
  // The + way round is closed at 1->2 only. Messages from 1 to 2 go the - way round, four channels, 1->0->4->3->2;
  // those from 0 to 2 turn at 1: no header ever goes round the whole ring the + way.
  // The - ways: first segments of 2 hops and the long ones of up to 4 depend on each other in a circle.
  const auto t = make_cube("torus:5");
  const DeadlockProof one = prove_deadlock_freedom(*t, AbsorbingRing(*t, {plus(*t, 1)}, 1));
  CHECK_FALSE(one.deadlock_free);
  CHECK(one.delivers_all());
  CHECK(one.cycle.size() == 5);
  for (const ClassedChannel& v : one.cycle) CHECK(t->channel(v.channel).sign == -1);
  CHECK(prove_deadlock_freedom(*t, AbsorbingRing(*t, {plus(*t, 1)}, 2)).deadlock_free);

  // A row of three closed to a ring: first segments are one hop and depend on nothing; only what is injected again
  // takes two hops. All + channels but one have failed: the cycle is one of second segments alone.
  const auto triangle = make_cube("torus:3");
  const DeadlockProof none = prove_deadlock_freedom(*triangle, AbsorbingRing(*triangle, {}, 1));
  CHECK(none.deadlock_free);
  CHECK(none.dependencies == 0);
  const DeadlockProof all = prove_deadlock_freedom(*triangle, AbsorbingRing(*triangle, {plus(*triangle, 0), plus(*triangle, 1), plus(*triangle, 2)}, 1));
  CHECK_FALSE(all.deadlock_free);
  CHECK(all.delivers_all());
  CHECK(all.absorptions.faults() == 3);
  CHECK(all.dependencies == 3);
  CHECK(all.cycle.size() == 3);
}

TEST_CASE("no dependency crosses an absorption") {
  // A row of three, as a ring whose link 2-0 has failed. 0->2 would set out the - way, is absorbed at its source and
  // takes + twice: 0->1 before 1->2. 2->0 likewise the - way. That is all.
  const auto t = make_cube("torus:3");
  const DeadlockProof proof = prove_deadlock_freedom(*t, AbsorbingRing(*t, {plus(*t, 2), minus(*t, 0)}, 1));
  CHECK(proof.deadlock_free);
  CHECK(proof.vertices == 4);
  CHECK(proof.dependencies == 2);
  CHECK(proof.absorptions.faults() == 2);
}

TEST_CASE("a message that is absorbed for ever is not delivered") {
  // Both channels out of node 0 have failed: what is there turns round without end, and nothing is counted.
  const auto t = make_cube("torus:4");
  const DeadlockProof proof = prove_deadlock_freedom(*t, AbsorbingRing(*t, {plus(*t, 0), minus(*t, 0)}, 2));
  CHECK_FALSE(proof.delivers_all());
  CHECK(proof.delivered_pairs == 3);  // to node 0 nothing goes round, and it arrives
  CHECK(proof.mean_hops == 0);
  CHECK(proof.absorptions.faults() == 0);
}

TEST_CASE("failed nodes are neither sources nor destinations of a proof") {
  // A ring of five, node 1 failed. Twelve pairs; 0->2 and 2->0 meet it, at their source, and take three hops.
  const auto t = make_cube("torus:5");
  AbsorbingRing relation(*t, {plus(*t, 0), minus(*t, 2), plus(*t, 1), minus(*t, 1)}, 2);
  relation.set_faults(std::make_shared<FaultMap>(*t, std::vector<NodeId>{NodeId(1)}, std::vector<LinkEnd>{}));
  const DeadlockProof proof = prove_deadlock_freedom(*t, relation);
  CHECK(proof.pairs == 12);
  CHECK(proof.self_pairs == 4);
  CHECK(proof.delivers_all());
  CHECK(proof.absorptions.faults() == 2);
  // Neighbours 2-3, 3-4, 4-0; two apart 2-4, 3-0; and 0-2 round the other way.
  CHECK(proof.mean_hops == Rational(2 * (3 * 1 + 2 * 2 + 3), 12));
}

TEST_CASE("a sample of destinations is no proof, but finds what is wrong there") {
  const auto t = make_cube("torus:6");
  const AbsorbingRing relation(*t, {plus(*t, 1), minus(*t, 2)}, 2);
  const DeadlockProof all = sample_deadlock_freedom(*t, relation, 30);
  CHECK_FALSE(all.sampled);
  CHECK(all.absorptions.faults() == prove_deadlock_freedom(*t, relation).absorptions.faults());
  const DeadlockProof some = sample_deadlock_freedom(*t, relation, 12);
  CHECK(some.sampled);
  CHECK(some.pairs == 10);
  CHECK(some.delivered_pairs == 10);
  CHECK(some.self_pairs == 2);
  const DeadlockProof bad = sample_deadlock_freedom(*t, AbsorbingRing(*t, {plus(*t, 0), minus(*t, 0)}, 2), 20);
  CHECK(bad.pairs == 20);
  CHECK(bad.delivered_pairs < 20);
}
