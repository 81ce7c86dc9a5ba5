// Valiant's routing hop by hop: few states, published loads, rings by hand, and what the machine does with it.
#include <catch2/catch.hpp>

#include "models/analysis/loads/channel_load.hpp"
#include "models/network/relation/route_graph.hpp"
#include "models/proof/dependency_graph.hpp"
#include "routing/oblivious/valiant.hpp"
#include "tests/support/cases/own_classes.hpp"
#include "tests/support/harness.hpp"
#include "tests/support/oracles/chances.hpp"
#include "tests/support/oracles/pair_flow.hpp"
#include "tests/support/oracles/two_phase_oracle.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

std::vector<Rational> enumerated(const CubeTopology& t, const TrafficPattern& pattern) {
  const TwoPhaseOracle oracle(t, TieRule::split);
  std::vector<Rational> load(t.channels());
  for (std::uint32_t s = 0; s < t.nodes(); ++s) {
    for (const Demand& d : pattern.row(TerminalId(s))) {
      const auto part = oracle.loads("valiant", s, d.destination.value());
      for (std::uint32_t c = 0; c < t.channels(); ++c) load[c] += d.probability * part[c];
    }
  }
  return load;
}

// The load of the channel that leaves `from` in dimension 0 the + way.
Rational load_of(const CubeTopology& t, const std::vector<Rational>& load, std::uint32_t from) {
  return load[t.out(NodeId(from), t.port(0, 1)).value()];
}

}  // namespace

TEST_CASE("Valiant has one start state for every pair, itself included") {
  const auto t = make_cube("torus:5x4");
  const Valiant valiant(*t, TieRule::split);
  for (std::uint32_t s = 0; s < t->nodes(); ++s) {
    for (std::uint32_t d = 0; d < t->nodes(); ++d) REQUIRE(valiant.start(NodeId(s), NodeId(d)).size() == 1);
  }
}

TEST_CASE("Valiant's places grow with the hops in hand, not with the number of intermediates") {
  // Beside the way and the hops taken in one dimension, nothing of the intermediate is known: at most k places a
  // channel and class in phase 1.
  const auto t = make_cube("torus:8x8");
  const Valiant valiant(*t, TieRule::split);
  const RouteGraph graph(*t, valiant, TerminalId(9), {TerminalId(0)});
  CHECK(graph.places().size() <= std::size_t{t->channels()} * 4 * 8);
  CHECK_FALSE(graph.topological_order().empty());
}

TEST_CASE("a ring's deferred intermediate is uniform: after h hops phase 1 stops where the enumeration says", "[valiant]") {
  // Source and destination 0 on a ring of 5: offset o and back. The channel 0 -> 1 carries phase 1 of offsets 1, 2 and
  // phase 2 of none: 2/5; the channel 1 -> 2 phase 1 of offset 2: 1/5; and 4 -> 0 phase 2 of offsets -1, -2: 2/5.
  const auto t = make_cube("torus:5");
  const auto loads = channel_load(*t, Valiant(*t, TieRule::split), OnePair(TerminalId(0), TerminalId(0)));
  CHECK(load_of(*t, loads.load, 0) == Rational(2, 5));
  CHECK(load_of(*t, loads.load, 1) == Rational(1, 5));
  CHECK(load_of(*t, loads.load, 2) == 0);
  CHECK(load_of(*t, loads.load, 4) == Rational(2, 5));
  CHECK(loads.mean_hops == Rational(12, 5));
  // A ring of 4: offsets +1, -1 with 1/4, +2, -2 with 1/8, and back from 2 either way with half. The + channels: 0 -> 1
  // carries +1 and +2 out, 1 -> 2 the +2 out, 2 -> 3 half of the way back from 2, 3 -> 0 that and the way back from -1.
  const auto even = make_cube("torus:4");
  const auto even_loads = channel_load(*even, Valiant(*even, TieRule::split), OnePair(TerminalId(0), TerminalId(0)));
  CHECK(load_of(*even, even_loads.load, 0) == Rational(3, 8));
  CHECK(load_of(*even, even_loads.load, 1) == Rational(1, 8));
  CHECK(load_of(*even, even_loads.load, 2) == Rational(1, 8));
  CHECK(load_of(*even, even_loads.load, 3) == Rational(3, 8));
}

TEST_CASE("Valiant's loads of whole patterns equal the enumeration, by symmetry or without") {
  const std::string name = GENERATE("torus:3x3", "torus:4x4", "torus:5x5", "torus:3x4");
  const std::string traffic = GENERATE("uniform", "uniform-self", "tornado", "bit-complement", "random:7");
  CAPTURE(name, traffic);
  const auto t = make_cube(name);
  const Valiant valiant(*t, TieRule::split);
  const auto pattern = make_traffic(traffic, *t);
  const auto expected = enumerated(*t, *pattern);
  CHECK(channel_load(*t, valiant, *pattern).load == expected);
  LoadOptions exhaustive;
  exhaustive.use_symmetry = false;
  CHECK(channel_load(*t, valiant, *pattern, exhaustive).load == expected);
}

TEST_CASE("Valiant's proof gives the mean hops of two random legs") {
  // Every leg's mean distance on 4x4 (self included) is 2 x 1, on 5x5 2 x 6/5; a pair makes two legs on average over
  // the intermediates.
  // Per destination the mean over sources without self needs the self pairs taken out: 2 E[d(s, m)] holds for each
  // pair, whatever s and d.
  const auto four = make_cube("torus:4x4");
  CHECK(prove_deadlock_freedom(*four, Valiant(*four, TieRule::split)).mean_hops == 4);
  const auto five = make_cube("torus:5x5");
  CHECK(prove_deadlock_freedom(*five, Valiant(*five, TieRule::split)).mean_hops == Rational(24, 5));
}

TEST_CASE("Valiant in the machine with 6 VCs crosses every channel as often as its exact loads say") {
  const std::string name = GENERATE("torus:4x4", "torus:5x5", "torus:3x4");
  const std::string traffic = GENERATE("uniform", "tornado");
  CAPTURE(name, traffic);
  const auto t = make_cube(name);
  const Valiant valiant(*t, TieRule::split);
  const auto pattern = make_traffic(traffic, *t);
  const ChannelLoads loads = channel_load(*t, valiant, *pattern);
  RouterConfig config;
  config.vcs = config.injection_vcs = 6;
  RunConfig run;
  run.warmup = 1000;
  run.cycles = sample(40'000U, 10'000U);
  run.packet_length = 3;
  run.rate = 0.05;
  run.seed = 11;
  const RunResult result = run_pattern(*t, valiant, config, run, *pattern);
  REQUIRE(result.deadlock.empty());
  REQUIRE_FALSE(result.saturated());
  const auto messages = static_cast<double>(result.packets.measured);
  REQUIRE(messages > sample(20'000, 5'000));
  for (std::uint32_t c = 0; c < t->channels(); ++c) {
    // A message crosses a channel at most twice, once a phase: halves of the count lie in [0, 1].
    const double p = to_double(Rational(loads.load[c] / loads.demand)) / 2.0;
    CAPTURE(c, p, result.channels.packets[c]);
    CHECK(plausible(static_cast<double>(result.channels.packets[c]) / 2.0, messages, p, t->channels()));
  }
}

TEST_CASE("Valiant in the machine survives loads far past saturation without deadlock") {
  const auto t = make_cube("torus:5x5");
  const Valiant valiant(*t, TieRule::split);
  const auto pattern = make_traffic("tornado", *t);
  RouterConfig config;
  config.vcs = config.injection_vcs = 4;  // one per class: nothing to spare
  RunConfig run;
  run.warmup = 500;
  run.cycles = 4000;
  run.packet_length = 16;
  run.rate = 1.0 / 16;
  run.audit = true;
  const RunResult result = run_pattern(*t, valiant, config, run, *pattern);
  CHECK(result.deadlock.empty());
  CHECK(result.saturated());
  CHECK(result.accepted > 0.05);
}

TEST_CASE("Valiant without the reversal rule does deadlock in the machine") {
  const auto t = make_cube("torus:5x5");
  const Valiant valiant(*t, TieRule::split);
  const OwnClasses careless(*t, valiant, OwnClasses::Reversals::are_ignored, 4);
  const auto pattern = make_traffic("uniform", *t);
  RouterConfig config;
  config.vcs = config.injection_vcs = 4;
  RunConfig run;
  run.warmup = 0;
  run.cycles = 20'000;
  run.packet_length = 32;
  run.rate = 1.0 / 32;
  const RunResult result = run_pattern(*t, careless, config, run, *pattern);
  CHECK_FALSE(result.deadlock.empty());
}
