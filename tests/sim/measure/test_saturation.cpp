// When a run is saturated (sim/measure/run.hpp): what is outstanding grew (its thresholds: test_overload.cpp), or a
// drain that did not end.
#include <algorithm>
#include <catch2/catch.hpp>

#include "sim/measure/overload.hpp"
#include "tests/support/logged_run.hpp"
#include "traffic/permutation.hpp"
#include "traffic/uniform.hpp"

using namespace dateline;
using namespace dateline::test;

TEST_CASE("saturated: what every source has outstanding between generation and ejection grew by more than the rule tolerates") {
  const UniformTraffic uniform(16, false);
  int saturated = 0, other = 0;
  for (int permille = 100; permille <= 1400; permille += permille < 650 || permille > 700 ? 50 : 3) {
    CAPTURE(permille);
    const Cycle warmup = 500, cycles = 10'000;
    LoggedRun run("torus:4x4", {}, window(permille / 1000.0 / 8, 8, warmup, cycles), uniform);
    std::vector<std::vector<std::uint64_t>> generated, injected, ejected;
    const RunResult r = run.go({warmup, warmup + cycles}, [&](const Machine& m) {
      generated.emplace_back();
      injected.emplace_back();
      for (std::uint32_t v = 0; v < 16; ++v) {
        generated.back().push_back(m.generated(TerminalId(v)));
        injected.back().push_back(m.injected(TerminalId(v)));
      }
      ejected.push_back(m.ejected_flits_by_source());
    });
    std::uint64_t all = 0;
    std::vector<SourceWindow> sources;
    for (std::size_t v = 0; v < 16; ++v) {
      const std::uint64_t in_window = generated[1][v] - generated[0][v];
      all += in_window;
      const auto outstanding = [&](std::size_t border) {
        return static_cast<double>(generated[border][v]) - static_cast<double>(ejected[border][v]) / 8;
      };
      sources.push_back({permille / 1000.0 / 8 * static_cast<double>(cycles), outstanding(0), outstanding(1)});
      CHECK(r.per_source[v].backlog == generated[1][v] - injected[1][v]);
      CHECK(r.per_source[v].offered == Approx(static_cast<double>(in_window) * 8 / static_cast<double>(cycles)));
    }
    const Overload expected = judge_overload(sources, static_cast<double>(r.network_latency.min) / static_cast<double>(cycles));
    CHECK(r.saturated == (expected.seen || r.measured < all));
    CHECK(r.saturation_limit.value() == Approx(expected.limit.value()));
    CHECK(r.deadlock.empty());
    ++(r.saturated ? saturated : other);
  }
  CHECK(saturated >= 3);  // the sweep straddles the limit
  CHECK(other >= 3);
}

TEST_CASE("saturated: an overload that piles up behind the injection, in deep buffers, counts") {
  // A row of four: 0 to 2 and 1 to 3 share the channel between the nodes in the middle, at 0.6 flits/cycle each; back
  // likewise.
  const PermutationTraffic crossing("crossing", {TerminalId(2), TerminalId(3), TerminalId(0), TerminalId(1)});
  MachineConfig config;
  config.vcs = config.injection_vcs = 4;
  config.vc_reuse = VcReuse::at_tail;
  config.buffer_depth = 64;
  LoggedRun run("mesh:4", config, window(0.6, 1, 100, 1500), crossing);
  const RunResult r = run.go();
  for (const RunResult::Source& s : r.per_source) CHECK(s.backlog <= 5);  // of some 900
  CHECK(r.accepted < 0.55);
  CHECK(r.simulated_cycles < 100 + 11 * 1500);  // the drain ends
  CHECK(r.saturated);
}

TEST_CASE("saturated: the messages protocol and its window are judged alike, a workload never is") {
  const UniformTraffic uniform(16, false);
  for (const double load : {0.2, 2.0}) {
    const RunResult r = LoggedRun("torus:4x4", {}, messages(load / 8, 8, 20'000, 2000), uniform).go();
    CHECK(r.saturated == (load > 1));
    CHECK(r.saturation_limit.has_value());
  }
  RunConfig settings;
  settings.protocol = RunConfig::Protocol::workload;
  settings.message_length = 200;
  const PermutationTraffic ahead("ahead", {TerminalId(2), TerminalId(3), TerminalId(0), TerminalId(1)});
  const RunResult r = LoggedRun("mesh:4", {}, settings, ahead).go();
  CHECK_FALSE(r.saturated);
  CHECK(r.saturation_limit == std::nullopt);
}

TEST_CASE("window: the drain stops after ten windows, the run is saturated and latency covers what arrived") {
  const UniformTraffic uniform(16, false);
  LoggedRun run("torus:4x4", {}, window(0.01, 1000, 20, 30), uniform);
  const RunResult r = run.go();
  CHECK(r.simulated_cycles == 20 + 30 + 10 * 30);
  CHECK(r.saturated);
  CHECK(r.measured == 0);
  CHECK(r.deadlock.empty());
}
