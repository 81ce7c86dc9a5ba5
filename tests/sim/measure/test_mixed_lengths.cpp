// Runs of messages that differ in length: what is offered, counted in flits, and latencies of single channels, message
// by message and on average.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>

#include "models/analysis/latency/bounds.hpp"
#include "tests/support/logged_run.hpp"
#include "tests/support/sample.hpp"
#include "traffic/patterns/permutation.hpp"
#include "traffic/patterns/uniform.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

PacketLengths lengths(const std::string& text) { return PacketLengths::parse({"test", "message-length"}, text, 65535); }

RunConfig mixed(const std::string& rule, const std::string& text, const Rational& load, Cycle warmup, Cycle cycles) {
  RunConfig run;
  run.length_mix = lengths(text);
  run.injection = parse_injection({"test", "injection"}, rule, run.length_mix->mean());
  run.exact_rate = load / run.length_mix->mean();
  run.rate = to_double(*run.exact_rate);
  run.warmup = warmup;
  run.cycles = cycles;
  return run;
}

// Hypercube:1, bit-complement, one injection VC, V = 4, depth 4: two channels that carry a message of M flits in M + 1
// cycles.
struct Pair {
  TestNetwork network{"hypercube:1", 4};
  RouterConfig machine;
  PermutationTraffic swap{"bit-complement", {TerminalId(1), TerminalId(0)}};

  Pair() {
    machine.vcs = 4;
    machine.buffer_depth = 4;
    machine.injection_vcs = 1;
  }
};

}  // namespace

TEST_CASE("mixed lengths: offered counts the flits of what was generated in the window") {
  const UniformTraffic uniform(16, false);
  for (const char* rule : {"poisson", "bernoulli", "periodic", "on-off:5,0.9"}) {
    CAPTURE(rule);
    const Cycle warmup = 300, cycles = 4000;
    LoggedRun run("torus:4x4", {}, mixed(rule, "1@0.8,17@0.2", {1, 5}, warmup, cycles), uniform);
    const RunResult r = run.go();
    std::vector<double> flits(16, 0);
    double all = 0;
    for (const Delivery& d : run.log.delivered) {
      const std::uint32_t length = d.packet.order.length;
      REQUIRE((length == 1 || length == 17));
      if (!within(d.packet.order.generated, warmup, warmup + cycles)) continue;
      flits[d.packet.source.value()] += length;
      all += length;
    }
    CHECK_FALSE(r.saturated());
    CHECK(r.offered == Approx(all / 16 / static_cast<double>(cycles)));
    for (std::size_t v = 0; v < 16; ++v) CHECK(r.per_source[v].offered == Approx(flits[v] / static_cast<double>(cycles)));
  }
}

// Six standard deviations of the flits that a source generates (docs/guide/traffic.md), of all together.
TEST_CASE("mixed lengths: the load counts flits") {
  const UniformTraffic uniform(16, false);
  const Cycle cycles = 40'000;
  // Gaps of on-off:5,1 at 0.2 in units of 1/a: mean 5, 1/(B b) = 4, variance at most 1 + 2 x 5 x 16 - 16; 145/25 < 9.
  for (const auto& [rule, index] :
       {std::pair{"poisson", 1.0}, std::pair{"bernoulli", 1.0}, std::pair{"periodic", 0.01}, std::pair{"on-off:5,1", 9.0}}) {
    for (const char* text : {"1@0.8,17@0.2", "4..32"}) {
      CAPTURE(rule, text);
      const RunResult r = LoggedRun("torus:4x4", {}, mixed(rule, text, {1, 5}, 0, cycles), uniform).go();
      const double mean = to_double(lengths(text).mean()), spread = to_double(lengths(text).variance()) / (mean * mean);
      const double messages = 0.2 / mean * 16 * static_cast<double>(cycles);
      CHECK(std::abs(r.offered / 0.2 - 1) < 6 * std::sqrt((index + spread) / messages));
      CHECK(r.accepted == Approx(r.offered).epsilon(0.02));
    }
  }
}

TEST_CASE("mixed lengths: lengths are drawn apart, so arrivals and destinations are those of one length at the same rate") {
  const UniformTraffic uniform(16, false);
  RunConfig mix = mixed("poisson", "1@0.5,7@0.5", {1, 5}, 0, 3000), one = mix;
  one.length_mix.reset();
  one.packet_length = 4;
  LoggedRun first("torus:4x4", {}, mix, uniform), second("torus:4x4", {}, one, uniform);
  const RunResult of_mix = first.go(), of_one = second.go();
  const auto in_window = [](const Log& log) {
    std::vector<std::pair<Cycle, std::uint32_t>> list;
    for (const auto& g : log.generated) {
      if (g.first < 3000) list.push_back(g);
    }
    return list;
  };
  CHECK(in_window(first.log) == in_window(second.log));
  CHECK(of_mix.hops.mean == of_one.hops.mean);
  CHECK(of_mix.latency.stddev > of_one.latency.stddev);
}

TEST_CASE("mixed lengths: a single channel serves each message in its flits + 1 cycles, first come, first served") {
  for (const char* rule : {"poisson", "bernoulli", "periodic", "on-off:5,4"}) {
    CAPTURE(rule);
    Pair pair;
    LoggedRun run("hypercube:1", pair.machine, mixed(rule, "1@0.8,17@0.2", {7, 10}, 0, 5000), pair.swap);
    (void)run.go();
    std::map<std::uint32_t, Cycle> free;  // per source: when its channel is
    std::sort(run.log.delivered.begin(), run.log.delivered.end(),
              [](const Delivery& a, const Delivery& b) { return a.packet.sequence < b.packet.sequence; });
    REQUIRE(run.log.delivered.size() > 1000);
    for (const Delivery& d : run.log.delivered) {
      const Cycle start = std::max(d.packet.order.generated, free[d.packet.source.value()]);
      free[d.packet.source.value()] = start + d.packet.order.length + 1;
      REQUIRE(d.latency() == start - d.packet.order.generated + 1 + d.packet.order.length + 1);
    }
  }
}

// h + E[M] + 1 + W, S = M + 1; W = lambda E[S^2] / (2 (1 - rho)), for Bernoulli arrivals with E[S^2] - E[S] in it.
// Within three half widths of the run's own 95% interval: six standard errors.
TEST_CASE("mixed lengths: the mean latency of a single channel is that of an M/G/1 queue") {
  for (const char* text : {"32", "1@0.8,17@0.2", "4..32"}) {
    const Rational mean = lengths(text).mean();
    const double m = to_double(mean), square = to_double(Rational(lengths(text).mean_square() + 2 * mean + 1));
    for (const Rational& load : sample(std::vector{Rational(1, 2), Rational(7, 10)}, {Rational(1, 2)})) {
      for (const Injection kind : {Injection::poisson, Injection::bernoulli}) {
        CAPTURE(text, to_string(load), kind);
        const double lambda = to_double(load) / m, rho = lambda * (m + 1);
        const double wait = lambda * (square - (kind == Injection::bernoulli ? m + 1 : 0)) / (2 * (1 - rho));
        Pair pair;
        const RunResult r =
            LoggedRun("hypercube:1", pair.machine, mixed(name_of(kind), text, load, 20'000, sample<Cycle>(1'000'000, 300'000)), pair.swap).go();
        REQUIRE(r.latency.ci95.has_value());
        CHECK(r.latency.ci95->half_width() < 0.05 * r.latency.mean);
        CHECK(std::abs(r.latency.mean - (1 + m + 1 + wait)) < 3 * r.latency.ci95->half_width());
      }
    }
  }
}

TEST_CASE("periodic: messages that leave each other room never wait") {
  Pair pair;
  const RunResult r = LoggedRun("hypercube:1", pair.machine, mixed("periodic", "32", {9, 10}, 100, 20'000), pair.swap).go();  // 35.6 cycles apart
  CHECK(r.latency.min == 1 + 32 + 1);
  CHECK(r.latency.max == 1 + 32 + 1);
  CHECK(r.offered == Approx(0.9).epsilon(1.1 * 32 / (0.9 * 20'000)));  // a message more or less
}

TEST_CASE("mixed lengths: the exact zero-load latency is that of the mean length") {
  Pair pair;
  BoundsInput input{1, 0, 4, lengths("1@0.8,17@0.2").mean()};
  const Bounds bounds = compute_bounds(*pair.network.topology, *pair.network.relation, pair.swap, input, 1e6);
  CHECK(bounds.zero_load_latency == Rational(1) + Rational(21, 5) + 1);
}

TEST_CASE("mixed lengths: a permutation once draws a length a message") {
  const UniformTraffic uniform(64, false);
  const TestNetwork net("torus:8x8", 4);
  const auto pattern = make_traffic("transpose", *net.topology);
  RunConfig run;
  run.protocol = RunConfig::Protocol::workload;
  run.length_mix = lengths("4..32");
  LoggedRun logged("torus:8x8", {}, run, *pattern);
  (void)logged.go();
  std::map<std::uint32_t, int> seen;
  for (const Delivery& d : logged.log.delivered) ++seen[d.packet.order.length];
  CHECK(logged.log.delivered.size() == 56);
  CHECK(seen.begin()->first >= 4);
  CHECK(seen.rbegin()->first <= 32);
  CHECK(seen.size() > 15);
}
