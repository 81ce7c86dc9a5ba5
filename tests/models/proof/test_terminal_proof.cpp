// Proofs where terminals are not routers: which pairs are walked, and that a routing by terminals is walked for each.
#include <catch2/catch.hpp>

#include "models/proof/dependency_graph.hpp"
#include "tests/support/cases/terminal_networks.hpp"
#include "tests/support/routings.hpp"

using namespace dateline;
using namespace dateline::test;

TEST_CASE("a 2x2 mesh of three terminals a router has the dependencies of its routers, and the pairs of its terminals") {
  const TerminalCube t(CubeTopology::Kind::mesh, {2, 2}, 3);
  const auto dor = relation_of(t, "dor");
  const auto plain = make_cube("mesh:2x2");
  const DeadlockProof proof = prove_deadlock_freedom(t, *dor), of_routers = prove_deadlock_freedom(*plain, *relation_of(*plain, "dor"));
  CHECK(proof.deadlock_free);
  CHECK(proof.pairs == 12 * 11);
  CHECK(proof.delivered_pairs == 12 * 11);
  CHECK(proof.mean_hops == Rational(12, 11));  // 3/11 to each of three routers at distance 1, 1 and 2
  CHECK(proof.vertices == of_routers.vertices);
  CHECK(proof.dependencies == of_routers.dependencies);
  const DeadlockProof apart = prove_deadlock_freedom(t, ToldApart(*dor));
  CHECK(apart.deadlock_free);
  CHECK(apart.delivered_pairs == 12 * 11);
  CHECK(apart.mean_hops == proof.mean_hops);
  CHECK(apart.vertices == proof.vertices);
  CHECK(apart.dependencies == proof.dependencies);
}

TEST_CASE("destination-mod-k on a tree is proved without ever asking for the spines") {
  // Every up channel is followed by the down channels to the two other leaves: 9 x 2 dependencies, unless no terminal
  // there has the spine's remainder; each leaf has one of each.
  const TwoLevelTree t(3, 3, 4);
  const DeadlockProof proof = prove_deadlock_freedom(t, DestinationModSpines(t));
  CHECK(proof.deadlock_free);
  CHECK(proof.vertices == 18);
  CHECK(proof.dependencies == 18);
  CHECK(proof.pairs == 12 * 11);
  CHECK(proof.delivered_pairs == 12 * 11);
  CHECK(proof.mean_hops == Rational(16, 11));
}

TEST_CASE("only the spines that terminals ask for are used") {
  // Two terminals in all, 0 at leaf 0 and 1 at leaf 1: spine 1 towards 1 and spine 0 towards 0; spine 2 carries
  // nothing.
  const TwoLevelTree t(2, 3, 1);
  const DeadlockProof proof = prove_deadlock_freedom(t, DestinationModSpines(t));
  CHECK(proof.deadlock_free);
  CHECK(proof.vertices == 4);
  CHECK(proof.dependencies == 2);
  CHECK(proof.pairs == 2);
}

TEST_CASE("the size of a proof counts what is walked to: routers that have terminals, or terminals told apart") {
  // Channels x classes x destinations.
  const TwoLevelTree tree(3, 2, 4);
  CHECK(proof_size(tree, DestinationModSpines(tree)).steps == 12.0 * 12);  // 12 terminals
  const TerminalCube mesh(CubeTopology::Kind::mesh, {2, 3}, routers_of({3, 0, 1, 0, 0, 2}));
  const auto dor = relation_of(mesh, "dor");
  CHECK(proof_size(mesh, *dor).steps == 14.0 * 3);
  CHECK(proof_size(mesh, ToldApart(*dor)).steps == 14.0 * 6);
  const auto torus = make_cube("torus:4x4");
  CHECK(proof_size(*torus, *relation_of(*torus, "dor")).steps == 64.0 * 2 * 16);
}
