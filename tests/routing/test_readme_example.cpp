// The routing algorithm of the README does what the README says.
#include <catch2/catch.hpp>

#include "models/analysis/loads/channel_load.hpp"
#include "models/proof/dependency_graph.hpp"
#include "tests/support/harness.hpp"
#include "tests/support/oracles/descending_order.hpp"

using namespace dateline;
using namespace dateline::test;

TEST_CASE("the README's routing algorithm is proved, analysed and simulated without another line of code") {
  const auto mesh = make_cube("mesh:4x3");
  const DescendingOrder relation(*mesh);
  const DeadlockProof proof = prove_deadlock_freedom(*mesh, relation);
  CHECK(proof.deadlock_free);
  CHECK(proof.delivered_pairs == 12 * 11);
  // Bit-complement on 4x3: |3 - 2x| + |2 - 2y| hops from (x, y), 40 over the twelve nodes.
  const auto pattern = make_traffic("bit-complement", *mesh);
  CHECK(channel_load(*mesh, relation, *pattern).mean_hops == Rational(40, 12));
  RouterConfig config;
  RunConfig run;
  run.cycles = 2000;
  run.warmup = 0;
  run.rate = 0.1 / 32;
  const RunResult r = run_pattern(*mesh, relation, config, run, *pattern);
  CHECK(r.packets.measured > 20);
  CHECK(r.deadlock.empty());
}
