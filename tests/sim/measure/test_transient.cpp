// The end of the transient by MSER-5, against the definition computed term by term, and the runs that it leads to.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <tuple>

#include "models/base/numbers/rational.hpp"
#include "sim/measure/transient.hpp"
#include "tests/support/cases/random_case.hpp"
#include "tests/support/logged_run.hpp"
#include "tests/support/sample.hpp"
#include "traffic/registry.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

using Sums = std::vector<std::uint64_t>;

// sum over i > d of (z_i - their mean)^2, over (n - d)^2.
Rational statistic(const Sums& sums, std::size_t d) {
  const Rational rest = sums.size() - d;
  Rational mean = 0, spread = 0;
  for (std::size_t i = d; i < sums.size(); ++i) mean += Rational(sums[i]) / 5 / rest;
  for (std::size_t i = d; i < sums.size(); ++i) spread += (Rational(sums[i]) / 5 - mean) * (Rational(sums[i]) / 5 - mean);
  return spread / rest / rest;
}

std::size_t by_definition(const Sums& sums) {
  std::size_t best = 0;
  for (std::size_t d = 0; d <= sums.size() / 2 && d < sums.size(); ++d) {
    if (statistic(sums, d) < statistic(sums, best)) best = d;
  }
  return best;
}

Transient probed(double load, Cycle cycles, Log* log = nullptr, const std::string& topology = "torus:4x4", const char* traffic = "uniform") {
  const TestNetwork network(topology, 4);
  const std::uint32_t nodes = network.topology->nodes();
  const auto pattern = make_traffic(traffic, *network.topology);
  const RunConfig config = window(load / 8, 8, 0, cycles);
  Run run(config, *pattern, nodes);
  TransientProbe probe(run, cycles);
  CompiledNetwork machine({}, Wiring::of(*network.topology), *network.relation, probe);
  run_to_end(probe, machine);
  if (log != nullptr) {
    LoggedRun logged(topology, {}, config, *pattern);
    (void)logged.go();
    *log = logged.log;
  }
  return probe.transient();
}

}  // namespace

TEST_CASE("MSER finds the truncation of its definition in short series") {
  CHECK(mser({}) == 0);
  CHECK(mser({7}) == 0);
  CHECK(mser({7, 7, 7, 7}) == 0);                       // of equals the smallest
  CHECK(mser({90, 10, 10, 10, 10, 10}) == 1);           // one high value at the begin
  CHECK(mser({0, 5, 10, 10, 10, 10, 10, 10}) == 2);     // a rise
  CHECK(mser({10, 20, 30, 40, 50, 60, 70, 80}) == 4);   // never settles: n/2
  CHECK(mser({10, 10, 10, 10, 10, 900, 10, 10}) == 0);  // a late outlier weighs least among many
}

TEST_CASE("MSER finds the truncation of its definition in random series") {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    Dice random(seed);
    const std::size_t n = std::size_t{2} + random.below(40);
    const std::size_t rise = random.below(static_cast<std::uint32_t>(n));
    Sums sums;
    for (std::size_t i = 0; i < n; ++i) sums.push_back(random.below(30) + (i < rise ? 10 * (rise - i) : 0));
    CAPTURE(seed, sums);
    CHECK(mser(sums) == by_definition(sums));
  }
}

TEST_CASE("a probe looks at deliveries in order of cycle, source, sequence, and begins to measure behind the last one it discards") {
  for (const double load : {0.05, 0.4, 0.9}) {
    if (load > sample(0.9, 0.4)) break;
    CAPTURE(load);
    Log log;
    const Transient found = probed(load, 3000, &log);
    std::vector<Delivery> order;
    for (const Delivery& d : log.delivered) {
      if (d.ejected < 3000) order.push_back(d);
    }
    std::sort(order.begin(), order.end(), [](const Delivery& a, const Delivery& b) {
      return std::tuple(a.ejected, a.packet.source.value(), a.packet.sequence) < std::tuple(b.ejected, b.packet.source.value(), b.packet.sequence);
    });
    Sums sums;
    for (std::size_t i = 0; i + 5 <= order.size(); i += 5) {
      sums.push_back(0);
      for (std::size_t j = i; j < i + 5; ++j) sums.back() += order[j].latency();
    }
    const std::size_t d = by_definition(sums);
    CHECK(found.deliveries == order.size());
    CHECK(found.discarded == 5 * d);
    CHECK(found.end == (d == 0 ? 0 : order[5 * d - 1].ejected + 1));
    CHECK(found.steady == (d < sums.size() / 2));
  }
}

TEST_CASE("a probe finds a steady state at a low load, and none where queues only grow") {
  CHECK(probed(0.3, 20000).steady);
  CHECK_FALSE(probed(8.0, 3000, nullptr, "hypercube:1", "bit-complement").steady);  // eight times what the channels carry
  CHECK_FALSE(probed(0.3, 10).steady);                                              // too little to say
}
