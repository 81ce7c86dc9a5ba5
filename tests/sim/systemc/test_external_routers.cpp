// External routers: whenever in [t, t + 1/2) they do their part of cycle t, results stay, and everything is conserved.
#include "tests/sim/systemc/external_runs.hpp"
#include "tests/sim/systemc/late/late_router.hpp"

using namespace dateline;
using namespace dateline::test;

TEST_CASE("processes at random times and deltas within the first half of a cycle change nothing") {
  const TestNetwork net("torus:4x4", 4);
  RouterConfig config = with_vcs(4);
  config.channel_latency = 2;
  const RunConfig settings = short_run(5, 0.5);
  const Outcome late = run_with(net, config, settings, some<LateRouter>([](NodeId v) { return v.value() % 3 != 0; }));
  check_same(late.result, alone(net, config, settings));
  CHECK(late.forwarded > 1000);
}

namespace {

// 8,000 cycles with every second router external, audited (short_run) every 1,000.
void check_conservation(const TestNetwork& net, const RouterConfig& config, double load) {
  RunConfig settings = short_run(3, load);
  settings.cycles = 8000;
  const Outcome half = run_with(net, config, settings, some<ReferenceRouter>([](NodeId v) { return v.value() % 2 == 0; }));
  check_same(half.result, alone(net, config, settings));
}

// Tells of a flit more than it holds.
class Boastful final : public ReferenceRouter {
 public:
  using ReferenceRouter::ReferenceRouter;
  [[nodiscard]] int held(VcId vc) const override { return ReferenceRouter::held(vc) + 1; }
};

}  // namespace

TEST_CASE("conservation holds with halves open, every 1,000 cycles, with reuse at the tail and ejection channels") {
  RouterConfig config = with_vcs(2);
  config.vc_reuse = VcReuse::tail;
  config.ejection = Ejection::channel;
  check_conservation(TestNetwork("mesh:4x4", 2), config, 0.4);
}

TEST_CASE("conservation holds with halves open, every 1,000 cycles, with latency and pipeline, past saturation") {
  RouterConfig config = with_vcs(4);
  config.channel_latency = 3;
  config.router_pipeline = 2;
  config.crossbar = Crossbar::per_port;
  check_conservation(TestNetwork("torus:4x4", 4), config, 0.9);
}

TEST_CASE("an audit finds a router that holds another number of flits than were sent to it") {
  const TestNetwork net("mesh:4x4", 2);
  RunConfig settings = short_run(3, 0.4);
  settings.cycles = 2000;
  CHECK_THROWS_WITH(run_with(net, with_vcs(2), settings, some<Boastful>([](NodeId v) { return v.value() == 6; })), Catch::Contains("cycle 999"));
}

TEST_CASE("two networks of open routers live in one process") {
  const TestNetwork net("mesh:4x4", 2), other("torus:4x4", 4);
  const auto pattern = make_traffic("uniform", *net.topology);
  const RunConfig settings = short_run(5, 0.4);
  Run a(settings, *pattern, 16);
  OpenNetwork driver;
  NetworkModule first("first", *net.topology, *net.relation, with_vcs(2), a, sc_core::sc_time(1, sc_core::SC_NS),
                      some<ReferenceRouter>([](NodeId v) { return v.value() < 8; }));
  NetworkModule second("second", *other.topology, *other.relation, with_vcs(4), driver, sc_core::sc_time(3, sc_core::SC_NS),
                       some<ReferenceRouter>([](NodeId) { return true; }));
  struct Sink final : sc_core::sc_module, PacketSinkIf {
    explicit Sink(const sc_core::sc_module_name& name) : sc_module(name) {}
    void receive(const Delivery& delivery) override { latency = delivery.latency(); }
    Cycle latency = 0;
  } sink("sink");
  second.interface(TerminalId(5)).sink.bind(sink);
  NetworkInterface& source = second.interface(TerminalId(0));
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  source.send(TerminalId(5), 8, 0);
  sc_core::sc_start();
  first.scheduler().rethrow();
  second.scheduler().rethrow();
  check_same(a.result(), alone(net, with_vcs(2), settings));
  CHECK(sink.latency == 2 + 8 + 1);
}

TEST_CASE("an open router is bound like any other, or refused by name at elaboration") {
  const TestNetwork net("mesh:2", 2);
  OpenNetwork driver;
  Scheduler scheduler("scheduler", with_vcs(2), *net.relation, driver, sc_core::sc_time(1, sc_core::SC_NS));
  std::vector<std::unique_ptr<Router>> routers;
  std::vector<Link> links(2);
  for (std::uint32_t v = 0; v < 2; ++v) {
    auto router = std::make_unique<ReferenceRouter>(("mine" + std::to_string(v)).c_str(), NodeId(v), *net.topology);
    router->join(scheduler);
    router->out.bind(links[0]);  // both send over one link
    router->in.bind(links[v]);
    routers.push_back(std::move(router));
  }
  scheduler.modules().watch(routers, *net.topology);
  CHECK_THROWS_WITH(sc_core::sc_start(sc_core::SC_ZERO_TIME), Catch::Contains("mine1") && Catch::Contains("mine0 sent over already"));
}
