// The 95% interval of mean latency where the mean is known: a channel as M/D/1. On hypercube:1 each terminal sends
// 32-flit messages to the other by way of one injection VC, which is busy for M + 1 = 33 cycles with each: the latency
// is the wait in a queue with service 33, and 34 cycles more. The mean of Poisson arrivals in whole cycles is that of
// M/D/1: 34 + lambda 33^2 / (2 (1 - 33 lambda)).
// The queue, held against the machine message by message, is fast enough for hundreds of seeds.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "sim/measure/statistics/stopping_rule.hpp"
#include "tests/support/harness.hpp"
#include "tests/support/logged_run.hpp"
#include "tests/support/sample.hpp"
#include "traffic/arrivals/injection.hpp"
#include "traffic/registry.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

constexpr Cycle kService = 33;
constexpr std::uint32_t kLength = 32;

double mean_of(double load) {
  const double lambda = load / kLength;
  return 34 + lambda * kService * kService / (2 * (1 - kService * lambda));
}

RouterConfig one_queue() {
  RouterConfig config;
  config.vcs = 4;
  config.buffer_depth = 4;
  config.injection_vcs = 1;
  return config;
}

RunConfig at_load(double load, Cycle warmup, Cycle cycles, std::uint64_t seed, std::optional<double> until_ci = {}) {
  RunConfig config = window(load / kLength, kLength, warmup, cycles);
  config.seed = seed;
  config.until_ci = until_ci;
  return config;
}

RunResult machine_run(const RunConfig& config) {
  const TestNetwork network("hypercube:1", 4);
  const auto pattern = make_traffic("bit-complement", *network.topology);
  return run_pattern(*network.topology, *network.relation, one_queue(), config, *pattern);
}

// One of the two queues: the messages' latencies in order of delivery.
class Queue {
 public:
  Queue(double load, std::uint64_t seed, std::uint32_t terminal)
      : arrivals_(Injection::poisson, load / kLength, RandomStream(seed, terminal, Purpose::arrival)) {
    next();
  }
  void next() {
    generated_ = arrivals_.next();
    free_ = std::max(free_, generated_) + kService;
  }
  [[nodiscard]] Cycle generated() const { return generated_; }
  [[nodiscard]] Cycle latency() const { return free_ + 1 - generated_; }
  [[nodiscard]] Cycle ejected() const { return free_; }

 private:
  ArrivalProcess arrivals_;
  Cycle generated_ = 0, free_ = 0;
};

// The statistics of a window on both queues; it ends before its time as `rule` says. Null rule: never.
Statistics queue_window(double load, Cycle warmup, Cycle cycles, std::uint64_t seed, StoppingRule rule = StoppingRule({})) {
  Queue queues[2] = {{load, seed, 0}, {load, seed, 1}};
  Statistics latencies;
  std::uint64_t count = 0;
  Cycle last = 0;
  while (true) {
    Queue& queue = queues[queues[1].ejected() < queues[0].ejected() ? 1 : 0];
    if (queue.ejected() != last) {
      latencies.end_of_cycle();
      if (rule.due(count) && rule.narrow(latencies, count)) return latencies;
      last = queue.ejected();
    }
    if (std::min(queues[0].generated(), queues[1].generated()) >= warmup + cycles) return latencies;
    if (within(queue.generated(), warmup, warmup + cycles)) {
      latencies.add(queue.latency());
      ++count;
    }
    queue.next();
  }
}

bool covers(const Summary& latency, double load) {
  REQUIRE(latency.ci95);
  return latency.ci95->low <= mean_of(load) && mean_of(load) <= latency.ci95->high;
}

template <typename RunOf>
int covering(int seeds, double load, RunOf run_of) {
  int count = 0;
  for (int seed = 1; seed <= seeds; ++seed) count += covers(run_of(static_cast<std::uint64_t>(seed)), load) ? 1 : 0;
  return count;
}

}  // namespace

TEST_CASE("one injection VC is a queue with service M + 1: every latency is its") {
  CHECK(mean_of(0.5) == Approx(51.565).margin(0.0005));
  CHECK(mean_of(0.8) == Approx(111.786).margin(0.0005));
  const TestNetwork network("hypercube:1", 4);
  const auto pattern = make_traffic("bit-complement", *network.topology);
  for (const double load : {0.5, 0.8}) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      LoggedRun run("hypercube:1", one_queue(), at_load(load, 0, 100000, seed), *pattern);
      (void)run.go();
      Queue queues[2] = {{load, seed, 0}, {load, seed, 1}};
      REQUIRE(run.log.delivered.size() > 2000);
      for (const Delivery& d : run.log.delivered) {
        Queue& queue = queues[d.packet.source.value()];
        REQUIRE(d.packet.order.generated == queue.generated());
        REQUIRE(d.ejected == queue.ejected());
        REQUIRE(d.latency() == queue.latency());
        queue.next();
      }
    }
  }
}

// A coverage of 95% is below 92% in 500 seeds with probability 0.002.
TEST_CASE("the 95% interval of a window of given length covers the mean in at least 92% of 500 seeds") {
  const auto [load, cycles] = GENERATE(take(sample(2U), table<double, Cycle>({{0.5, 200000}, {0.8, 2000000}})));
  const int covered =
      covering(500, load, [&, at = load, length = cycles](std::uint64_t seed) { return queue_window(at, length / 10, length, seed).summary(); });
  CAPTURE(load, covered);
  CHECK(covered >= 460);
}

// At 90% coverage and 40 seeds fewer than 29 have probability 0.0008, at 95% below 10^-6; of 8, fewer than 4 0.0004 and
// 0.00002.
TEST_CASE("until-ci ends the window of a machine as soon as the mean is known so well, and its interval covers the mean") {
  const Cycle longest = 10'000'000;
  std::uint64_t most = 0;
  const int covered = covering(sample(40, 6), 0.5, [&](std::uint64_t seed) {
    const RunResult r = machine_run(at_load(0.5, 5000, longest, seed, 0.02));
    CHECK(r.narrow);
    CHECK(r.cycles < longest / 2);
    CHECK(r.latency.ci95->farthest(r.latency.mean) < 0.025);  // the messages that were on their way are measured too
    most = std::max(most, r.packets.measured);
    return r.latency;
  });
  CHECK(covered >= sample(29, 3));
  CHECK(most >= StoppingRule::kFirst);
}

TEST_CASE("a window that is over before its interval is narrow enough says so and is as without the wish") {
  const RunResult with = machine_run(at_load(0.8, 1000, 20000, 1, 0.02)), without = machine_run(at_load(0.8, 1000, 20000, 1));
  CHECK_FALSE(with.narrow);
  CHECK(with.cycles == 20000);
  CHECK(with.latency.mean == without.latency.mean);
  CHECK(with.latency.ci95 == without.latency.ci95);
  CHECK(with.simulated_cycles == without.simulated_cycles);
}

TEST_CASE("a stopping rule looks at 1,000 values and whenever their number has grown by half") {
  StoppingRule rule(0.5);
  Statistics wide;  // two values far apart: no interval
  wide.add(1);
  std::vector<std::uint64_t> looks;
  for (std::uint64_t count = 0; count < 12000; ++count) {
    if (!rule.due(count)) continue;
    looks.push_back(count);
    CHECK_FALSE(rule.narrow(wide, count));
  }
  CHECK(looks == std::vector<std::uint64_t>{1000, 1500, 2250, 3375, 5063, 7595, 11393});
  StoppingRule late(0.5);  // whose first look comes late: the second is half as many packets away, too
  static_cast<void>(late.narrow(Statistics(), 30'000));
  CHECK_FALSE(late.due(41'999));
  CHECK_FALSE(StoppingRule({}).due(~std::uint64_t{0} - 1));
}

TEST_CASE("of many sources a stopping rule looks first at 64 messages of each") {
  CHECK(StoppingRule(0.5, 15).due(1000));
  CHECK_FALSE(StoppingRule(0.5, 16).due(1023));
  CHECK(StoppingRule(0.5, 16).due(1024));
  CHECK_FALSE(StoppingRule(0.5, 64).due(4095));
  CHECK(StoppingRule(0.5, 64).due(4096));
}

TEST_CASE("one narrow look ends nothing: two must follow each other, and the farther end counts") {
  Statistics narrow, wide;  // 200 values of mean about 100: all but equal; one in 20 large
  for (int i = 0; i < 200; ++i) {
    narrow.add(i % 2 == 0 ? 99 : 101);
    wide.add(i % 20 == 9 ? 1050 : 50);
    narrow.end_of_cycle();
    wide.end_of_cycle();
  }
  const Summary s = wide.summary();
  const double up = (s.ci95->high - s.mean) / s.mean, down = (s.mean - s.ci95->low) / s.mean;
  REQUIRE(up > 1.1 * down);
  const auto looks = [](double wanted, const std::vector<const Statistics*>& at) {
    StoppingRule rule(wanted);
    std::vector<bool> found;
    std::uint64_t count = 1000;
    for (const Statistics* values : at) {
      found.push_back(rule.narrow(*values, count));
      count *= 2;
    }
    return found;
  };
  CHECK(looks(0.05, {&narrow, &narrow, &narrow}) == std::vector<bool>{false, true, true});
  CHECK(looks(0.05, {&narrow, &wide, &narrow, &wide}) == std::vector<bool>{false, false, false, false});
  CHECK(looks((up + down) / 2, {&wide, &wide}) == std::vector<bool>{false, false});
  CHECK(looks(up * 1.001, {&wide, &wide}) == std::vector<bool>{false, true});
}

TEST_CASE("until-ci 2% covers the mean in at least 90% of 500 seeds", "[long]") {
  const double load = GENERATE(0.5, 0.8);
  const int covered =
      covering(500, load, [&](std::uint64_t seed) { return queue_window(load, 5000, 100'000'000, seed, StoppingRule(0.02)).summary(); });
  CAPTURE(load, covered);
  CHECK(covered >= 450);
}

TEST_CASE("until-ci 2% on the machine covers the mean in at least 90% of 500 seeds", "[long]") {
  const int covered = covering(500, 0.5, [&](std::uint64_t seed) { return machine_run(at_load(0.5, 5000, 10'000'000, seed, 0.02)).latency; });
  CAPTURE(covered);
  CHECK(covered >= 450);
}
