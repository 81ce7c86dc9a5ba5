// The pins of a router in Verilog that has a local output port, at a model written by hand: what is due comes, what is
// given arrives, in its cycle; credits early, several at once, or one a port.
#include <algorithm>
#include <map>

#include "models/base/error.hpp"
#include "sim/systemc/rtl/differences.hpp"
#include "sim/systemc/rtl/rtl_router.hpp"
#include "tests/sim/systemc/external_runs.hpp"
#include "tests/sim/systemc/rtl/pin_model.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

RouterConfig with_local_port(Crossbar crossbar, int depth = 4) {
  RouterConfig config = with_vcs(1);
  config.buffer_depth = depth;
  config.ejection = Ejection::channel;
  config.vc_reuse = VcReuse::tail;
  config.crossbar = crossbar;
  config.selection = Selection::lowest;
  return config;
}

// The same run on the compiled network and with a model at some nodes.
struct Both {
  Both(const RouterConfig& machine, std::uint32_t length, double load)
      : settings(short_run(length, load)),
        config(machine),
        net("mesh:4x4", 1),
        pattern(make_traffic("uniform", *net.topology)),
        run(settings, *pattern, net.topology->terminals()),
        alone(settings, *pattern, net.topology->terminals()),
        record(run),
        expected(alone),
        compiled(config, Wiring::of(*net.topology), *net.relation, expected) {}

  template <typename Model>
  void go(const RtlParameters& built, const std::function<bool(NodeId)>& is_external) {
    NetworkModule network("network", *net.topology, *net.relation, config, record, sc_core::sc_time(1, sc_core::SC_NS),
                          [&](const auto& name, NodeId node, const auto& topology) -> std::unique_ptr<ExternalRouter> {
                            if (!is_external(node)) return nullptr;
                            return std::make_unique<RtlRouter<Model>>(name, node, topology, built);
                          });
    sc_core::sc_start();
    network.scheduler().rethrow();
    run_to_end(expected, compiled);
    CHECK(run.result().packets.measured > 50);
    CHECK(!run.result().saturated());
  }
  [[nodiscard]] std::optional<std::string> difference() const {
    return first_difference(expected.events(), record.events(), CycleClient::kNever, *net.topology, compiled.tile().numbering);
  }

  RunConfig settings;
  RouterConfig config;
  TestNetwork net;
  std::unique_ptr<TrafficPattern> pattern;
  Run run, alone;
  CrossingRecord record, expected;
  CompiledNetwork compiled;
};

bool everywhere(NodeId /*node*/) { return true; }
bool at_odd(NodeId node) { return node.value() % 2 == 1; }

std::string refusal(const RouterConfig& config, const std::string& topology, const RtlParameters& built, bool local_port) {
  try {
    const TestNetwork net(topology, 1);
    (void)check_rtl("router_5", config, *net.topology, built, local_port);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "nothing";
}

}  // namespace

TEST_CASE("a model with a local port gives the compiled network's flits, with a per-port crossbar") {
  Both both(with_local_port(Crossbar::per_port), 3, 0.6);
  both.go<PinModel<Credits::with_flit>>({1, 4}, everywhere);
  CHECK(both.difference().value_or("identical") == "identical");
}

TEST_CASE("a model with a local port gives the compiled network's flits beside compiled routers, packets of one flit") {
  Both both(with_local_port(Crossbar::per_vc), 1, 0.5);
  both.go<PinModel<Credits::with_flit>>({1, 4}, at_odd);
  CHECK(both.difference().value_or("identical") == "identical");
}

TEST_CASE("several credits of a VC in a cycle all arrive") {
  Both both(with_local_port(Crossbar::per_port), 8, 0.5);
  both.go<PinModel<Credits::every_other_cycle, 4, 2, 2>>({1, 4, 2}, everywhere);
  std::map<std::pair<Cycle, VcId>, int> credits;
  for (const CreditEvent& e : both.record.credits()) ++credits[{e.cycle, e.vc}];
  CHECK(std::count_if(credits.begin(), credits.end(), [](const auto& c) { return c.second == 2; }) > 100);
}

TEST_CASE("of several credits those above what a port takes wait") {
  Both both(with_local_port(Crossbar::per_port), 8, 0.5);
  both.go<PinModel<Credits::every_other_cycle, 4, 2, 1>>({1, 4, 2, 1}, everywhere);
}

TEST_CASE("credits may come one cycle before their flits, where that is said") {
  Both both(with_local_port(Crossbar::per_port), 3, 0.4);
  both.go<PinModel<Credits::early>>({1, 4, 1, 0, true}, everywhere);
  const RouterTimes times = times_of(both.record.events(), both.record.credits(), CycleClient::kNever, both.compiled.tile());
  CHECK(times.loops.flits > 1000);
  CHECK(times.loops.soonest == -1);
  CHECK(times.loops.latest == -1);
  CHECK(times.loops.least == 2);  // sent in t, due in t + 1, out of the buffer then: usable in t + 2
  for (const auto& [router, hops] : times.hops) CHECK(hops.least == 2);
}

TEST_CASE("early credits come from the routers beside compiled ones, too, with packets of one flit") {
  Both both(with_local_port(Crossbar::per_port, 1), 1, 0.2);
  both.go<PinModel<Credits::early, 1>>({1, 1, 1, 0, true}, at_odd);
}

TEST_CASE("an early credit is refused where it is not said") {
  Both both(with_local_port(Crossbar::per_port), 3, 0.4);
  CHECK_THROWS_WITH((both.go<PinModel<Credits::early>>({1, 4}, everywhere)), Catch::Contains("a credit is returned for no flit that left"));
}

TEST_CASE("an early credit for an empty buffer is refused") {
  Both both(with_local_port(Crossbar::per_port), 3, 0.4);
  CHECK_THROWS_WITH((both.go<PinModel<Credits::for_nothing>>({1, 4, 1, 0, true}, everywhere)),
                    Catch::Contains("a credit is returned for no flit that left") && Catch::Contains("node ") && Catch::Contains(" vc 0"));
}

TEST_CASE("a machine that the RTL does not fit is refused by the option") {
  const RtlParameters built{1, 4}, early{1, 4, 1, 0, true};
  const RouterConfig fits = with_local_port(Crossbar::per_port);
  CHECK(refusal(fits, "mesh:4x4", built, true) == "nothing");
  CHECK(refusal(fits, "mesh:4x4", early, true) == "nothing");
  CHECK_THAT(refusal(fits, "torus:4x4", built, true), Catch::Contains("router_5: topology=torus:4x4"));
  CHECK_THAT(refusal(fits, "mesh:4x4", built, false), Catch::Contains("router.ejection=channel") && Catch::Contains("allowed: ideal"));
  CHECK_THAT(refusal(fits, "mesh:4x4", {2, 4}, true), Catch::Contains("vcs=1"));
  CHECK_THAT(refusal(fits, "mesh:4x4", {1, 2}, true), Catch::Contains("buffer-depth=4"));
  RouterConfig other = fits;
  other.ejection = Ejection::ideal;
  CHECK_THAT(refusal(other, "mesh:4x4", built, true), Catch::Contains("router.ejection=ideal") && Catch::Contains("allowed: channel"));
  CHECK(refusal(other, "mesh:4x4", built, false) == "nothing");
  other = fits;
  other.vc_reuse = VcReuse::atomic;
  CHECK(refusal(other, "mesh:4x4", built, true) == "nothing");
  CHECK_THAT(refusal(other, "mesh:4x4", early, true), Catch::Contains("router.vc-reuse=atomic") && Catch::Contains("allowed: tail"));
  other = fits;
  other.nic_ports = 2;
  CHECK_THAT(refusal(other, "mesh:4x4", built, true), Catch::Contains("nic-ports=2"));
}
