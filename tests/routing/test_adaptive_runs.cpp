// Every adaptive relation of the table in the machine: past saturation and with every option that moves a header's
// choice, no deadlock, nothing lost, minimal hops; and the analysis refuses each with one reason.
#include <catch2/catch.hpp>

#include "models/analysis/latency/bounds.hpp"
#include "models/analysis/latency/light_traffic.hpp"
#include "models/analysis/worst_case/worst_case.hpp"
#include "models/base/error.hpp"
#include "tests/support/harness.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

const std::vector<std::string>& adaptive_routings() {
  static const std::vector<std::string> names = {"west-first", "north-last", "negative-first", "odd-even"};
  return names;
}

std::uint32_t distance(const CubeTopology& t, NodeId a, NodeId b) {
  std::uint32_t hops = 0;
  for (int d = 0; d < t.dimensions(); ++d) {
    const std::uint32_t x = t.coordinate(a, d), y = t.coordinate(b, d);
    hops += x < y ? y - x : x - y;
  }
  return hops;
}

struct Router {
  int vcs, depth, latency;
  VcReuse reuse;
};

RouterConfig config_of(const Router& r) {
  RouterConfig config;
  config.vcs = config.injection_vcs = r.vcs;
  config.buffer_depth = r.depth;
  config.channel_latency = r.latency;
  config.vc_reuse = r.reuse;
  return config;
}

const std::vector<Router> kRouters = {
    {1, 2, 1, VcReuse::atomic}, {1, 2, 1, VcReuse::tail}, {2, 1, 1, VcReuse::tail}, {1, 6, 3, VcReuse::atomic}, {3, 8, 4, VcReuse::tail}};

}  // namespace

TEST_CASE("adaptive routings run far past saturation without deadlock, with one VC, latency and reuse at tail", "[adaptive]") {
  const std::string routing = GENERATE(from_range(adaptive_routings()));
  const std::string traffic = GENERATE(take(sample(3U, 1U), values<std::string>({"uniform", "transpose", "bit-complement"})));
  const auto t = make_cube("mesh:6x6");
  const auto relation = make_relation(routing, *t, {});
  const auto pattern = make_traffic(traffic, *t);
  for (const Router& router : kRouters) {
    CAPTURE(routing, traffic, router.vcs, router.depth, router.latency, router.reuse == VcReuse::tail);
    RunConfig run;
    run.warmup = sample(500U, 100U);
    run.cycles = sample(3000U, 600U);
    run.packet_length = 12;
    run.rate = 1.0 / 12;
    run.audit = true;
    const RunResult result = run_pattern(*t, *relation, config_of(router), run, *pattern);
    CHECK(result.deadlock.empty());
    CHECK(result.saturated());
    CHECK(result.accepted > 0.02);
    CHECK(result.hops.max <= 10);
  }
}

TEST_CASE("every message of adaptive routings arrives under a burst from everywhere, by a minimal number of hops", "[adaptive]") {
  const std::string routing = GENERATE(from_range(adaptive_routings()));
  const auto t = make_cube("mesh:5x4");
  const auto relation = make_relation(routing, *t, {});
  std::vector<Send> sends;
  for (std::uint32_t shift = 0; shift < t->nodes(); ++shift) {
    for (std::uint32_t s = 0; s < t->nodes(); ++s) sends.push_back({Cycle{shift}, TerminalId(s), TerminalId((s + shift) % t->nodes()), 9});
  }
  for (const Router& router : kRouters) {
    CAPTURE(routing, router.vcs, router.depth, router.latency, router.reuse == VcReuse::tail);
    const auto deliveries = deliver_all(*t, *relation, config_of(router), sends, 50'000, 50);
    REQUIRE(deliveries.size() == sends.size());
    for (const Delivery& d : deliveries)
      REQUIRE(d.packet.hops == distance(*t, NodeId(d.packet.source.value()), NodeId(d.packet.order.destination.value())));
  }
}

TEST_CASE("a blocked header of an adaptive routing takes the other way", "[adaptive]") {
  // Worm A goes 1 -> 2, straight east, and holds 1 -> 2 and its one VC for 40 cycles. B, from 0 to 5 (one east, one
  // north of node 1), may turn north at 0 or 1. It must never wait for A: north-last or dimension order would.
  const auto t = make_cube("mesh:3x3");
  const auto relation = make_relation("west-first", *t, {});
  RouterConfig config;
  config.vcs = config.injection_vcs = 1;
  const std::vector<Send> sends = {{0, TerminalId(1), TerminalId(2), 40}, {2, TerminalId(0), TerminalId(5), 8}};
  const auto deliveries = deliver_all(*t, *relation, config, sends, 1000);
  CHECK(deliveries[1].latency() == 3 + 8 + 1);  // zero-load: h + M + 1
  const auto blocked = deliver_all(*t, *make_relation("dor", *t, {}), config, sends, 1000);
  CHECK(blocked[1].latency() > 40);
}

TEST_CASE("every analysis refuses an adaptive routing with the one reason", "[adaptive]") {
  const std::string routing = GENERATE(from_range(adaptive_routings()));
  CAPTURE(routing);
  const auto t = make_cube("mesh:4x4");
  const auto relation = make_relation(routing, *t, {});
  const auto pattern = make_traffic("uniform", *t);
  const std::string says = "routing=" + routing +
                           " is adaptive: it chooses among routes by what is free, so channel loads and all that follows from them are not defined; "
                           "allowed: oblivious routings, all that `dateline list` does not call adaptive";
  const auto reason = Catch::Equals("loads: " + says);
  CHECK_THROWS_WITH(channel_load(*t, *relation, *pattern), reason);
  LoadOptions sampled;
  sampled.sample = {10, 1};
  CHECK_THROWS_WITH(channel_load(*t, *relation, *pattern, sampled), reason);
  CHECK_THROWS_WITH(WorstCaseSearch(*t, *relation).run(), reason);
  WorstCaseOptions worst_sampled;
  worst_sampled.sample = {10, 1};
  CHECK_THROWS_WITH(WorstCaseSearch(*t, *relation, worst_sampled).run(), reason);
  CHECK_THROWS_WITH(light_traffic_slope(*t, *relation, *pattern, {}), Catch::Equals("slope: " + says));
  const Bounds bounds = compute_bounds(*t, *relation, *pattern, {}, 1e9);
  CHECK_THAT(bounds.why_missing, reason);
  CHECK_FALSE(bounds.ideal_throughput);
}
