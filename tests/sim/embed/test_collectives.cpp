// Collectives whose clients are outside: rings against closed forms, and the all-reduce that simulate has, cycle for
// cycle.
#include <catch2/catch.hpp>

#include "models/network/topology/topologies.hpp"
#include "routing/registry/registry.hpp"
#include "sim/measure/run.hpp"
#include "sim/measure/sources/schedule_source.hpp"
#include "tests/sim/embed/script.hpp"
#include "traffic/registry.hpp"
#include "traffic/schedules/generators/registry.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

// ASTRA-sim's microbenchmarks: a collective of S = 2^20 bytes over a ring of N, in four chunks one after the other. Of
// each chunk the ranks send `steps` messages of `bytes` to their neighbour, each when the one before has come and the
// endpoint has had it for `delay` cycles.
struct RingCollective {
  const char* name;
  std::uint64_t steps, bytes;
};

std::vector<RingCollective> ring_collectives(std::uint64_t ranks) {
  constexpr std::uint64_t kChunk = (1U << 20U) / 4;
  return {{"all-reduce", 2 * (ranks - 1), kChunk / ranks},
          {"reduce-scatter", ranks - 1, kChunk / ranks},
          {"all-gather", ranks - 1, kChunk},
          {"all-to-all", ranks * (ranks - 1) / 2, kChunk / ranks}};
}

// Cycle in which the last rank is done.
Cycle run_ring(Network& network, std::uint32_t ranks, std::uint64_t messages, std::uint64_t bytes, Cycle delay) {
  std::vector<std::uint64_t> sent(ranks, 0), received(ranks, 0);
  Cycle end = 0;
  for (std::uint32_t r = 0; r < ranks; ++r) network.wake(delay, r);
  while (!network.idle()) {
    const Cycle now = network.run(Network::kNever);
    for (const Event& event : take_all(network)) {
      if (event.kind == Event::timer) {
        const auto r = static_cast<std::uint32_t>(event.user);
        network.send(now, TerminalId(r), TerminalId((r + 1) % ranks), bytes, 0);
        ++sent[r];
        continue;
      }
      const std::uint32_t r = event.destination.value();
      end = now;
      if (++received[r] < messages) network.wake(now + delay, r);
    }
  }
  for (std::uint32_t r = 0; r < ranks; ++r) {
    CHECK(sent[r] == messages);
    CHECK(received[r] == messages);
  }
  return end;
}

}  // namespace

TEST_CASE("twelve ring microbenchmarks take steps x (delay + latency + flits + 1) cycles") {
  constexpr std::uint64_t kFlitBytes = 50, kLatency = 50, kDelay = 10, kChunks = 4;
  for (const std::uint32_t ranks : {4U, 8U, 16U}) {
    for (const RingCollective& collective : ring_collectives(ranks)) {
      INFO(collective.name << " of " << ranks);
      Network network(fmt::format("topology=torus:{} buffer-depth=255 workload.flit-bytes={} header-flits=0 router.channel-latency={}", ranks,
                                  kFlitBytes, kLatency));
      const std::uint64_t messages = kChunks * collective.steps, flits = (collective.bytes + kFlitBytes - 1) / kFlitBytes;
      CHECK(run_ring(network, ranks, messages, collective.bytes, kDelay) == messages * (kDelay + kLatency + flits + 1));
    }
  }
}

namespace {

// All-reduce over the ring of the ranks' numbers: each sends a part to the next, and the next part when one has come.
Cycle run_all_reduce(const std::string& options, std::uint32_t ranks, std::uint64_t bytes) {
  Network network(options);
  const std::uint64_t steps = 2 * (ranks - 1);
  return run_ring(network, ranks, steps, bytes / ranks, 0);
}

// The same as a schedule, by what simulate runs it with.
Cycle scheduled_all_reduce(const std::string& shape, std::uint64_t bytes, std::uint64_t flit_bytes, std::uint32_t packet_length) {
  const std::unique_ptr<Topology> topology = make_topology(shape);
  const std::unique_ptr<RoutingRelation> relation = make_relation("dor", *topology, {});
  const Schedule schedule =
      generate_schedule({"test", "workload"}, fmt::format("all-reduce:ring,bytes={}", bytes), topology->terminals(), topology.get(), CycleTime());
  ScheduleOptions options;
  options.sizes = {flit_bytes, packet_length};
  for (std::uint32_t t = 0; t < topology->terminals(); ++t) options.places.emplace_back(t);
  RunConfig run_config;
  run_config.protocol = RunConfig::Protocol::workload;
  const std::unique_ptr<TrafficPattern> pattern = make_traffic("uniform", *topology);
  Run run(run_config, *pattern, topology->terminals(), std::make_unique<ScheduleSource>(schedule, options));
  RouterConfig machine;
  machine.execution.report_sent = true;
  CompiledNetwork network(machine, Wiring::of(*topology), *relation, run);
  run_to_end(run, network);
  return run.result().completion_cycle.value();
}

}  // namespace

TEST_CASE("an all-reduce of a client's is that of simulate, to the cycle") {
  constexpr std::uint64_t kMebibyte = 1U << 20U;
  // simulate --topology torus:8x8 --workload all-reduce:ring,bytes=1048576 --workload.flit-bytes 16 --packet-length 128
  CHECK(run_all_reduce("topology=torus:8x8 workload.flit-bytes=16 packet-length=128", 64, kMebibyte) == 130930);
  CHECK(scheduled_all_reduce("torus:8x8", kMebibyte, 16, 128) == 130930);
  for (const std::uint32_t packet_length : {2U, 17U, 65U, 65535U}) {
    const std::string options = fmt::format("topology=torus:4x4 workload.flit-bytes=16 packet-length={}", packet_length);
    CHECK(run_all_reduce(options, 16, 1U << 14U) == scheduled_all_reduce("torus:4x4", 1U << 14U, 16, packet_length));
  }
}
