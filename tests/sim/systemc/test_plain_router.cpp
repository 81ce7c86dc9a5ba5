// A router of a user's own that tells the core nothing but its flits and credits.
#include "sim/systemc/examples/plain_router.hpp"
#include "tests/sim/systemc/external_runs.hpp"

using namespace dateline;
using namespace dateline::test;

TEST_CASE("a plain router of a user's, which tells the core nothing, gives the core's results at some nodes") {
  const TestNetwork net("mesh:4x4", 1);
  RouterConfig config = with_vcs(1);
  for (const std::uint32_t length : {1U}) {
    const RunConfig settings = short_run(length, 0.3);
    const RunResult open = run_with(net, config, settings, some<PlainRouter>([](NodeId v) { return v.value() % 3 == 1; })).result;
    const RunResult core = alone(net, config, settings);
    CHECK(open.latency.mean == core.latency.mean);
    CHECK(open.channels.flits == core.channels.flits);
    CHECK(open.simulated_cycles == core.simulated_cycles);
  }
}

TEST_CASE("a plain router of a user's gives the core's results at all nodes, with long messages") {
  const TestNetwork net("mesh:4x4", 1);
  const RunConfig settings = short_run(20, 0.2);
  const Outcome open = run_with(net, with_vcs(1), settings, some<PlainRouter>([](NodeId) { return true; }));
  const RunResult core = alone(net, with_vcs(1), settings);
  CHECK(open.result.latency.mean == core.latency.mean);
  CHECK(open.result.channels.flits == core.channels.flits);
  CHECK(open.result.simulated_cycles == core.simulated_cycles);
  CHECK(open.forwarded > 1000);
}

TEST_CASE("a network that changes is refused where a router cannot drop what is lost") {
  struct Changing final : CycleClient {
    explicit Changing(const RoutingRelation& after) : relation(after) {}
    const RoutingRelation& relation;
    void begin(CompiledNetwork& /*machine*/) override {}
    Cycle execute(CompiledNetwork& machine, Cycle now) override {
      machine.step(now);
      return now + 1;
    }
    void before(CompiledNetwork& machine, Cycle next) override {
      if (next == 5) machine.change(relation, next);
    }
    [[nodiscard]] bool finished() const override { return false; }
    void delivered(const Delivery& /*delivery*/) override {}
  };
  const TestNetwork net("mesh:4x4", 1);
  Changing client(*net.relation);
  NetworkModule network("network", *net.topology, *net.relation, with_vcs(1), client, sc_core::sc_time(1, sc_core::SC_NS),
                        some<PlainRouter>([](NodeId v) { return v.value() == 6; }));
  sc_core::sc_start();
  CHECK_THROWS_WITH(network.scheduler().rethrow(), Catch::Contains("cycle 5") && Catch::Contains("node 6 cannot drop what is lost"));
}
