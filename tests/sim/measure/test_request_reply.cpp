// Requests and replies on the machine, cycle for cycle by hand from docs/guide/workloads/request-reply.md: over h hops
// a message of M flits generated in cycle g is delivered in g + h + M, its reply is generated `service` cycles and one
// later, and the next request in the cycle after that has come.
#include <catch2/catch.hpp>

#include "models/base/error.hpp"
#include "sim/measure/run.hpp"
#include "sim/measure/sources/request_reply_source.hpp"
#include "tests/support/harness.hpp"
#include "tests/support/scratch_file.hpp"

using namespace dateline;

namespace {

struct Outcome {
  RunResult result;
  Summary round_trip, request, reply;
  std::uint64_t requests, replies, window_replies;
};

RequestReplyOptions options_of(const std::string& text) { return RequestReplyOptions::parse({"test", "workload"}, "request-reply:" + text); }

struct Setting {
  std::string topology = "hypercube:1", traffic = "bit-complement";
  FixedPoints fixed_points = FixedPoints::silent;
  Cycle warmup = 440, cycles = 4400;
  std::uint64_t seed = 1;
  int vcs = 4;
  bool separate = false;  // VC sets of half the VCs
};

Outcome run(const std::string& text, const Setting& setting = {}) {
  const RequestReplyOptions options = options_of(text);
  const test::TestNetwork network(setting.topology, setting.vcs);
  const std::uint32_t terminals = network.topology->terminals();
  const auto pattern = make_traffic(setting.traffic, *network.topology, setting.fixed_points);
  RunConfig config;
  config.protocol = options.batch ? RunConfig::Protocol::workload : RunConfig::Protocol::window;
  config.warmup = setting.warmup;
  config.cycles = setting.cycles;
  config.seed = setting.seed;
  config.audit = true;
  RouterConfig router_config;
  router_config.vcs = router_config.injection_vcs = setting.vcs;
  router_config.seed = setting.seed;
  const test::TestNetwork half(setting.topology, setting.vcs / 2);
  if (setting.separate) router_config.vc_sets = {{setting.vcs / 2, half.relation.get()}, {setting.vcs / 2, half.relation.get()}};
  auto source = std::make_unique<RequestReplySource>(options, *pattern, terminals, setting.seed, setting.separate);
  const RequestReplySource& view = *source;
  Run run(config, *pattern, terminals, std::move(source));
  CompiledNetwork machine(router_config, Wiring::of(*network.topology), *network.relation, run);
  run_to_end(run, machine);
  return {run.result(),
          view.round_trips().whole.summary(),
          view.round_trips().request.summary(),
          view.round_trips().reply.summary(),
          view.round_trips().requests,
          view.round_trips().replies,
          view.round_trips().replies_in_window};
}

void check_constant(const Summary& summary, std::uint64_t value, std::uint64_t count) {
  CHECK(summary.count == count);
  CHECK(summary.min == value);
  CHECK(summary.max == value);
}

}  // namespace

TEST_CASE("one request outstanding: a round trip after the other") {
  // (1 + 2 + 1) + 20 + (1 + 18 + 1); the two nodes' messages never meet. Requests in cycles 0, 44, 88, ...
  const Outcome o = run("window=1,request=2,reply=18,service=20");
  check_constant(o.round_trip, 44, 200);
  check_constant(o.request, 4, 200);
  check_constant(o.reply, 20, 200);
  CHECK(o.window_replies == 200);
  CHECK(o.result.packets.measured == 400);
  CHECK(o.result.accepted == Approx(20.0 / 44));
  CHECK_FALSE(o.result.judgement.verdict.has_value());  // what waits for replies cannot be offered too much
}

TEST_CASE("farther destinations and the own node") {
  check_constant(run("window=1,request=2,reply=18,service=20", {"hypercube:2"}).round_trip, 46, 4 * 96);  // from 460: 460 + 46 k < 4840, 96 of them
  Setting own;
  own.topology = "mesh:2x2", own.traffic = "transpose", own.fixed_points = FixedPoints::send;
  // Nodes 0 and 3 to themselves: (2 + 1) + 0 + (1 + 1) = 5; nodes 1 and 2 over two hops: 5 + 0 + 4 = 9.
  const Outcome o = run("window=1,request=2", own);
  CHECK(o.round_trip.min == 5);
  CHECK(o.round_trip.max == 9);
  CHECK(o.round_trip.count == 2 * 880 + 2 * 489);  // in 440..4839: multiples of 5, of 9
}

TEST_CASE("without service the reply is generated in the cycle after the request has come") {
  check_constant(run("window=1").round_trip, 6, 2 * 733);  // 3 + 3; multiples of 6 in 440..4839
}

TEST_CASE("batches end with the last reply") {
  CHECK(run("batch=10,window=1,request=2,reply=18,service=20").result.completion_cycle == Cycle{440});
  CHECK(run("batch=1,request=2,reply=18,service=20").result.completion_cycle == Cycle{44});
  // All three at once, a flit a cycle: delivered in 2, 3, 4, replies generated in 103, 104, 105, delivered two later.
  const Outcome o = run("batch=3,service=100");
  CHECK(o.result.completion_cycle == Cycle{108});
  CHECK(o.requests == 6);
  CHECK(o.replies == 6);
  CHECK(o.round_trip.count == 6);
  CHECK_FALSE(o.result.latency.ci95.has_value());
}

TEST_CASE("every request has one reply") {
  Setting setting;
  setting.topology = "torus:4x4", setting.traffic = "uniform-self";
  for (const char* text : {"batch=50,request=3,reply=9,service=5", "batch=50,window=2,request=9,reply=3", "batch=1,service=1000"}) {
    const Outcome o = run(text, setting);
    const std::uint64_t all = 16 * *options_of(text).batch;
    CHECK(o.requests == all);
    CHECK(o.replies == all);
    CHECK(o.result.packets.delivered == 2 * all);
    CHECK(o.result.packets.in_flight == 0);
    CHECK(o.round_trip.count == all);
  }
}

TEST_CASE("with VC sets of their own every request has one reply too, and no short one waits for long ones") {
  Setting setting;
  setting.topology = "torus:4x4", setting.traffic = "uniform", setting.separate = true;
  const Outcome batch = run("batch=50,request=3,reply=9,service=5", setting);
  CHECK((batch.requests == 800 && batch.replies == 800 && batch.result.packets.in_flight == 0));
  setting.warmup = 1000, setting.cycles = 10000;
  const Outcome separate = run("window=16,request=1,reply=40", setting), again = run("window=16,request=1,reply=40", setting);
  setting.separate = false;
  const Outcome shared = run("window=16,request=1,reply=40", setting);
  CHECK(separate.requests - separate.replies <= 256);
  CHECK(separate.request.mean < shared.request.mean / 10);
  CHECK((separate.round_trip.mean == again.round_trip.mean && separate.result.flit_hops == again.result.flit_hops));
  // Alone on its way a message does not see how the VCs are divided.
  setting = {}, setting.separate = true;
  check_constant(run("window=1,request=2,reply=18,service=20", setting).round_trip, 44, 200);
}

TEST_CASE("a closed loop holds its window, and Little's law") {
  Setting setting;
  setting.topology = "torus:4x4", setting.traffic = "uniform", setting.warmup = 2000, setting.cycles = 20000;
  for (const std::uint64_t window : {1U, 4U, 16U}) {
    const Outcome o = run("window=" + std::to_string(window) + ",request=2,reply=10,service=7", setting);
    CHECK(o.requests - o.replies <= 16 * window);
    CHECK(o.requests - o.replies >= 16 * (window - 1));  // replies of the last cycle have not been followed by requests
    const double rate = static_cast<double>(o.window_replies) / 16 / 20000;
    CHECK(rate * o.round_trip.mean == Approx(static_cast<double>(window)).epsilon(0.02));
    CHECK(o.round_trip.mean == Approx(o.request.mean + 7 + o.reply.mean));  // of the same exchanges
    CHECK(o.round_trip.ci95.has_value());
    CHECK_FALSE(o.result.judgement.verdict.has_value());
  }
}

TEST_CASE("the same seed is the same run") {
  Setting setting;
  setting.topology = "torus:4x4", setting.traffic = "uniform";
  const Outcome a = run("window=8,reply=4", setting), b = run("window=8,reply=4", setting);
  setting.seed = 2;
  const Outcome c = run("window=8,reply=4", setting);
  CHECK(a.round_trip.mean == b.round_trip.mean);
  CHECK(a.result.flit_hops == b.result.flit_hops);
  CHECK(a.result.flit_hops != c.result.flit_hops);
}

TEST_CASE("nodes that send no requests answer those of others") {
  const test::ScratchFile matrix("0 1/3\n0 0\n");  // a share of 1/3: a closed loop has no rate, node 0 keeps its window like any other
  Setting setting;
  setting.traffic = "matrix:" + matrix.path();
  const Outcome o = run("window=1", setting);
  check_constant(o.round_trip, 6, 733);
  CHECK(o.result.per_source[1].accepted == Approx(733.0 / 4400).epsilon(0.002));  // its replies
  setting.traffic = "transpose", setting.topology = "mesh:2x2";                   // nodes 0 and 3 are silent, and nobody asks them
  check_constant(run("window=1", setting).round_trip, 8, 2 * 550);
}

TEST_CASE("what is no request-reply is refused") {
  for (const char* text : {"", "window", "window=", "window=0", "window=65536", "batch=0", "request=2", "window=1,window=2", "window=1,request=0",
                           "window=1,reply=65536", "window=1,service=-1", "window=1,service=2.5", "window=1,load=2", "window=1,", "window=2,batch=3",
                           "batch=1000000001", "window=1;reply=2"}) {
    INFO(text);
    CHECK_THROWS_AS(options_of(text), ConfigError);
  }
  const RequestReplyOptions o = options_of("batch=7,service=9,reply=3,window=2,request=4");
  CHECK((o.batch == 7U && o.window == 2U && o.request == 4 && o.reply == 3 && o.service == 9));
}
