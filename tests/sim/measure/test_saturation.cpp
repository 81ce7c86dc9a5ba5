// The verdict of whole runs (sim/measure/run.hpp): from what was counted, from what is exactly known, and by the drain.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/support/logged_run.hpp"
#include "tests/support/sample.hpp"
#include "traffic/patterns/permutation.hpp"
#include "traffic/patterns/uniform.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

// Two nodes that send to each other over one VC a channel: two single channels, each the bottleneck of one source, that
// take a message of M flits in M + 1 cycles.
RunResult single_channels(double part, std::uint32_t length, Cycle cycles, std::uint64_t seed, const RunTheory& theory = {}) {
  static const TestNetwork network("mesh:2", 1);
  static const PermutationTraffic swap("swap", {TerminalId(1), TerminalId(0)});
  RouterConfig machine;
  machine.vcs = machine.injection_vcs = 1;
  RunConfig settings = window(part / (length + 1), length, cycles / 10, cycles - cycles / 10);
  settings.seed = seed;
  settings.theory = theory;
  return run_pattern(*network.topology, *network.relation, machine, settings, swap);
}

}  // namespace

TEST_CASE("verdict: single channels at 0.9 of what they pass are never saturated, at 1.1 hardly ever sustained") {
  int sustained = 0;
  for (std::uint64_t seed = 1; seed <= sample(150U); ++seed) {
    for (const Cycle cycles : {600U, 3000U, 20'000U}) {
      const RunResult below = single_channels(0.9, 4, cycles, seed), above = single_channels(1.1, 4, cycles, seed);
      CHECK_FALSE(below.saturated());
      sustained += above.judgement.verdict == Verdict::sustained ? 1 : 0;
      if (cycles == 20'000) {
        CHECK(below.judgement.verdict == Verdict::sustained);
        CHECK(above.saturated());
      }
    }
  }
  CHECK(sustained <= sample(5));
}

TEST_CASE("verdict: a load that is exactly known to be too much is saturated, however short the run") {
  RunTheory theory;
  theory.load_over_bound = 1.01;
  theory.overloaded = true;
  const RunResult r = single_channels(0.5, 4, 2000, 1, theory);
  CHECK(r.saturated());
  CHECK(r.judgement.overloaded == true);
  theory.load_over_bound = 1.0;
  theory.overloaded = false;
  theory.at_bound = true;
  CHECK(single_channels(0.5, 4, 2000, 1, theory).saturated());
  theory.at_bound = false;
  CHECK(single_channels(0.5, 4, 2000, 1, theory).judgement.verdict == Verdict::sustained);
  CHECK(single_channels(0.5, 4, 2000, 1).judgement.overloaded == std::nullopt);
}

TEST_CASE("verdict: a run that is to go on until it is decided ends at one of its looks, and says the same there") {
  for (const double part : {0.3, 0.8, 0.95, 1.05, 1.3}) {
    static const TestNetwork network("mesh:2", 1);
    static const PermutationTraffic swap("swap", {TerminalId(1), TerminalId(0)});
    RouterConfig machine;
    machine.vcs = machine.injection_vcs = 1;
    RunConfig settings = window(part / 5, 4, 100, 1);
    settings.decide = DecisionPlan{{0.05, 0.05, 0.01}, 400, 100'000};
    settings.cycles = 100'000 - 100;
    const RunResult r = run_pattern(*network.topology, *network.relation, machine, settings, swap);
    const std::vector<Cycle> looks = looks_of(*settings.decide);
    CAPTURE(part, r.cycles);
    CHECK(std::find(looks.begin(), looks.end(), r.cycles + 100) != looks.end());
    REQUIRE(r.judgement.verdict);
    if (r.cycles + 100 < 100'000) CHECK(*r.judgement.verdict == (part < 1 ? Verdict::sustained : Verdict::saturated));
    CHECK(r.packets.measured == r.latency.count);
    if (r.judgement.verdict != Verdict::sustained) continue;
    REQUIRE(r.cycles + 100 > looks.front());  // sustained at two looks, this one and the one before
    settings.cycles = *std::prev(std::find(looks.begin(), looks.end(), r.cycles + 100)) - 100;
    settings.decide.reset();
    CHECK(run_pattern(*network.topology, *network.relation, machine, settings, swap).judgement.overload_excluded.value_or(9) <= 0.05);
  }
  CHECK(looks_of({{}, 100, 450}) == std::vector<Cycle>{100, 141, 200, 282, 400, 450});
  CHECK(looks_of({{}, 100, 100}) == std::vector<Cycle>{100});
}

TEST_CASE("saturated: an overload that piles up behind the injection, in deep buffers, counts") {
  // A row of four: 0 to 2 and 1 to 3 share the channel between the nodes in the middle, at 0.6 flits/cycle each; back
  // likewise.
  const PermutationTraffic crossing("crossing", {TerminalId(2), TerminalId(3), TerminalId(0), TerminalId(1)});
  RouterConfig config;
  config.vcs = config.injection_vcs = 4;
  config.vc_reuse = VcReuse::tail;
  config.buffer_depth = 64;
  LoggedRun run("mesh:4", config, window(0.6, 1, 100, 1500), crossing);
  const RunResult r = run.go();
  for (const RunResult::Source& s : r.per_source) CHECK(s.backlog <= 5);  // of some 900
  CHECK(r.accepted < 0.55);
  CHECK(r.simulated_cycles < 100 + 11 * 1500);       // the drain ends
  CHECK(r.judgement.verdict != Verdict::sustained);  // its queues say nothing, and the network fills
}

TEST_CASE("verdict: where no loads are exactly known, what was sent across the channels decides, and nothing if it was not counted") {
  const UniformTraffic uniform(16, false);
  const TestNetwork network("torus:4x4", 4);
  RouterConfig config;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    RunConfig settings = window(0.4 / 8, 8, 500, 3000);
    settings.seed = seed;
    config.execution.count_granted = true;
    CHECK(run_pattern(*network.topology, *network.relation, config, settings, uniform).judgement.verdict == Verdict::sustained);
    config.execution.count_granted = false;
    const Judgement blind = run_pattern(*network.topology, *network.relation, config, settings, uniform).judgement;
    CHECK(blind.verdict == Verdict::undecided);
    CHECK(blind.overload_excluded == std::nullopt);
  }
}

TEST_CASE("verdict: where messages choose among ways of several lengths, what was sent across the channels says what waits") {
  const UniformTraffic uniform(16, false);
  const TestNetwork network("torus:4x4", 4);
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    RunConfig settings = window(0.1 / 8, 8, 500, 3000);
    settings.seed = seed;
    settings.theory.load_over_network = 0.1;  // of the busiest channel: 22 messages, too few to tell by what it passed
    CHECK(run_pattern(*network.topology, *network.relation, {}, settings, uniform).judgement.verdict == Verdict::undecided);
    settings.theory.crossing.assign(network.topology->channels(), 1.0);
    CHECK(run_pattern(*network.topology, *network.relation, {}, settings, uniform).judgement.verdict == Verdict::sustained);
    settings.theory.zero_load_latency = 1000;  // of minimal ways, say
    CHECK(run_pattern(*network.topology, *network.relation, {}, settings, uniform).judgement.verdict == Verdict::sustained);
    settings.theory.crossing.clear();
    settings.theory.zero_load_latency = 2;  // not of what they take
    CHECK(run_pattern(*network.topology, *network.relation, {}, settings, uniform).judgement.verdict == Verdict::undecided);
  }
}

TEST_CASE("verdict: without exact loads the busiest channel has passed what was sent across it in the second half") {
  // Two channels at 0.8 of what they pass: 20 messages must be lost at x = 0.1, 1/11 of those that were sent.
  const PermutationTraffic swap("swap", {TerminalId(1), TerminalId(0)});
  RouterConfig config;
  config.vcs = config.injection_vcs = 1;
  int undecided = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    RunConfig settings = window(0.8 / 33, 32, 300, 2700);
    settings.seed = seed;
    LoggedRun run("mesh:2", config, settings, swap);
    const RunResult r = run.go();
    if (!r.judgement.decides_after || r.saturated()) continue;
    ++undecided;
    double sent[2] = {0, 0};
    for (const auto& [cycle, source] : run.log.generated) sent[source] += cycle >= 1500 && cycle < 3000 ? 1 : 0;
    const double most = std::max(sent[0], sent[1]), counted = std::max((sent[0] + sent[1]) / 2, most - 2.33 * std::sqrt(most));
    CAPTURE(seed, sent[0], sent[1]);
    CHECK(*r.judgement.decides_after >= 0.8 * 3000 * 20 * 11 / counted);
  }
  CHECK(undecided >= 10);
}

TEST_CASE("saturated: the messages protocol and its window are judged alike, a workload never is") {
  const UniformTraffic uniform(16, false);
  for (const double load : {0.2, 2.0}) {
    const RunResult r = LoggedRun("torus:4x4", {}, messages(load / 8, 8, 20'000, 2000), uniform).go();
    CHECK(r.judgement.verdict == (load > 1 ? Verdict::saturated : Verdict::sustained));
  }
  RunConfig settings;
  settings.protocol = RunConfig::Protocol::workload;
  settings.packet_length = 200;
  const PermutationTraffic ahead("ahead", {TerminalId(2), TerminalId(3), TerminalId(0), TerminalId(1)});
  const RunResult r = LoggedRun("mesh:4", {}, settings, ahead).go();
  CHECK_FALSE(r.judgement.verdict.has_value());
}

TEST_CASE("window: the drain stops after ten windows, the run is saturated and latency covers what arrived") {
  const UniformTraffic uniform(16, false);
  LoggedRun run("torus:4x4", {}, window(0.01, 1000, 20, 30), uniform);
  const RunResult r = run.go();
  CHECK(r.simulated_cycles == 20 + 30 + 10 * 30);
  CHECK(r.saturated());
  CHECK(r.packets.measured == 0);
  CHECK(r.deadlock.empty());
}
