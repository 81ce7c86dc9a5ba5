// What is measured by number of hops, by pair and by part of the window, against a log of every generation and every
// delivery.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>

#include "tests/support/logged_run.hpp"
#include "traffic/patterns/uniform.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

using Latencies = std::vector<std::uint64_t>;

void check_totals(const LatencyTotals& found, const Latencies& latencies) {
  REQUIRE(found.count == latencies.size());
  if (latencies.empty()) return;
  std::uint64_t sum = 0;
  for (const std::uint64_t l : latencies) sum += l;
  CHECK(found.sum == sum);
  CHECK(found.min == *std::min_element(latencies.begin(), latencies.end()));
  CHECK(found.max == *std::max_element(latencies.begin(), latencies.end()));
}

std::vector<Delivery> measured_of(const Log& log, Cycle begin, Cycle end) {
  std::vector<Delivery> measured;
  for (const Delivery& d : log.delivered) {
    if (within(d.packet.order.generated, begin, end)) measured.push_back(d);
  }
  return measured;
}

RunConfig measured_in(Cycle warmup, Cycle cycles, std::uint32_t windows) {
  RunConfig config = window(0.02, 4, warmup, cycles);
  config.details.pair_latency = true;
  config.windows = windows;
  return config;
}

}  // namespace

TEST_CASE("latencies by hops and by pair are those of the measured messages") {
  const UniformTraffic uniform(16, false);
  LoggedRun run("torus:4x4", {}, measured_in(100, 3000, 0), uniform);
  (void)run.go();
  std::map<std::uint32_t, Latencies> by_hops;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Latencies> by_pair;
  for (const Delivery& d : measured_of(run.log, 100, 3100)) {
    by_hops[d.packet.hops].push_back(d.latency());
    by_pair[{d.packet.source.value(), d.packet.order.destination.value()}].push_back(d.latency());
  }
  REQUIRE(by_hops.size() == 4);  // 1..4 on a torus of 4x4
  for (std::uint32_t h = 0; h < run.measured().by_hops.size(); ++h) check_totals(run.measured().by_hops[h], by_hops[h]);
  for (std::uint32_t s = 0; s < 16; ++s) {
    const auto& row = run.measured().pairs->row(TerminalId(s));
    for (std::uint32_t t = 0; t < 16; ++t) check_totals(row.empty() ? LatencyTotals() : row[t], by_pair[{s, t}]);
  }
}

TEST_CASE("the parts of a window hold what was generated, ejected and outstanding in each, and their parts of the latencies") {
  const UniformTraffic uniform(16, false);
  const auto [cycles, parts] = GENERATE(std::pair<Cycle, std::uint32_t>{3000, 1}, std::pair<Cycle, std::uint32_t>{3000, 7},
                                        std::pair<Cycle, std::uint32_t>{40, 40}, std::pair<Cycle, std::uint32_t>{1000, 3});
  const Cycle warmup = GENERATE(Cycle{0}, Cycle{101});
  CAPTURE(cycles, parts, warmup);
  LoggedRun run("torus:4x4", {}, measured_in(warmup, cycles, parts), uniform);
  (void)run.go();
  const auto found = run.measured().parts->parts();
  REQUIRE(found.size() == parts);
  const std::vector<Delivery> measured = measured_of(run.log, warmup, warmup + cycles);
  Cycle begin = warmup;
  for (std::uint32_t i = 0; i < parts; ++i) {
    CAPTURE(i);
    const WindowPart& part = *found[i];
    const Cycle end = warmup + cycles * (i + 1) / parts;
    CHECK(part.begin == begin);
    CHECK(part.begin + part.cycles == end);
    std::uint64_t generated = 0, generated_before = 0, delivered_before = 0;
    for (const auto& [cycle, source] : run.log.generated) {
      generated += within(cycle, begin, end);
      generated_before += cycle < end;
    }
    for (const Delivery& d : run.log.delivered) delivered_before += d.ejected < end;
    CHECK(part.generated_flits == 4 * generated);
    CHECK(part.in_flight == generated_before - delivered_before);
    Latencies latencies;
    for (const Delivery& d : measured_of(run.log, begin, end)) latencies.push_back(d.latency());
    std::sort(latencies.begin(), latencies.end());
    const Summary summary = part.latency.summary();
    REQUIRE(summary.count == latencies.size());
    if (!latencies.empty()) CHECK(summary.p99 == latencies[(99 * latencies.size() + 99) / 100 - 1]);
    begin = end;
  }
}

TEST_CASE("the parts of a window share out its ejected flits and the flits on its channels") {
  const UniformTraffic uniform(16, false);
  RouterConfig machine;
  machine.execution.count_channels = true;
  const RunConfig config = measured_in(50, 2000, GENERATE(1U, 6U));
  LoggedRun run("torus:4x4", machine, config, uniform);
  const RunResult r = run.go();
  std::uint64_t ejected = 0, crossed = 0, busiest = 0, all = 0;
  for (const WindowPart* part : run.measured().parts->parts()) {
    ejected += part->ejected_flits;
    crossed += part->channel_flits;
    busiest = std::max(busiest, part->busiest_flits);
    CHECK(part->busiest_flits <= part->cycles);
    CHECK(part->busiest_flits * 64 >= part->channel_flits);  // 64 channels
  }
  for (const std::uint64_t flits : r.channels.flits) all += flits;
  CHECK(static_cast<double>(ejected) == Approx(r.accepted * 16 * 2000));
  CHECK(crossed == all);
  if (config.windows == 1) CHECK(busiest == *std::max_element(r.channels.flits.begin(), r.channels.flits.end()));
}

TEST_CASE("what is measured beside changes no result") {
  const UniformTraffic uniform(16, false);
  LoggedRun plain("torus:4x4", {}, window(0.02, 4, 100, 3000), uniform), more("torus:4x4", {}, measured_in(100, 3000, 11), uniform);
  const RunResult a = plain.go(), b = more.go();
  CHECK(a.latency.mean == b.latency.mean);
  CHECK(a.latency.ci95 == b.latency.ci95);
  CHECK(a.simulated_cycles == b.simulated_cycles);
  CHECK(a.packets.delivered == b.packets.delivered);
  CHECK(a.flit_hops == b.flit_hops);
}
