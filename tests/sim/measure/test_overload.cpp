// The rule of `saturated` (sim/measure/overload.hpp, docs/measurement.md): its thresholds against formulas of their
// own, and against single channels.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "sim/measure/overload.hpp"
#include "tests/support/harness.hpp"
#include "tests/support/logged_run.hpp"
#include "traffic/permutation.hpp"
#include "traffic/uniform.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

// The least over theta of the bound of docs/measurement.md, by trying.
double bound(double expected, double chance, double capacity) {
  double least = 1e300;
  for (int i = 1; i <= 100'000; ++i) {
    const double theta = i * 2e-4;
    least = std::min(least, (std::log(1 / chance) + expected * std::max(0.0, std::expm1(theta) - theta / capacity)) / theta);
  }
  return least;
}

SourceWindow grown(double expected, double growth, double before = 3) { return {expected, before, before + growth}; }

// Two nodes that send to each other over one VC a channel: two single channels, each the bottleneck of one source.
class SingleChannels {
 public:
  explicit SingleChannels(std::uint32_t length) : network_("mesh:2", 1), length_(length) { machine_.vcs = machine_.injection_vcs = 1; }

  RunResult run(double rate, Injection injection, Cycle warmup, Cycle cycles, std::uint64_t seed) const {
    RunConfig settings = window(rate, length_, warmup, cycles);
    settings.injection = injection;
    settings.seed = seed;
    return run_pattern(*network_.topology, *network_.relation, machine_, settings, swap_);
  }
  // One message in length + 1 cycles: its flits, and the cycle until its VC is free for the next header
  // (docs/machine.md).
  double capacity() const { return 1.0 / (length_ + 1); }

 private:
  TestNetwork network_;
  MachineConfig machine_;
  PermutationTraffic swap_{"swap", {TerminalId(1), TerminalId(0)}};
  std::uint32_t length_;
};

struct Tally {
  int saturated = 0;
  int missed = 0;  // not saturated, though the limit is below 10
};

Tally tally(const SingleChannels& channels, double part, Injection injection, Cycle cycles, std::uint64_t seeds) {
  Tally t;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const RunResult r = channels.run(part * channels.capacity(), injection, cycles / 10, cycles, seed);
    t.saturated += r.saturated ? 1 : 0;
    t.missed += !r.saturated && r.saturation_limit && *r.saturation_limit < 10 ? 1 : 0;
  }
  return t;
}

}  // namespace

TEST_CASE("overload: the growth that is tolerated is the least bound over theta, and 2% of what is expected until the window is long") {
  for (const double expected : {0.01, 0.5, 3.0, 12.5, 60.0, 400.0, 2000.0, 8000.0, 2e4, 1e6}) {
    for (const double chance : {1e-3, 1e-5, 1e-9}) {
      const double tolerated = std::min(bound(expected, chance, 1), std::max(bound(expected, chance, 0.9), 0.02 * expected));
      CAPTURE(expected, chance);
      CHECK(tolerated_growth(expected, chance) == Approx(tolerated).epsilon(2e-3));
    }
  }
  // e^0.2071 - 1 = 0.2301 = 0.2071 / 0.9: the tail of a queue. 2%. sqrt(2 a ln(1/p)): a random walk without drift.
  CHECK(tolerated_growth(2000, std::exp(-10.0)) == Approx(10 / 0.2071).epsilon(1e-3));
  CHECK(tolerated_growth(20'000, std::exp(-10.0)) == Approx(400));
  CHECK(tolerated_growth(1e8, std::exp(-10.0)) == Approx(std::sqrt(2e9)).epsilon(1e-3));
}

TEST_CASE("overload: one source among many is seen as soon as it grows by more than is tolerated of one in so many") {
  for (const std::size_t count : {std::size_t{1}, std::size_t{40}}) {
    for (const double expected : {20.0, 2000.0}) {
      CAPTURE(count, expected);
      const double tolerated = tolerated_growth(expected, 1e-5 / static_cast<double>(count));
      std::vector<SourceWindow> sources(count, grown(expected, 0));
      sources.push_back({0, 0, 0});  // silent
      sources[count / 2] = grown(expected, tolerated * 0.999);
      CHECK_FALSE(judge_overload(sources, 0).seen);
      sources[count / 2] = grown(expected, tolerated * 1.001);
      CHECK(judge_overload(sources, 0).seen);
      // What a steady network holds is no growth: half the window on the way.
      sources[count / 2] = grown(expected, tolerated * 1.001, expected / 2 - 0.01 * tolerated);
      CHECK_FALSE(judge_overload(sources, 0.5).seen);
    }
  }
}

TEST_CASE("overload: a growth of all sources is seen that is too small for each of them") {
  // Variance of a source's growth: that of its arrivals, at most 2 (9/3 + 81/4) = 46.5, and of what is on its way at
  // both borders. Chance 0.001.
  // The tail of one falls by e over 1/theta messages: theta = 0.2071 for a queue, and in short windows where 10 (theta
  // e^theta - e^theta + 1) = ln 1000.
  const auto bernstein = [](double variance, double theta) { return std::sqrt(2 * variance * std::log(1000.0)) + std::log(1000.0) / theta; };
  const double theta = 0.8705;
  REQUIRE(10 * (theta * std::exp(theta) - std::expm1(theta)) == Approx(std::log(1000.0)).epsilon(1e-3));
  struct Case {
    std::size_t count;
    double expected, transit, sum;
  };
  const Case cases[] = {{1000, 10, 0, bernstein(1000 * 10, theta)},
                        {1000, 10, 0.01, bernstein(1000 * 10.2, theta)},
                        {10, 400, 0.001, bernstein(10 * 47.3, 0.2071)},
                        {30, 1000, 0, 0.02 * 30 * 1000},                   // a window that shows less,
                        {30, 10'000, 0, bernstein(30 * 10'000, 0.2071)}};  // and one in which sources at 100% would not grow by 2%
  for (const Case& c : cases) {
    const auto growing = [&](double growth) {
      return judge_overload(std::vector<SourceWindow>(c.count, grown(c.expected, growth / static_cast<double>(c.count))), c.transit).seen;
    };
    CAPTURE(c.count, c.expected, c.transit, c.sum);
    CHECK_FALSE(growing(0.999 * c.sum));
    CHECK(growing(1.001 * c.sum));
  }
}

TEST_CASE("overload: the limit is that of the source that sends least, and there is none where no overload shows") {
  // By the formula: what arrivals (sqrt(2 a ln 10,000)), the threshold, what is on its way and a message in service may
  // hide of a x / (1 + x).
  const auto limit = [](double a, double chance, double transit) {
    const double hidden = tolerated_growth(a, chance) + a * transit + std::sqrt(2 * a * std::log(1e4)) + 1;
    return 100 * hidden / (a - hidden);
  };
  CHECK(judge_overload({grown(5000, 0)}, 0).limit.value() == Approx(limit(5000, 1e-5, 0)));
  CHECK(judge_overload({grown(9000, 0), {0, 0, 0}, grown(5000, 0)}, 0.01).limit.value() == Approx(limit(5000, 0.5e-5, 0.01)));
  CHECK(judge_overload({grown(1e6, 0)}, 0).limit.value() < 1);
  CHECK(judge_overload({grown(20, 0)}, 0).limit == std::nullopt);
  CHECK(judge_overload({{0, 0, 0}}, 0).limit == std::nullopt);
  CHECK(judge_overload({}, 0).limit == std::nullopt);
}

TEST_CASE("a single channel carries a message in length + 1 cycles") {
  for (const std::uint32_t length : {1U, 4U}) {
    const SingleChannels channels(length);
    const RunResult r = channels.run(1, Injection::poisson, 1000, 10'000, 1);
    CHECK(r.accepted / length == Approx(channels.capacity()).epsilon(0.001));
    CHECK(r.saturated);
  }
}

TEST_CASE("saturated: a single channel at 90% of its capacity never is, in 1,000 seeds") {
  const SingleChannels channels(GENERATE(1U, 4U));
  const Injection injection = GENERATE(Injection::poisson, Injection::bernoulli);
  for (const Cycle cycles : {Cycle{50}, Cycle{400}, Cycle{3000}, Cycle{17'500}}) {
    CAPTURE(injection, cycles);
    CHECK(tally(channels, 0.9, injection, cycles, 1000).saturated == 0);
  }
}

TEST_CASE("saturated: a single channel at 110% of its capacity is, in 1,000 seeds, wherever the limit is below 10") {
  const SingleChannels channels(4);
  const Injection injection = GENERATE(Injection::poisson, Injection::bernoulli);
  CAPTURE(injection);
  const Tally t = tally(channels, 1.1, injection, 17'500, 1000);
  CHECK(t.missed == 0);
  CHECK(t.saturated == 1000);  // for there the limit is below 10
}

TEST_CASE("saturated: an overload of the limit is seen in short windows, too") {
  const SingleChannels channels(4);
  for (const double overload : {0.25, 0.5, 1.0, 3.0}) {
    // The shortest window whose limit is that overload.
    const double rate = (1 + overload) * channels.capacity();
    Cycle cycles = 10;
    const auto limit = [&] { return channels.run(rate, Injection::poisson, cycles, cycles, 1).saturation_limit; };
    while (!limit() || *limit() > 100 * overload) cycles += cycles / 50 + 1;
    CAPTURE(overload, cycles);
    CHECK(tally(channels, 1 + overload, Injection::poisson, cycles, 1000).saturated >= 999);
    CHECK(tally(channels, 0.9, Injection::poisson, cycles, 1000).saturated == 0);
  }
}

namespace {

// Runs of networks whose capacity long runs show; the share of it at which they run.
struct Steady {
  const char *topology, *traffic;
  int vcs;
  std::uint32_t length;
  double load;
};

int false_alarms(const Steady& s, Cycle cycles, std::uint64_t seeds) {
  const TestNetwork net(s.topology, s.vcs);
  const auto pattern = make_traffic(s.traffic, *net.topology);
  MachineConfig machine;
  machine.vcs = machine.injection_vcs = s.vcs;
  RunConfig settings = window(s.load / s.length, s.length, cycles / 10, cycles);
  int count = 0;
  for (settings.seed = 1; settings.seed <= seeds; ++settings.seed) {
    count += run_pattern(*net.topology, *net.relation, machine, settings, *pattern).saturated ? 1 : 0;
  }
  return count;
}

// Capacity: the load from which on sources fall behind in windows of 400,000 cycles, or (bit-reverse) 4 messages of 22
// cycles a channel.
const Steady kSteady[] = {{"torus:8x8", "uniform", 4, 8, 0.3},
                          {"torus:8x8", "uniform", 4, 8, 0.9 * 0.43},
                          {"torus:8x8", "transpose", 2, 16, 0.9 * 0.23},
                          {"mesh:8x8", "uniform", 2, 16, 0.9 * 0.29},
                          {"hypercube:6", "bit-reverse", 1, 20, 0.9 * 20 / 22 / 4}};

}  // namespace

TEST_CASE("saturated: networks at 90% of what they sustain are not, whatever the seed") {
  for (const Steady& s : kSteady) {
    CAPTURE(s.topology, s.traffic, s.load);
    CHECK(false_alarms(s, 1000, 30) == 0);
    CHECK(false_alarms(s, 5000, 6) == 0);
  }
}

TEST_CASE("saturated: networks at 90% of what they sustain are not, in 1,000 seeds", "[long]") {
  for (const Steady& s : kSteady) {
    CAPTURE(s.topology, s.traffic, s.load);
    CHECK(false_alarms(s, 300, 1000) == 0);
    CHECK(false_alarms(s, 4000, 1000) == 0);
  }
}

TEST_CASE("saturated: the shorter the window, the farther a load must be above what a channel carries to be seen") {
  // Hypercube:8, bit-reverse, one VC: eight flows share the worst channel, which carries a message of 20 flits in 22
  // cycles.
  const TestNetwork net("hypercube:8", 1);
  const auto pattern = make_traffic("bit-reverse", *net.topology);
  MachineConfig machine;
  machine.vcs = machine.injection_vcs = 1;
  const double bound = 1.0 / (22 * 8);  // messages/node/cycle
  for (const auto& [part, cycles] : {std::pair{1.5, Cycle{500}}, std::pair{1.2, Cycle{3000}}, std::pair{1.1, Cycle{20'000}}}) {
    CAPTURE(part, cycles);
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      RunConfig settings = window(part * bound, 20, cycles / 10, cycles);
      settings.seed = seed;
      CHECK(run_pattern(*net.topology, *net.relation, machine, settings, *pattern).saturated);
    }
  }
}
