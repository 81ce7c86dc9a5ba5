// Where a run gives intervals and where it says why not; the two queues of hypercube:1 (test_intervals.cpp) as the
// network.
#include <catch2/catch.hpp>

#include "sim/measure/statistics/interval_rule.hpp"
#include "tests/support/harness.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

constexpr std::uint32_t kLength = 32;

RunResult run_of(const RunConfig& config) {
  const TestNetwork network("hypercube:1", 4);
  const auto pattern = make_traffic("bit-complement", *network.topology);
  RouterConfig machine;
  machine.vcs = 4;
  machine.buffer_depth = 4;
  machine.injection_vcs = 1;
  return run_pattern(*network.topology, *network.relation, machine, config, *pattern);
}

RunConfig at(double load, Cycle cycles) {
  RunConfig config;
  config.rate = load / kLength;
  config.packet_length = kLength;
  config.warmup = 5000;
  config.cycles = cycles;
  config.theory.load_over_channels = load;
  return config;
}

void has_no_interval(const RunResult& r, NoInterval reason) {
  CHECK(r.no_interval == reason);
  for (const Summary* s : {&r.latency, &r.network_latency, &r.hops}) CHECK_FALSE(s->ci95);
}

}  // namespace

TEST_CASE("the shortest window is 160 m min(1, 2 rho)^3 / (rho (1 - rho)^2), of sources over the root of their number") {
  CHECK(shortest_window({0.5, 0, 1}, 4) == Cycle{5120});      // 160 4 / (0.5 0.25)
  CHECK(shortest_window({0.25, 0, 1}, 9) == Cycle{1280});     // 160 9 0.125 / (0.25 0.5625)
  CHECK(shortest_window({0.75, 0, 1}, 3.5) == Cycle{11947});  // 160 3.5 / (0.75 0.0625) = 11946.7
  CHECK(shortest_window({0, 0.5, 1}, 4) == Cycle{5120});
  CHECK(shortest_window({0, 0.5, 16}, 4) == Cycle{1280});
  CHECK(shortest_window({0.5, 0.5, 16}, 4) == Cycle{5120});
  CHECK(shortest_window({0.5, 0.75, 16}, 3.5) == Cycle{4480});   // 160 3.5 / (0.5 0.25); of the sources 2986.7
  CHECK(shortest_window({0.25, 0.75, 16}, 3.5) == Cycle{2987});  // of the channels 497.8
  CHECK(shortest_window({0, 0, 1}, 4) == Cycle{0});
  for (const double load : {1.0, 1.5, 1 - 1e-15}) {
    CHECK_FALSE(shortest_window({load, 0, 1}, 4));
    CHECK_FALSE(shortest_window({0.5, load, 1}, 4));
  }
}

TEST_CASE("the bound of the sources counts too") {
  RunConfig config = at(0.8, 113137);  // 160 32 / (sqrt(2) 0.8 0.04) = 113137.1
  config.theory.load_over_channels = 0.1;
  config.theory.load_over_bound = 0.8;
  has_no_interval(run_of(config), NoInterval::short_window);
  config.cycles = 113138;
  CHECK(run_of(config).latency.ci95);
}

TEST_CASE("a window shorter than its load asks for has no interval and says which would do") {
  const Cycle least = 109227;  // 160 32 / (0.75 0.0625) = 109226.7
  const RunResult enough = run_of(at(0.75, least)), little = run_of(at(0.75, least - 1));
  CHECK_FALSE(enough.no_interval);
  CHECK(enough.latency.ci95);
  CHECK(enough.network_latency.ci95);
  CHECK(enough.hops.ci95 == MeanInterval{1, 1});
  has_no_interval(little, NoInterval::short_window);
  CHECK(little.interval_window == least);
  RunConfig unknown = at(0.75, least - 1);
  unknown.theory.load_over_channels = 0;
  CHECK(run_of(unknown).latency.ci95);
}

TEST_CASE("of a run of so many messages it is the window that they are expected to take") {
  RunConfig config = at(0.75, 0);
  config.protocol = RunConfig::Protocol::messages;
  config.warmup_messages = 500;
  config.messages = 500 + 5121;  // 2 terminals of rate 3/128: 109,248 cycles; one message less 109,226.67
  CHECK(run_of(config).latency.ci95);
  --config.messages;
  has_no_interval(run_of(config), NoInterval::short_window);
}

TEST_CASE("until-ci does not look before the window is long enough") {
  RunConfig config = at(0.8, 10'000'000);
  config.until_ci = 0.9;  // as good as anything
  const RunResult r = run_of(config);
  CHECK(r.narrow);
  CHECK(r.cycles >= 160'000);
  CHECK(r.latency.ci95);
  config.theory.load_over_channels = 0;
  CHECK(run_of(config).cycles < 160'000);
}

TEST_CASE("a load at the bound has no window that would do, and a saturated network no interval") {
  RunConfig config = at(0.5, 100'000);
  config.theory.load_over_channels = 1;
  const RunResult r = run_of(config);
  has_no_interval(r, NoInterval::short_window);
  CHECK_FALSE(r.interval_window);
  has_no_interval(run_of(at(1.2, 100'000)), NoInterval::saturated);
}

TEST_CASE("fewer than 64 messages have no interval, and a workload has none") {
  RunConfig config = at(0.1, 0);
  config.protocol = RunConfig::Protocol::messages;
  config.warmup_messages = 10;
  config.messages = 10 + 60;
  config.theory.load_over_channels = 0.01;
  has_no_interval(run_of(config), NoInterval::few_packets);
  config.messages = 10 + 130;
  CHECK(run_of(config).no_interval != NoInterval::few_packets);
  config.protocol = RunConfig::Protocol::workload;
  has_no_interval(run_of(config), NoInterval::workload);
}

TEST_CASE("summaries of a part of the messages have an interval where the run has") {
  Statistics values;
  for (int i = 0; i < 100; ++i) {
    values.add(static_cast<std::uint64_t>(i));
    values.end_of_cycle();
  }
  RunResult r;
  CHECK(r.summary_of(values).ci95);
  r.no_interval = NoInterval::short_window;
  CHECK_FALSE(r.summary_of(values).ci95);
  CHECK(r.summary_of(values).mean == 49.5);
}
