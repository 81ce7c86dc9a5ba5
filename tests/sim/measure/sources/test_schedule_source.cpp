// Schedules of a few operations on the machine, cycle for cycle by hand from docs/guide/workloads/schedules.md: over
// one hop a message of M flits generated in cycle g has been sent in g + M - 1 and is delivered in g + M + 1.
#include <catch2/catch.hpp>
#include <functional>

#include "sim/measure/run.hpp"
#include "sim/measure/sources/schedule_source.hpp"
#include "tests/support/harness.hpp"
#include "traffic/schedules/demand_traffic.hpp"
#include "traffic/schedules/schedule_builder.hpp"

using namespace dateline;

namespace {

struct Outcome {
  Cycle completion;
  std::vector<RankTimes> times;
  RunResult result;
};

struct Setting {
  MessageSizes sizes;
  Cycle send_overhead = 0, receive_overhead = 0;
  std::string topology = "hypercube:1";
  int vcs = 4;
};

Outcome run(std::uint32_t ranks, const std::function<void(ScheduleBuilder&)>& add, const Setting& setting = {}) {
  ScheduleBuilder builder({"test", "workload"}, "made here", ranks);
  add(builder);
  const Schedule schedule = builder.build();
  ScheduleOptions options{setting.sizes, setting.send_overhead, setting.receive_overhead, 0, {}, {}, {}};
  for (std::uint32_t rank = 0; rank < ranks; ++rank) options.places.emplace_back(rank);
  const test::TestNetwork network(setting.topology, setting.vcs);
  const DemandTraffic demand({{&schedule, &options.places}}, setting.sizes, network.topology->terminals());
  RunConfig config;
  config.protocol = RunConfig::Protocol::workload;
  config.audit = true;
  RouterConfig router_config;
  router_config.vcs = router_config.injection_vcs = setting.vcs;
  router_config.buffer_depth = 4;
  router_config.execution.report_sent = true;
  auto source = std::make_unique<ScheduleSource>(schedule, options);
  const ScheduleSource& view = *source;
  Run run(config, demand, network.topology->terminals(), std::move(source));
  CompiledNetwork machine(router_config, Wiring::of(*network.topology), *network.relation, run);
  run_to_end(run, machine);
  REQUIRE(view.finished());
  REQUIRE(run.result().completion_cycle == view.completion());
  return {*view.completion(), view.state().times(), run.result()};
}

void check_times(const RankTimes& times, Cycle compute, Cycle send, Cycle wait) {
  CHECK(times.compute == compute);
  CHECK(times.send == send);
  CHECK(times.wait == wait);
  CHECK(times.end == compute + send + wait);
}

}  // namespace

TEST_CASE("compute, send, recv, compute: the worked example") {
  const Outcome o = run(2, [](ScheduleBuilder& b) {
    const auto first = b.compute(0, 5);
    b.after(b.send(0, 1, 3), first);  // 4 flits, generated in 5, sent in 8, delivered in 10
    const auto recv = b.recv(1, 0, 3);
    b.after(b.compute(1, 3), recv);  // 11..13
  });
  CHECK(o.completion == 14);
  check_times(o.times[0], 5, 4, 0);
  check_times(o.times[1], 3, 0, 11);
  CHECK(o.result.simulated_cycles == 14);
}

TEST_CASE("a schedule without messages ends with its last compute") {
  CHECK(run(1, [](ScheduleBuilder& b) { b.compute(0, 7); }).completion == 7);
  CHECK(run(2, [](ScheduleBuilder& b) { b.compute(1, 0); }).completion == 0);
  CHECK(run(2, [](ScheduleBuilder&) {}).completion == 0);
}

TEST_CASE("a cpu serves one operation at a time, several cpus at once") {
  CHECK(run(1, [](ScheduleBuilder& b) { b.compute(0, 3), b.compute(0, 4); }).completion == 7);
  const Outcome two = run(1, [](ScheduleBuilder& b) { b.compute(0, 3, 0), b.compute(0, 4, 9); });
  CHECK(two.completion == 4);
  check_times(two.times[0], 4, 0, 0);
}

TEST_CASE("a cpu serves what was ready first, and of that what is first in the file") {
  // On cpu 0: 0 and 3 are ready in cycle 0, 2 in cycle 1 (after 1, on cpu 1): 0..3, 4..6, then 7..8; 4 waits for 2.
  const Outcome o = run(1, [](ScheduleBuilder& b) {
    b.compute(0, 4);
    const auto one = b.compute(0, 1, 1);
    const auto two = b.compute(0, 2);
    b.compute(0, 3);
    b.after(two, one);
    b.after(b.compute(0, 10, 1), two);  // 9..18
  });
  CHECK(o.completion == 19);
}

TEST_CASE("an edge waits for an end, or for a start") {
  const auto with = [](bool on_start) {
    return run(2, [=](ScheduleBuilder& b) {
      const auto send = b.send(0, 1, 63);  // 64 flits: sent in cycle 63, delivered in 65
      b.recv(1, 0, 63);
      const auto next = b.compute(0, 100);
      on_start ? b.after_start(next, send) : b.after(next, send);
    });
  };
  CHECK(with(false).completion == 64 + 100);
  CHECK(with(true).completion == 1 + 100);
  check_times(with(true).times[0], 100, 1, 0);
  check_times(with(false).times[0], 100, 64, 0);
  // A recv has started though nothing has come.
  CHECK(run(2,
            [](ScheduleBuilder& b) {
              const auto recv = b.recv(1, 0, 0);
              b.after_start(b.compute(1, 1), recv);        // in cycle 1
              b.after(b.send(0, 1, 0), b.compute(0, 40));  // delivered in 42
            })
            .times[1]
            .compute == 1);
}

TEST_CASE("nothing is left of an operation that takes no time") {
  const Outcome o = run(1, [](ScheduleBuilder& b) {
    auto last = b.compute(0, 2);
    for (int i = 0; i < 5; ++i) {
      const auto next = b.compute(0, 0);
      b.after(next, last);
      last = next;
    }
    b.after(b.compute(0, 3), last);
  });
  CHECK(o.completion == 5);
}

TEST_CASE("the start of what takes no time is an event of its cycle all the same") {
  // The first starts in cycle 0, so the second may in cycle 1, whatever else ended before: 1..8.
  for (const bool first : {false, true}) {
    CHECK(run(1, [=](ScheduleBuilder& b) {
            const auto started = b.compute(0, 0);
            const auto before = first ? b.compute(0, 0) : started;
            const auto next = b.compute(0, 8, 1);
            b.after(next, first ? before : b.compute(0, 0));
            b.after_start(next, started);
          }).completion == 9);
  }
  // A recv that ends as it is posted: message delivered in 2, recv and compute 0 start in 5, the next in 6.
  CHECK(run(2, [](ScheduleBuilder& b) {
          b.send(0, 1, 0);
          const auto recv = b.recv(1, 0, 0);
          b.after(recv, b.compute(1, 5));
          const auto next = b.compute(1, 10);
          b.after_start(next, recv);
          b.after(next, recv);
        }).completion == 16);
  // Each time one cycle passes, though nothing takes time.
  const Outcome again = run(1, [](ScheduleBuilder& b) {
    b.after_start(b.compute(0, 0), b.compute(0, 0));
    b.repeat(5);
  });
  CHECK(again.completion == 5);
  check_times(again.times[0], 0, 0, 5);
}

TEST_CASE("overheads occupy the cpu") {
  // Send: cpu 0..2, generated in 3, 4 flits: delivered in 8; recv: cpu 9..10.
  const auto one = [](ScheduleBuilder& b) { b.send(0, 1, 3), b.recv(1, 0, 3); };
  const Outcome o = run(2, one, {{}, 3, 2});
  CHECK(o.completion == 11);
  check_times(o.times[0], 3, 4, 0);
  check_times(o.times[1], 2, 0, 9);
  // Behind a compute of 6 cycles that is first in the file.
  CHECK(run(2, [&](ScheduleBuilder& b) { b.compute(0, 6), one(b); }, {{}, 3, 2}).completion == 17);
  // The receiver's cpu is busy until 19: overhead 20..21.
  CHECK(run(2, [&](ScheduleBuilder& b) { one(b), b.compute(1, 20); }, {{}, 3, 2}).completion == 22);
}

TEST_CASE("a message may be there before its recv") {
  const Outcome o = run(2, [](ScheduleBuilder& b) {
    b.send(0, 1, 3);
    const auto recv = b.recv(1, 0, 3);
    b.after(recv, b.compute(1, 20));
    b.after(b.compute(1, 1), recv);
  });
  CHECK(o.completion == 21);
}

TEST_CASE("messages of 0 bytes are one flit, to the own rank they take M + 1 cycles") {
  CHECK(run(2, [](ScheduleBuilder& b) { b.send(0, 1, 0), b.recv(1, 0, 0); }).completion == 1 + 1 + 1);
  CHECK(run(1, [](ScheduleBuilder& b) { b.send(0, 0, 3), b.recv(0, 0, 3); }).completion == 4 + 1);
}

TEST_CASE("packets of a long message are worms of their own, and end together") {
  Setting setting;
  setting.sizes.packet_length = 4;  // 10 payload flits: 3 + 3 + 3 + 1 in four packets, 14 flits in all
  const auto message = [](ScheduleBuilder& b) {
    b.after(b.compute(0, 5), b.send(0, 1, 10));
    b.recv(1, 0, 10);
  };
  const Outcome o = run(2, message, setting);
  CHECK(o.result.packets.generated == 4);
  CHECK(o.completion == 14 + 5);  // sent in 13, as one flit a cycle crosses the injection channel
  CHECK(o.times[1].end == 1 + 14 + 1);
  setting.sizes.flit_bytes = 4;  // 3 payload flits: one packet
  CHECK(run(2, message, setting).completion == 4 + 5);
}

TEST_CASE("the k-th send of a source, destination and tag belongs to the k-th recv") {
  // Tags cross: the recv of tag 1 comes first in the file, its message is sent last.
  const Outcome o = run(2, [](ScheduleBuilder& b) {
    const auto slow = b.recv(1, 0, 3, 1);
    const auto fast = b.recv(1, 0, 3, 2);
    b.after(b.compute(1, 50, 1), fast);  // delivered in 5: 6..55
    b.after(b.compute(1, 50, 2), slow);  // delivered in 25: 26..75
    b.send(0, 1, 3, 2);
    b.after(b.send(0, 1, 3, 1), b.compute(0, 20));
  });
  CHECK(o.completion == 76);
}

TEST_CASE("a rank repeats when all its operations have ended") {
  // Ping-pong: there and back take 2 (h + M + 1) = 12 cycles.
  const Outcome o = run(2, [](ScheduleBuilder& b) {
    b.after(b.recv(0, 1, 3), b.send(0, 1, 3));
    b.after(b.send(1, 0, 3), b.recv(1, 0, 3));
    b.repeat(3);
  });
  CHECK(o.completion == 36);
  CHECK(o.result.packets.generated == 6);
  // A sender may be many repetitions ahead of its receiver: 4 flits every 4 cycles, 50 cycles of compute each.
  const Outcome ahead = run(2, [](ScheduleBuilder& b) {
    b.send(0, 1, 3);
    b.after(b.recv(1, 0, 3), b.compute(1, 50));
    b.repeat(4);
  });
  CHECK(ahead.completion == 200);
  CHECK(ahead.times[0].end == 16);
  // Nothing but computes of no time, a million times.
  CHECK(run(1, [](ScheduleBuilder& b) { b.compute(0, 0), b.repeat(1'000'000); }).completion == 0);
}
