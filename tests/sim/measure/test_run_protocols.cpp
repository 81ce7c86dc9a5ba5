// The protocols of a run (sim/measure/run.hpp): what is measured, when it stops, what the numbers mean. A log of every
// generation and every delivery, kept beside the run, is the oracle.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <numeric>

#include "tests/support/channel_flits.hpp"
#include "tests/support/logged_run.hpp"
#include "traffic/patterns/uniform.hpp"
#include "traffic/registry.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

double mean_latency(const std::vector<Delivery>& deliveries) {
  double sum = 0;
  for (const Delivery& d : deliveries) sum += static_cast<double>(d.latency());
  return sum / static_cast<double>(deliveries.size());
}

std::vector<TerminalId> identity(std::uint32_t nodes) {
  std::vector<TerminalId> to;
  for (std::uint32_t v = 0; v < nodes; ++v) to.emplace_back(v);
  return to;
}

}  // namespace

TEST_CASE("window: exactly the messages generated in the window are measured, all of them, and the run ends with the last") {
  const UniformTraffic uniform(16, false);
  int intervals = 0;
  for (const Cycle warmup : {Cycle{0}, Cycle{1}, Cycle{500}}) {
    for (const double rate : {0.0005, 0.05, 0.3}) {
      CAPTURE(warmup, rate);
      const Cycle cycles = rate == 0.05 ? 40000 : 2000;
      const Cycle end = warmup + cycles;
      LoggedRun run("torus:4x4", {}, window(rate, 1, warmup, cycles), uniform);
      const RunResult r = run.go();
      std::uint64_t generated = 0, ejected = 0;
      std::vector<std::uint64_t> ejected_of(16, 0);
      Statistics latencies;  // batches are closed between cycles
      for (const auto& [cycle, source] : run.log.generated) generated += within(cycle, warmup, end);
      std::vector<Delivery> measured;
      Cycle last = 0;
      std::uint64_t crossings = 0;
      for (const Delivery& d : run.log.delivered) {
        ejected += within(d.ejected, warmup, end);
        ejected_of[d.packet.source.value()] += within(d.ejected, warmup, end);
        if (!within(d.packet.order.generated, warmup, end)) continue;
        if (!measured.empty() && measured.back().ejected != d.ejected) latencies.end_of_cycle();
        latencies.add(d.latency());
        measured.push_back(d);
        last = std::max(last, d.ejected);
        crossings += d.packet.hops;
      }
      REQUIRE(generated > 0);
      CHECK(r.packets.measured == generated);
      CHECK(measured.size() == generated);
      CHECK(r.cycles == cycles);
      CHECK(r.simulated_cycles == std::max(last + 1, end));
      CHECK_FALSE(r.saturated());
      CHECK(r.offered == Approx(static_cast<double>(generated) / 16 / static_cast<double>(cycles)));
      CHECK(r.accepted == Approx(static_cast<double>(ejected) / 16 / static_cast<double>(cycles)));
      CHECK(r.latency.mean == Approx(mean_latency(measured)));
      CHECK(r.latency.count == generated);
      CHECK(r.latency.ci95 == (r.no_interval ? std::nullopt : latencies.summary().ci95));
      intervals += r.no_interval ? 0 : 1;
      for (std::size_t v = 0; v < 16; ++v)
        CHECK(r.per_source[v].accepted == Approx(static_cast<double>(ejected_of[v]) / static_cast<double>(cycles)));
      CHECK(r.packets.generated == run.log.generated.size());
      CHECK(r.packets.delivered == run.log.delivered.size());
      CHECK(r.packets.in_flight == r.packets.generated - r.packets.delivered);
      CHECK(std::accumulate(r.channels.packets.begin(), r.channels.packets.end(), std::uint64_t{0}) == crossings);
    }
  }
  CHECK(intervals == 6);  // but of those with few messages
}

TEST_CASE("window: network latency counts from the header's injection, hops are those of the measured messages") {
  const UniformTraffic uniform(16, true);
  LoggedRun run("torus:4x4", {}, window(0.04, 8, 300, 3000), uniform);
  const RunResult r = run.go();
  double network = 0, hops = 0;
  std::uint64_t most = 0, slowest = 0, count = 0;
  for (const Delivery& d : run.log.delivered) {
    if (!within(d.packet.order.generated, 300, 3300)) continue;
    ++count;
    network += static_cast<double>(d.ejected + 1 - d.packet.injected);
    slowest = std::max(slowest, d.ejected + 1 - d.packet.injected);
    hops += d.packet.hops;
    most = std::max<std::uint64_t>(most, d.packet.hops);
  }
  CHECK(r.network_latency.mean == Approx(network / static_cast<double>(count)));
  CHECK(r.network_latency.max == slowest);
  CHECK(r.hops.mean == Approx(hops / static_cast<double>(count)));
  CHECK(r.hops.max == most);
  CHECK(r.hops.min == 0);
}

TEST_CASE("window: blocked cycles of channels are those of the window") {
  const UniformTraffic uniform(16, false);
  std::vector<std::vector<ChannelCounters::Counts>> at;
  LoggedRun run("torus:4x4", {}, window(0.05, 12, 400, 1000), uniform);
  const RunResult r = run.go({400, 1400}, [&at](const CompiledNetwork& m) { at.push_back(m.crossings()); });
  REQUIRE(r.channels.head_blocked.size() == 64);
  REQUIRE(r.channels.flit_blocked.size() == 64);
  std::uint64_t headers = 0, flits = 0;
  for (std::size_t c = 0; c < 64; ++c) {
    CHECK(r.channels.head_blocked[c] == at[1][c].head_blocked - at[0][c].head_blocked);
    CHECK(r.channels.flit_blocked[c] == at[1][c].flit_blocked - at[0][c].flit_blocked);
    CHECK(r.channels.flits[c] + r.channels.flit_blocked[c] <= r.cycles);
    headers += at[0][c].head_blocked;
    flits += at[0][c].flit_blocked;
  }
  CHECK(headers > 0);  // before the window too, so that it matters where it begins
  CHECK(flits > 0);
}

TEST_CASE("window: flits that cross in the window count for the channels, in the whole run for flit_hops") {
  const UniformTraffic uniform(16, false);
  std::vector<std::vector<std::uint64_t>> flits;
  LoggedRun run("torus:4x4", {}, window(0.05, 6, 400, 1000), uniform);
  const RunResult r = run.go({400, 1400}, [&flits](const CompiledNetwork& m) { flits.push_back(channel_flits(m)); });
  std::uint64_t arrived_hops = 0;
  for (const Delivery& d : run.log.delivered) arrived_hops += std::uint64_t{6} * d.packet.hops;
  for (std::size_t c = 0; c < r.channels.flits.size(); ++c) CHECK(r.channels.flits[c] == flits[1][c] - flits[0][c]);
  CHECK(r.flit_hops >= arrived_hops);
  CHECK(r.flit_hops <= arrived_hops + r.packets.in_flight * 6 * 4);  // the diameter is 4
}

TEST_CASE("messages: exactly D - W messages are measured, in the order of delivery, and the run stops with the D-th") {
  const UniformTraffic uniform(16, false);
  for (const std::uint64_t discarded : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{100}, std::uint64_t{999}}) {
    CAPTURE(discarded);
    LoggedRun run("torus:4x4", {}, messages(0.05, 4, 1000, discarded), uniform);
    const RunResult r = run.go();
    const auto& all = run.log.delivered;
    REQUIRE(all.size() >= 1000);
    CHECK(r.packets.measured == 1000 - discarded);
    const std::vector<Delivery> measured(all.begin() + static_cast<std::ptrdiff_t>(discarded), all.begin() + 1000);
    CHECK(r.latency.mean == Approx(mean_latency(measured)));
    CHECK(r.simulated_cycles == all[999].ejected + 1);
    CHECK(r.cycles == all[999].ejected + 1 - (discarded == 0 ? 0 : all[discarded - 1].ejected + 1));
    CHECK(r.packets.generated == run.log.generated.size());
    std::uint64_t in_window = 0;
    for (const auto& [cycle, source] : run.log.generated) in_window += cycle + r.cycles >= r.simulated_cycles;
    CHECK(r.offered * 16 * static_cast<double>(std::max<Cycle>(r.cycles, 1)) == Approx(static_cast<double>(in_window) * 4));
  }
}

TEST_CASE("messages: at very low load idle time is skipped without changing the result") {
  const UniformTraffic uniform(16, false);
  LoggedRun run("torus:4x4", {}, messages(1e-6, 4, 50, 10), uniform);
  const RunResult r = run.go();
  CHECK(r.packets.measured == 40);
  CHECK(r.simulated_cycles > 1'000'000);
  for (const Delivery& d : run.log.delivered) CHECK(d.latency() == d.packet.hops + 4 + 1);
  CHECK(r.cycles == run.log.delivered[49].ejected - run.log.delivered[9].ejected);
}

TEST_CASE("workload: one message a node at cycle 0, fixed points silent; completion is the longest latency") {
  RunConfig settings;
  settings.protocol = RunConfig::Protocol::workload;
  settings.packet_length = 17;
  RouterConfig config;
  config.vcs = 1;
  config.injection_vcs = 1;
  config.ejection = Ejection::channel;
  const auto cube = make_cube("hypercube:8");
  const PermutationTraffic pattern = named_permutation("bit-reverse", *cube);  // 16 palindromes are fixed points
  LoggedRun run("hypercube:8", config, settings, pattern);
  const RunResult r = run.go();
  CHECK(r.packets.generated == 240);
  CHECK(r.packets.delivered == 240);
  CHECK(r.packets.measured == 240);
  CHECK(r.completion_cycle == std::optional<Cycle>(149));  // Hou et al. 2001, 16 bytes
  CHECK(r.latency.max == 149);
  for (const Delivery& d : run.log.delivered) CHECK(d.packet.order.generated == 0);
  CHECK(r.per_source[0].accepted == 0);  // a fixed point
  CHECK(r.accepted_min > 0);             // of the sources that send
  CHECK_FALSE(r.saturated());
}

TEST_CASE("a permutation of fixed points alone ends every protocol at once, with nothing measured") {
  const PermutationTraffic still("identity", identity(16));
  RunConfig settings = window(0.1, 4, 100, 1000);
  for (const auto protocol : {RunConfig::Protocol::workload, RunConfig::Protocol::messages, RunConfig::Protocol::window}) {
    settings.protocol = protocol;
    settings.messages = 100;
    settings.warmup_messages = 10;
    LoggedRun run("torus:4x4", {}, settings, still);
    const RunResult r = run.go();
    CHECK(r.packets.generated == 0);
    CHECK(r.packets.measured == 0);
    CHECK(r.latency.count == 0);
    CHECK(r.offered == 0);
    CHECK(r.accepted == 0);
    CHECK(r.accepted_min == 0);
    CHECK_FALSE(r.saturated());
    CHECK(r.completion_cycle.has_value() == (protocol == RunConfig::Protocol::workload));
    if (protocol == RunConfig::Protocol::workload) {
      CHECK(r.completion_cycle == std::optional<Cycle>(0));
      CHECK(r.simulated_cycles <= 1);
    }
  }
}

TEST_CASE("the numbers per source sum up to the network's, and accepted_min leaves silent sources out") {
  // A row of 8 nodes: 0..3 exchange with 4..7, except that 2 and 6 are silent.
  const PermutationTraffic pattern(
      "swap", {TerminalId(4), TerminalId(5), TerminalId(2), TerminalId(7), TerminalId(0), TerminalId(1), TerminalId(6), TerminalId(3)});
  LoggedRun run("mesh:8", {}, window(0.05, 4, 200, 4000), pattern);
  const RunResult r = run.go();
  double offered = 0, accepted = 0, smallest = 1e9;
  std::map<std::uint32_t, int> generated;
  for (const auto& [cycle, source] : run.log.generated) generated[source] += within(cycle, 200, 4200);
  for (std::uint32_t v = 0; v < 8; ++v) {
    offered += r.per_source[v].offered;
    accepted += r.per_source[v].accepted;
    CHECK(r.per_source[v].offered == Approx(generated[v] * 4.0 / 4000));
    if (v == 2 || v == 6) {
      CHECK(r.per_source[v].offered == 0);
      CHECK(r.per_source[v].accepted == 0);
      CHECK(r.per_source[v].backlog == 0);
    } else {
      smallest = std::min(smallest, r.per_source[v].accepted);
    }
  }
  CHECK(offered / 8 == Approx(r.offered));
  CHECK(accepted / 8 == Approx(r.accepted));
  CHECK(r.accepted_min == Approx(smallest));
  CHECK(smallest > 0);
}

TEST_CASE("accepted counts flits by the source that sent them, partial messages included") {
  // One message of 300 flits from 0 to 1, generated in cycle 0 (rate 1, Bernoulli); in a window of 100 cycles flits are
  // handed over from 2 on.
  std::vector<TerminalId> to = identity(3);
  std::rotate(to.begin(), to.begin() + 1, to.end());  // 0->1, 1->2, 2->0
  const PermutationTraffic ring("ring", to);
  RouterConfig config;
  config.vcs = 2;
  config.injection_vcs = 1;
  RunConfig settings = window(1.0, 300, 0, 100);
  settings.injection = Injection::bernoulli;
  for (const bool general : {false, true}) {
    config.execution.general_path = general;
    LoggedRun run("torus:3", config, settings, ring);
    const RunResult r = run.go();
    for (const auto& s : r.per_source) CHECK(s.accepted == Approx(98.0 / 100));
    CHECK(r.accepted == Approx(0.98));
  }
}

TEST_CASE("every source generates in the cycles of its own arrival process, several in one cycle if they fall there") {
  const UniformTraffic uniform(16, false);
  for (const Injection injection : {Injection::poisson, Injection::bernoulli}) {
    for (const double rate : {0.6, 0.01}) {
      RunConfig settings = window(rate, 1, 0, 3000);
      settings.injection = injection;
      settings.seed = 5;
      LoggedRun run("torus:4x4", {}, settings, uniform);
      const RunResult r = run.go();
      std::map<std::uint32_t, std::vector<Cycle>> seen;
      for (const auto& [cycle, source] : run.log.generated) seen[source].push_back(cycle);
      for (std::uint32_t v = 0; v < 16; ++v) {
        ArrivalProcess process(injection, rate, RandomStream(5, v, Purpose::arrival));
        std::vector<Cycle> expected;
        for (Cycle next = process.next(); next < r.simulated_cycles; next = process.next()) expected.push_back(next);
        CHECK(seen[v] == expected);
      }
    }
  }
}

TEST_CASE("progress goes from 0 to 1 and never back, by the share of warm-up and window that has passed") {
  const UniformTraffic uniform(16, false);
  for (const RunConfig& settings : {window(0.05, 4, 100, 1000), messages(0.05, 4, 300, 20)}) {
    Log log;
    const TestNetwork network("torus:4x4", 2);
    Run run(settings, uniform, 16);
    CompiledNetwork machine({}, Wiring::of(*network.topology), *network.relation, run);
    run.begin(machine);
    double before = run.progress();
    CHECK(before == 0);
    const bool by_cycles = settings.protocol == RunConfig::Protocol::window;
    for (Cycle now = 0; !run.finished();) {
      const double cycles = static_cast<double>(now + 1), planned = static_cast<double>(settings.warmup + settings.cycles);
      now = run.execute(machine, now);
      REQUIRE(run.progress() >= before);
      before = run.progress();
      if (by_cycles) REQUIRE(before == Approx(std::min(1.0, cycles / planned)));
    }
    CHECK(before == Approx(1).margin(0.1));
  }
}
