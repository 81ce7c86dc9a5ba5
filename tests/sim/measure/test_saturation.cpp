// When a run is saturated (sim/measure/run.hpp): a backlog that grew, or a drain that did not end.
#include <algorithm>
#include <catch2/catch.hpp>

#include "tests/support/logged_run.hpp"
#include "traffic/permutation.hpp"
#include "traffic/uniform.hpp"

using namespace dateline;
using namespace dateline::test;

TEST_CASE("saturated: a source's backlog grew in the window by more than max(10 messages, 5% of what it generated in it)") {
  const UniformTraffic uniform(16, false);
  int saturated = 0, other = 0, above_ten = 0, above_one_in_twenty = 0;
  for (int permille = 100; permille <= 1400; permille += permille < 650 || permille > 700 ? 50 : 3) {
    CAPTURE(permille);
    const Cycle warmup = 500, cycles = 10'000;
    LoggedRun run("torus:4x4", {}, window(permille / 1000.0 / 8, 8, warmup, cycles), uniform);
    std::vector<std::vector<std::uint64_t>> generated, injected;
    const RunResult r = run.go({warmup, warmup + cycles}, [&](const Machine& m) {
      generated.emplace_back();
      injected.emplace_back();
      for (std::uint32_t v = 0; v < 16; ++v) {
        generated.back().push_back(m.generated(TerminalId(v)));
        injected.back().push_back(m.injected(TerminalId(v)));
      }
    });
    std::uint64_t all = 0;
    bool grew = false, grew_above_ten = false, grew_by_a_tenth = false;
    for (std::size_t v = 0; v < 16; ++v) {
      const std::uint64_t in_window = generated[1][v] - generated[0][v];
      all += in_window;
      const double growth = static_cast<double>(generated[1][v] - injected[1][v]) - static_cast<double>(generated[0][v] - injected[0][v]);
      grew = grew || growth > std::max(10.0, 0.05 * static_cast<double>(in_window));
      grew_above_ten = grew_above_ten || growth > 10;
      grew_by_a_tenth = grew_by_a_tenth || growth > 0.1 * static_cast<double>(in_window);
      CHECK(r.per_source[v].backlog == generated[1][v] - injected[1][v]);
      CHECK(r.per_source[v].offered == Approx(static_cast<double>(in_window) * 8 / static_cast<double>(cycles)));
    }
    CHECK(r.saturated == (grew || r.measured < all));
    CHECK(r.deadlock.empty());
    ++(r.saturated ? saturated : other);
    above_ten += !r.saturated && grew_above_ten ? 1 : 0;
    above_one_in_twenty += r.saturated && r.measured == all && !grew_by_a_tenth ? 1 : 0;
  }
  CHECK(saturated >= 3);  // the sweep straddles the limit,
  CHECK(other >= 3);
  CHECK(above_ten >= 1);  // closely: with more than 10 messages but not 5%, and with 5% but not 10%
  CHECK(above_one_in_twenty >= 1);
}

TEST_CASE("saturated: a backlog that grows by 10 messages is not, by 11 is") {
  // Both nodes generate a message of 5 flits in every cycle (Bernoulli, rate 1). One atomic injection VC: a tail leaves its buffer 5 cycles
  // after the header came in, so headers are injected at 0, 6, 12 and 18. The drain is long enough for all.
  const PermutationTraffic swap("swap", {TerminalId(1), TerminalId(0)});
  MachineConfig config;
  config.vcs = 1;
  config.injection_vcs = 1;
  for (const Cycle cycles : {Cycle{12}, Cycle{13}, Cycle{14}, Cycle{15}}) {
    CAPTURE(cycles);
    RunConfig settings = window(1.0, 5, 0, cycles);
    settings.injection = Injection::bernoulli;
    LoggedRun run("mesh:2", config, settings, swap);
    const RunResult r = run.go();
    CHECK(r.offered == 5.0);
    CHECK(r.per_source[0].backlog == cycles - (cycles > 12 ? 3 : 2));
    CHECK(r.measured == 2 * cycles);
    CHECK(r.saturated == (cycles >= 14));
  }
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
