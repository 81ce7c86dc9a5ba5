// P-cube: an adaptive relation without escapes, through proof, analysis and machine.
#include <catch2/catch.hpp>
#include <cmath>

#include "models/analysis/loads/channel_load.hpp"
#include "models/base/error.hpp"
#include "models/proof/dependency_graph.hpp"
#include "routing/adaptive/cube_turns.hpp"
#include "tests/support/cases/fully_adaptive.hpp"
#include "tests/support/harness.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

int ones(std::uint32_t x) { return __builtin_popcount(x); }

double factorial(int n) { return std::tgamma(n + 1.0); }

// Paths that the relation allows, by walking it.
std::uint64_t paths(const CubeTopology& t, const RoutingRelation& relation, NodeId at, ChannelId in, NodeId to, HeaderState state) {
  Candidates candidates;
  relation.next(at, in, to, state, candidates);
  std::uint64_t sum = 0;
  for (const Candidate& c : candidates) {
    sum += c.exit == Exit::deliver ? 1 : paths(t, relation, t.channel(c.channel).to, c.channel, to, c.next);
  }
  return sum;
}

CubeTopology cube(int n) { return {CubeTopology::Kind::hypercube, std::vector<std::uint32_t>(static_cast<std::size_t>(n), 2)}; }

}  // namespace

TEST_CASE("P-cube is accepted with an acyclic full graph and no escapes", "[p-cube]") {
  const int n = GENERATE(1, 2, 3, 4, 5);
  CAPTURE(n);
  const CubeTopology t = cube(n);
  const DeadlockProof proof = prove_deadlock_freedom(t, PCube(t));
  CHECK(proof.deadlock_free);
  CHECK_FALSE(proof.by_escape);
  CHECK(proof.cycle.empty());
  CHECK(proof.pairs == (1ULL << n) * ((1ULL << n) - 1));
  CHECK(proof.delivered_pairs == proof.pairs);
  CHECK(proof.vertices == t.channels());
}

TEST_CASE("P-cube allows h1! h0! paths to a destination h1 falls and h0 rises away", "[p-cube]") {
  const CubeTopology t = cube(5);
  const PCube relation(t);
  for (std::uint32_t s = 0; s < t.nodes(); ++s) {
    for (std::uint32_t d = 0; d < t.nodes(); ++d) {
      const double expected = factorial(ones(s & ~d)) * factorial(ones(d & ~s));
      REQUIRE(static_cast<double>(paths(t, relation, NodeId(s), kNoChannel, NodeId(d), {})) == expected);
    }
  }
}

TEST_CASE("P-cube's mean fraction of allowed minimal paths is the known one", "[p-cube]") {
  const auto [n, expected] = GENERATE(table<int, double>({{4, .721}, {6, .527}}));
  const CubeTopology t = cube(n);
  const PCube relation(t);
  double sum = 0;
  double pairs = 0;
  for (std::uint32_t d = 0; d < t.nodes(); ++d) {
    for (std::uint32_t s = 0; s < t.nodes(); ++s) {
      if (s == d) continue;
      sum += static_cast<double>(paths(t, relation, NodeId(s), kNoChannel, NodeId(d), {})) / factorial(ones(s ^ d));
      ++pairs;
    }
  }
  CAPTURE(n);
  CHECK(sum / pairs == Approx(expected).margin(0.0005));
}

TEST_CASE("P-cube runs far past saturation without deadlock, even with one VC", "[p-cube]") {
  const int vcs = GENERATE(1, 3);
  const std::string traffic = GENERATE("uniform", "bit-reverse");
  CAPTURE(vcs, traffic);
  const CubeTopology t = cube(5);
  const PCube relation(t);
  const auto pattern = make_traffic(traffic, t);
  RouterConfig config;
  config.vcs = config.injection_vcs = vcs;
  RunConfig run;
  run.warmup = 1000;
  run.cycles = 5000;
  run.packet_length = 20;
  run.rate = 1.0 / 20;
  run.audit = true;
  const RunResult result = run_pattern(t, relation, config, run, *pattern);
  CHECK(result.deadlock.empty());
  CHECK(result.saturated());
  CHECK(result.accepted > 0.1);
  CHECK(result.hops.max <= 5);
}

TEST_CASE("every P-cube message below saturation takes a minimal number of hops and arrives", "[p-cube]") {
  const CubeTopology t = cube(4);
  const PCube relation(t);
  RouterConfig config;
  config.vcs = config.injection_vcs = 1;
  std::vector<Send> sends;
  for (std::uint32_t s = 0; s < t.nodes(); ++s) {
    for (std::uint32_t d = 0; d < t.nodes(); ++d) sends.push_back({20 * Cycle{s}, TerminalId(s), TerminalId(d), 5});
  }
  const auto deliveries = deliver_all(t, relation, config, sends, 20'000, 50);
  REQUIRE(deliveries.size() == sends.size());
  for (const Delivery& d : deliveries)
    REQUIRE(d.packet.hops == static_cast<std::uint32_t>(ones(d.packet.source.value() ^ d.packet.order.destination.value())));
}

TEST_CASE("channel loads refuse P-cube as adaptive", "[p-cube]") {
  const CubeTopology t = cube(3);
  const auto pattern = make_traffic("uniform", t);
  try {
    (void)channel_load(t, PCube(t), *pattern);
    FAIL("accepted");
  } catch (const ConfigError& e) {
    CHECK_THAT(e.what(), Catch::Contains("adaptive"));
  }
}

TEST_CASE("a relation with one unweighted route everywhere is not adaptive, and has loads", "[p-cube]") {
  // "A relation is adaptive only if some state has several unweighted routes": on one link there is nothing to choose.
  const CubeTopology t = cube(1);
  const auto pattern = make_traffic("uniform", t);
  CHECK(channel_load(t, PCube(t), *pattern).gamma_max == 1);
}

TEST_CASE("fully adaptive minimal routing on a hypercube is rejected with a cycle", "[p-cube]") {
  const int n = GENERATE(2, 3, 4);
  const CubeTopology t = cube(n);
  const DeadlockProof proof = prove_deadlock_freedom(t, FullyAdaptive(t));
  CHECK_FALSE(proof.deadlock_free);
  CHECK(proof.cycle.size() == 4);  // round a square, the shortest that minimal moves allow
  CHECK(proof.delivered_pairs == proof.pairs);
}
