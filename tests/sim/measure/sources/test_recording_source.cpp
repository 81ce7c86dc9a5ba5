// What a run sends, written down and replayed: every delivery again, cycle for cycle.
#include <catch2/catch.hpp>
#include <sstream>

#include "sim/measure/sources/recording_source.hpp"
#include "sim/measure/sources/schedule_source.hpp"
#include "tests/support/cases/trace_run.hpp"
#include "traffic/schedules/demand_traffic.hpp"
#include "traffic/schedules/schedule_builder.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

struct Recorded {
  std::string trace;
  std::unique_ptr<NotedRun> run;
};

Recorded record(const TestNetwork& network, const RouterConfig& machine, const RunConfig& config, const TrafficPattern& pattern,
                std::unique_ptr<PacketSource> source) {
  Recorded recorded;
  auto recording =
      std::make_unique<RecordingSource>(std::move(source), network.topology->terminals(), [&](const std::string& rows) { recorded.trace += rows; });
  const RecordingSource& view = *recording;
  recorded.run = std::make_unique<NotedRun>(network, machine, config, pattern, std::move(recording));
  recorded.trace += view.rest();
  return recorded;
}

struct Row {
  std::uint64_t cycle, source;
  [[nodiscard]] bool operator<(const Row& o) const { return cycle != o.cycle ? cycle < o.cycle : source < o.source; }
};

std::vector<Row> rows(const std::string& trace) {
  std::vector<Row> list;
  std::istringstream lines(trace);
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line)) {
    const std::size_t comma = line.find(',');
    list.push_back({std::stoull(line), std::stoull(line.substr(comma + 1))});
  }
  return list;
}

// Replayed, with the same seed and options: what was delivered is delivered in the same cycles, and all the rest is
// delivered at last.
void check_replay(const Recorded& recorded, const TestNetwork& network, RouterConfig machine) {
  const std::vector<Row> list = rows(recorded.trace);
  CHECK(std::is_sorted(list.begin(), list.end()));
  CHECK(list.size() == recorded.run->result().packets.generated);
  machine.execution.report_sent = false;
  const NotedRun again = replay_csv(recorded.trace, network, machine);
  CHECK(again.arrivals().size() == list.size());
  const std::vector<Arrival>& first = recorded.run->arrivals();
  REQUIRE(first.size() <= again.arrivals().size());
  CHECK(std::equal(first.begin(), first.end(), again.arrivals().begin()));
}

RunConfig window(Injection injection) {
  RunConfig config;
  config.warmup = 200;
  config.cycles = 1500;
  config.packet_length = 8;
  config.rate = 0.05;
  config.seed = 9;
  config.injection = injection;
  return config;
}

}  // namespace

TEST_CASE("open-loop traffic that was recorded is replayed, delivery for delivery") {
  for (const char* const topology : {"torus:4x4", "mesh:5x3", "hypercube:4"}) {
    for (const Injection injection : {Injection::poisson, Injection::bernoulli}) {
      CAPTURE(topology);
      const TestNetwork network(topology, 4);
      const auto pattern = make_traffic("uniform", *network.topology);
      RouterConfig machine = deep_machine();
      machine.seed = 9;
      const RunConfig config = window(injection);
      const Recorded recorded = record(network, machine, config, *pattern, traffic_source(config, *pattern, network.topology->terminals()));
      CHECK(recorded.run->result().packets.generated > recorded.run->result().packets.measured);  // unmeasured ones too
      CHECK(recorded.run->result().packets.measured > 500);
      check_replay(recorded, network, machine);
    }
  }
}

TEST_CASE("an overloaded run that was recorded is replayed, what it left queued too") {
  const TestNetwork network("torus:4x4", 2);
  const auto pattern = make_traffic("tornado", *network.topology);
  RunConfig config = window(Injection::poisson);
  config.cycles = 300;
  config.rate = 0.125;
  const Recorded recorded = record(network, deep_machine(2), config, *pattern, traffic_source(config, *pattern, 16));
  CHECK(recorded.run->result().packets.in_flight > 0);
  check_replay(recorded, network, deep_machine(2));
}

TEST_CASE("a permutation that was recorded is replayed: the same channels, latencies and completion") {
  const TestNetwork network("torus:4x4", 4);
  const auto pattern = make_traffic("transpose", *network.topology);
  const RunConfig config = workload_config();
  const Recorded recorded = record(network, deep_machine(), config, *pattern, traffic_source(config, *pattern, 16));
  CHECK(rows(recorded.trace).size() == 12);
  check_replay(recorded, network, deep_machine());
  const NotedRun again = replay_csv(recorded.trace, network, deep_machine());
  CHECK(again.result().completion_cycle == recorded.run->result().completion_cycle);
  CHECK(again.result().channels.flits == recorded.run->result().channels.flits);
  CHECK(again.result().channels.packets == recorded.run->result().channels.packets);
  CHECK(again.result().latency.mean == recorded.run->result().latency.mean);
}

TEST_CASE("a schedule that was recorded is replayed: every packet a row") {
  const TestNetwork network("torus:4x4", 4);
  ScheduleBuilder builder({"test", "workload"}, "made here", 16);
  for (std::uint32_t r = 0; r < 16; ++r) {
    const auto first = builder.send(r, (r * 5 + 3) % 16, 40);
    const auto recv = builder.recv((r * 5 + 3) % 16, r, 40);
    builder.after(builder.compute(r, 7 + r), first);
    (void)recv;
    for (std::uint32_t k = 1; k < 4; ++k) builder.send(r, (r + k) % 16, 10 * k), builder.recv((r + k) % 16, r, 10 * k);
  }
  const Schedule schedule = builder.build();
  ScheduleOptions options;
  options.sizes.packet_length = 9;  // 40 bytes: five packets of 9 flits
  for (std::uint32_t r = 0; r < 16; ++r) options.places.emplace_back(r);
  const DemandTraffic demand({{&schedule, &options.places}}, options.sizes, 16);
  RouterConfig machine = deep_machine();
  machine.execution.report_sent = true;
  const Recorded recorded = record(network, machine, workload_config(), demand, std::make_unique<ScheduleSource>(schedule, options));
  CHECK(rows(recorded.trace).size() == 16 * (5 + 2 + 3 + 4));
  check_replay(recorded, network, machine);
}

TEST_CASE("a recorded trace keeps the classes of the trace it came from") {
  const TestNetwork network("hypercube:1", 4);
  const std::string csv = "cycle,source,destination,flits,class\n0,0,1,4,200\n0,1,0,1,0\n9,1,1,2,7\n";
  const ScratchFile file(csv, "trace");
  const auto source_of = [](std::unique_ptr<TraceReader> reader) {
    return std::make_unique<TraceSource>(std::move(reader), TracePlaces{{TerminalId(0), TerminalId(1)}, {}}, 3);
  };
  const TraceTraffic pattern({4, 3});
  const ValueSource where{"test", "trace"};
  CHECK(record(network, deep_machine(), workload_config(), pattern, source_of(std::make_unique<TraceFile>(where, file.path()))).trace == csv);
  // Of Netrace the class is the type, and the cycle that in which the packet could go.
  const ScratchFile other(netrace({}, {{0, 10, 2, 0, 1, {20}}, {4, 20, 13, 1, 0}}), "netrace");
  CHECK(record(network, deep_machine(), workload_config(), pattern, source_of(std::make_unique<NetraceFile>(where, other.path(), 8))).trace ==
        "cycle,source,destination,flits,class\n0,0,1,9,2\n11,1,0,1,13\n");
}

TEST_CASE("rows go to the sink as they come") {
  const TestNetwork network("hypercube:2", 4);
  const auto pattern = make_traffic("uniform", *network.topology);
  RunConfig config = window(Injection::poisson);
  config.cycles = 200'000;
  std::size_t longest = 0, parts = 0;
  std::uint64_t all = 0;
  auto recording = std::make_unique<RecordingSource>(traffic_source(config, *pattern, 4), 4, [&](const std::string& text) {
    longest = std::max(longest, text.size());
    all += text.size();
    ++parts;
  });
  const RecordingSource& view = *recording;
  const NotedRun run(network, deep_machine(), config, *pattern, std::move(recording));
  CHECK(parts > 3);
  CHECK(longest < 66'000);
  CHECK(all / parts > 64'000);
  CHECK(view.rest().size() < 66'000);
}
