// Duato's protocol in the machine: far past saturation on tori, meshes and hypercubes of even, odd, mixed and tiny
// radices without a deadlock; bursts from everywhere arrive over minimal paths; a blocked header takes another way.
#include <catch2/catch.hpp>

#include "tests/support/harness.hpp"
#include "tests/support/oracles/path_oracle.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

RouterConfig machine_of(int vcs, int depth = 2, int latency = 1) {
  RouterConfig config;
  config.vcs = config.injection_vcs = vcs;
  config.buffer_depth = depth;
  config.channel_latency = latency;
  return config;
}

int fewest_vcs(const CubeTopology& t) { return t.kind() == CubeTopology::Kind::torus ? 3 : 2; }

// Saturated from the first cycle on; the watchdog looks for circles of waits.
void saturate(const std::string& name, int vcs, Cycle cycles, std::uint32_t length) {
  const auto t = make_cube(name);
  const auto relation = make_relation("duato", *t, {});
  for (const char* traffic : {"uniform", "bit-complement"}) {
    CAPTURE(name, traffic, vcs, length);
    RunConfig run;
    run.warmup = cycles / 10;
    run.cycles = cycles - run.warmup;
    run.packet_length = length;
    run.rate = 1.0 / length;
    const RunResult result = run_pattern(*t, *relation, machine_of(vcs), run, *make_traffic(traffic, *t));
    CHECK(result.deadlock.empty());
    CHECK(result.accepted > 0.05);
    CHECK(result.packets.delivered > cycles / 100);
  }
}

const std::vector<std::string>& shapes() {
  static const std::vector<std::string> names = {"torus:8x8", "torus:7x7", "torus:5x4",  "torus:6",  "torus:3x3x3", "torus:2x2",
                                                 "torus:2x5", "mesh:6x6",  "mesh:2x3x2", "mesh:4x7", "hypercube:2", "hypercube:5"};
  return names;
}

}  // namespace

TEST_CASE("duato never deadlocks, far past saturation, with the fewest VCs and more", "[adaptive]") {
  const std::string name = GENERATE(from_range(shapes()));
  const auto t = make_cube(name);
  for (const int vcs : {fewest_vcs(*t), 4, 10}) saturate(name, vcs, sample(10'000U, 400U), vcs == 10 ? 5 : 20);
}

TEST_CASE("duato never deadlocks in a million cycles past saturation with the fewest VCs", "[adaptive][long]") {
  const std::string name = GENERATE("torus:8x8", "torus:5x4", "torus:2x5", "mesh:6x6", "hypercube:5");
  const auto t = make_cube(name);
  saturate(name, fewest_vcs(*t), 1'000'000, 20);
  for (int vcs = fewest_vcs(*t) + 1; vcs <= 10; ++vcs) saturate(name, vcs, 100'000, 20);
}

TEST_CASE("every message of a burst from everywhere arrives under duato, over a minimal number of hops", "[adaptive]") {
  const std::string name = GENERATE("torus:5x4", "torus:2x3", "torus:4x4", "mesh:5x4", "hypercube:4");
  const auto t = make_cube(name);
  const auto relation = make_relation("duato", *t, {});
  const PathOracle oracle(*t, TieRule::split);
  std::vector<Send> sends;
  for (std::uint32_t shift = 0; shift < t->nodes(); ++shift) {
    for (std::uint32_t s = 0; s < t->nodes(); ++s) sends.push_back({Cycle{shift}, TerminalId(s), TerminalId((s + shift) % t->nodes()), 9});
  }
  for (const RouterConfig& config : {machine_of(fewest_vcs(*t), 1), machine_of(4), machine_of(5, 6, 3)}) {
    CAPTURE(name, config.vcs, config.buffer_depth, config.channel_latency);
    const auto deliveries = deliver_all(*t, *relation, config, sends, 50'000, 50);
    REQUIRE(deliveries.size() == sends.size());
    for (const Delivery& d : deliveries) REQUIRE(d.packet.hops == oracle.distance(d.packet.source.value(), d.packet.order.destination.value()));
  }
}

TEST_CASE("a header whose way is held by others takes the other one under duato", "[adaptive]") {
  // Two worms 1 -> 2 hold the adaptive VC and the escape of that channel for more than 40 cycles. A message from 0 to 5
  // = (2, 1) may turn at 0 or 1 and never waits for them; under dimension order it does.
  const auto t = make_cube("mesh:3x3");
  const std::vector<Send> sends = {
      {0, TerminalId(1), TerminalId(2), 40}, {0, TerminalId(1), TerminalId(2), 40}, {8, TerminalId(0), TerminalId(5), 8}};
  const auto free = deliver_all(*t, *make_relation("duato", *t, {}), machine_of(2), sends, 1000);
  CHECK(free[2].latency() == 3 + 8 + 1);  // zero-load: h + M + 1
  const auto blocked = deliver_all(*t, *make_relation("dor", *t, {}), machine_of(2), sends, 1000);
  CHECK(blocked[2].latency() > 40);
}
