// The SystemC shell: same results as the machine alone, any wiring honoured, users' modules heard.
#include <catch2/catch.hpp>

#include "models/base/error.hpp"
#include "sim/systemc/network.hpp"
#include "sim/systemc/run_network.hpp"
#include "tests/support/cases/table_network.hpp"
#include "tests/support/cases/terminal_networks.hpp"
#include "tests/support/harness.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

RunConfig short_run() {
  RunConfig run;
  run.cycles = 3000;
  run.warmup = 300;
  run.rate = 0.2 / 32;
  return run;
}

RouterConfig with_vcs(int vcs) {
  RouterConfig config;
  config.vcs = config.injection_vcs = vcs;
  return config;
}

// Sends at given times and notes what it receives.
class User final : public sc_core::sc_module, public PacketSinkIf {
 public:
  SC_HAS_PROCESS(User);  // NOLINT: SystemC's macro
  sc_core::sc_port<PacketPortIf> network{"network"};
  User(const sc_core::sc_module_name& name, std::vector<std::pair<double, TerminalId>> sends) : sc_module(name), sends_(std::move(sends)) {
    SC_THREAD(run);
  }
  void receive(const Delivery& delivery) override { received.push_back(delivery); }
  std::vector<Delivery> received;

 private:
  void run() {
    for (const auto& [time, to] : sends_) {
      wait(sc_core::sc_time(time, sc_core::SC_NS) - sc_core::sc_time_stamp());
      network->send(to, 8, static_cast<std::uint32_t>(received.size()));
    }
  }
  std::vector<std::pair<double, TerminalId>> sends_;
};

// A client that fails in cycle 7.
class Failing final : public CycleClient {
 public:
  void begin(CompiledNetwork& /*machine*/) override {}
  Cycle execute(CompiledNetwork& /*machine*/, Cycle now) override {
    if (now == 7) throw InvariantError("in cycle 7");
    return now + 1;
  }
  [[nodiscard]] bool finished() const override { return false; }
  void delivered(const Delivery& /*delivery*/) override {}
};

}  // namespace

TEST_CASE("a run under SystemC gives exactly the result of the machine alone") {
  const TestNetwork net("torus:5x4", 4);
  const auto pattern = make_traffic("uniform", *net.topology);
  const RunResult alone = run_pattern(*net.topology, *net.relation, with_vcs(4), short_run(), *pattern);
  Run run(short_run(), *pattern, net.topology->nodes());
  const auto machine = run_network(*net.topology, *net.relation, with_vcs(4), run);
  const RunResult shell = run.result();
  CHECK(shell.latency.mean == alone.latency.mean);
  CHECK(shell.latency.max == alone.latency.max);
  CHECK(shell.flit_hops == alone.flit_hops);
  CHECK(shell.channels.flits == alone.channels.flits);
  CHECK(shell.simulated_cycles == alone.simulated_cycles);
  CHECK(shell.packets.measured > 100);
  machine->audit();
}

TEST_CASE("what a run throws ends it, and comes out of it") {
  const TestNetwork net("mesh:3", 2);
  Failing failing;
  CHECK_THROWS_WITH(run_network(*net.topology, *net.relation, with_vcs(2), failing), Catch::Contains("in cycle 7"));
  CHECK(sc_core::sc_time_stamp() < sc_core::sc_time(8, sc_core::SC_NS));  // a cycle is a nanosecond
}

TEST_CASE("one-way channels and nodes of different degree are wired as the graph says") {
  const TableNetwork net = shortest("ring-chords");
  const auto pattern = make_traffic("uniform", *net.topology);
  const RunResult alone = run_pattern(*net.topology, *net.relation, with_vcs(4), short_run(), *pattern);
  Run run(short_run(), *pattern, net.topology->nodes());
  const auto machine = run_network(*net.topology, *net.relation, with_vcs(4), run);
  const RunResult shell = run.result();
  CHECK(shell.latency.mean == alone.latency.mean);
  CHECK(shell.channels.flits == alone.channels.flits);
  CHECK(shell.simulated_cycles == alone.simulated_cycles);
  CHECK(shell.packets.measured > 100);
  for (std::uint32_t c = 0; c < net.topology->channels(); ++c) {
    const Channel& channel = net.topology->channel(ChannelId(c));
    const bool one_way = net.topology->out(channel.to, channel.to_port) == kNoChannel;
    if (one_way) CHECK(shell.channels.flits[c] > 0);
  }
  machine->audit();
}

TEST_CASE("users' modules send and receive through network interfaces, in the cycle of their SystemC time") {
  const TestNetwork net("mesh:4x4", 2);
  OpenNetwork driver;
  NetworkModule network("network", *net.topology, *net.relation, with_vcs(2), driver);
  User a("a", {{0, TerminalId(15)}, {100, TerminalId(15)}, {5000, TerminalId(15)}});
  User b("b", {{50.25, TerminalId(0)}});
  a.network.bind(network.interface(TerminalId(0)).packets);
  network.interface(TerminalId(0)).sink.bind(a);
  b.network.bind(network.interface(TerminalId(15)).packets);
  network.interface(TerminalId(15)).sink.bind(b);
  sc_core::sc_start();
  network.scheduler().rethrow();
  REQUIRE(b.received.size() == 3);
  REQUIRE(a.received.size() == 1);
  CHECK(b.received[0].packet.order.generated == 0);
  CHECK(b.received[1].packet.order.generated == 100);
  CHECK(b.received[2].packet.order.generated == 5000);
  CHECK(a.received[0].packet.order.generated == 50);
  for (const Delivery& d : b.received) CHECK(d.latency() == 6 + 8 + 1);  // alone: h + M + 1
  CHECK(sc_core::sc_time_stamp() >= sc_core::sc_time(5000 + 14, sc_core::SC_NS));
  CHECK(sc_core::sc_time_stamp() < sc_core::sc_time(5020, sc_core::SC_NS));
}

TEST_CASE("interfaces are modules where they are asked for, of the network, and until elaboration ends") {
  const TestNetwork net("mesh:3x3", 2);
  OpenNetwork driver;
  NetworkModule network("network", *net.topology, *net.relation, with_vcs(2), driver);
  CHECK(network.get_child_objects().size() == 1 + 9);  // scheduler and routers
  NetworkInterface& interface = network.interface(TerminalId(4));
  CHECK(&network.interface(TerminalId(4)) == &interface);
  CHECK(interface.name() == std::string("network.interface_4"));
  CHECK(network.get_child_objects().size() == 1 + 9 + 1);
  CHECK_THROWS_WITH(network.interface(TerminalId(9)), Catch::Contains("interface") && Catch::Contains("not in 0..8"));
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  CHECK(&network.interface(TerminalId(4)) == &interface);
  CHECK_THROWS_WITH(network.interface(TerminalId(5)), Catch::Contains("network: interface=5 is asked for after elaboration"));
}

TEST_CASE("users at the terminals of one router send and receive, whatever the order in which their interfaces are made") {
  const TerminalCube mesh(CubeTopology::Kind::mesh, {2, 2}, {NodeId(0), NodeId(0), NodeId(0), NodeId(3), NodeId(3)});
  const auto relation = make_relation("dor", mesh, {});
  OpenNetwork driver;
  NetworkModule network("network", mesh, *relation, with_vcs(2), driver);
  User far("far", {{0, TerminalId(2)}}), near("near", {{0, TerminalId(1)}}), home("home", {{40, TerminalId(4)}});
  User* const users[] = {&far, &near, &home};
  const std::uint32_t at[] = {4, 2, 1};
  for (int i = 0; i < 3; ++i) {
    users[i]->network.bind(network.interface(TerminalId(at[i])).packets);
    network.interface(TerminalId(at[i])).sink.bind(*users[i]);
  }
  sc_core::sc_start();
  network.scheduler().rethrow();
  REQUIRE(near.received.size() == 1);
  REQUIRE(home.received.size() == 1);
  REQUIRE(far.received.size() == 1);
  CHECK(near.received[0].packet.order.destination == TerminalId(2));
  CHECK(near.received[0].latency() == 2 + 8 + 1);
  CHECK(home.received[0].latency() == 8 + 1);  // within its router
  CHECK(far.received[0].packet.order.generated == 40);
  CHECK(far.received[0].latency() == 2 + 8 + 1);
}

TEST_CASE("what a module that only sends sends is generated in the cycle of its SystemC time") {
  struct Log final : CycleClient {
    OpenNetwork open;
    std::vector<Delivery> deliveries;
    void begin(CompiledNetwork& /*machine*/) override {}
    Cycle execute(CompiledNetwork& machine, Cycle now) override { return open.execute(machine, now); }
    [[nodiscard]] bool finished() const override { return false; }
    void delivered(const Delivery& delivery) override { deliveries.push_back(delivery); }
  } log;
  const TestNetwork net("mesh:4x4", 2);
  NetworkModule network("network", *net.topology, *net.relation, with_vcs(2), log);
  User sender("sender", {{0, TerminalId(15)}, {5, TerminalId(3)}});  // the second while the first is under way
  sender.network.bind(network.interface(TerminalId(0)).packets);
  sc_core::sc_start();
  network.scheduler().rethrow();
  REQUIRE(log.deliveries.size() == 2);
  CHECK(std::min(log.deliveries[0].packet.order.generated, log.deliveries[1].packet.order.generated) == 0);
  CHECK(std::max(log.deliveries[0].packet.order.generated, log.deliveries[1].packet.order.generated) == 5);
}

namespace {

// Of a message sent from node 0 to 3 at 100.5 periods: the cycle in which it is generated, and its latency.
std::pair<Cycle, Cycle> sent_at_half(bool others_under_way, bool before) {
  const TestNetwork net("mesh:4x4", 2);
  OpenNetwork driver;
  NetworkModule network("network", *net.topology, *net.relation, with_vcs(2), driver);
  std::vector<std::pair<double, TerminalId>> rivals;
  if (others_under_way) rivals = {{96.5, TerminalId(15)}, {100, TerminalId(15)}};  // disjoint: the last row
  const std::vector<std::pair<double, TerminalId>> mine = {{100.5, TerminalId(3)}};
  User first("first", before ? mine : rivals), second("second", before ? rivals : mine), sink("sink", {});
  (before ? first : second).network.bind(network.interface(TerminalId(0)).packets);
  (before ? second : first).network.bind(network.interface(TerminalId(12)).packets);
  sink.network.bind(network.interface(TerminalId(3)).packets);
  network.interface(TerminalId(3)).sink.bind(sink);
  sc_core::sc_start();
  network.scheduler().rethrow();
  REQUIRE(sink.received.size() == 1);
  return {sink.received[0].packet.order.generated, sink.received[0].latency()};
}

}  // namespace

TEST_CASE("a message sent at t + 1/2 is generated in cycle t + 1") { CHECK(sent_at_half(false, true) == std::pair<Cycle, Cycle>(101, 3 + 8 + 1)); }
TEST_CASE("a message sent at t + 1/2 is generated in cycle t + 1 while others are under way") {
  CHECK(sent_at_half(true, true) == std::pair<Cycle, Cycle>(101, 3 + 8 + 1));
}
TEST_CASE("a message sent at t + 1/2 is generated in cycle t + 1 by whatever process") {
  CHECK(sent_at_half(true, false) == std::pair<Cycle, Cycle>(101, 3 + 8 + 1));
}

TEST_CASE("a user's bad destination or length is refused with the allowed range") {
  const TestNetwork net("mesh:4x4", 2);
  OpenNetwork driver;
  NetworkModule network("network", *net.topology, *net.relation, with_vcs(2), driver);
  auto& interface = network.interface(TerminalId(0));
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  CHECK_THROWS_WITH(interface.send(TerminalId(16), 8, 0), Catch::Contains("not in 0..15"));
  CHECK_THROWS_WITH(interface.send(TerminalId(1), 0, 0), Catch::Contains("not in 1..65535"));
  CHECK_THROWS_WITH(interface.send(TerminalId(1), 65536, 0), Catch::Contains("not in 1..65535"));
}

TEST_CASE("a message sent before time begins is refused") {
  struct Early final : sc_core::sc_module {
    sc_core::sc_port<PacketPortIf> network{"network"};
    explicit Early(const sc_core::sc_module_name& name) : sc_module(name) {}
    void end_of_elaboration() override { network->send(TerminalId(3), 8, 0); }
  };
  const TestNetwork net("mesh:2x2", 2);
  OpenNetwork driver;
  NetworkModule network("network", *net.topology, *net.relation, with_vcs(2), driver);
  Early early("early");
  early.network.bind(network.interface(TerminalId(0)).packets);
  CHECK_THROWS_WITH(sc_core::sc_start(), Catch::Contains("interface_0") && Catch::Contains("before time begins"));
}

TEST_CASE("the machine takes its wiring from the bindings, not from the topology") {
  // The two routers of mesh:2, each output led back to its own input. A message from 0 to 1 comes back to node 0, where
  // it asks for the channel that it still holds: a deadlock of one worm. By the topology it would have arrived after a
  // hop.
  const TestNetwork net("mesh:2", 1);
  OpenNetwork driver;
  RouterConfig config;
  config.vcs = config.injection_vcs = 1;
  Scheduler scheduler("scheduler", config, *net.relation, driver, sc_core::sc_time(1, sc_core::SC_NS));
  std::vector<std::unique_ptr<Router>> routers;
  std::vector<std::unique_ptr<NetworkInterface>> interfaces;
  std::vector<Link> links(2), inject(2), eject(2);
  for (std::uint32_t v = 0; v < 2; ++v) {
    routers.push_back(std::make_unique<Router>(("router" + std::to_string(v)).c_str(), NodeId(v), *net.topology));
    interfaces.push_back(std::make_unique<NetworkInterface>(("interface" + std::to_string(v)).c_str(), TerminalId(v), NodeId(v), 2, scheduler));
    routers[v]->out.bind(links[v]);
    routers[v]->in.bind(links[v]);  // each router's own output comes back to itself
    routers[v]->in.bind(inject[v]);
    routers[v]->out.bind(eject[v]);
    interfaces[v]->to_router.bind(inject[v]);
    interfaces[v]->from_router.bind(eject[v]);
  }
  scheduler.modules().watch(routers, *net.topology);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  interfaces[0]->send(TerminalId(1), 1, 0);
  sc_core::sc_start();
  CHECK_THROWS_WITH(scheduler.rethrow(), Catch::Contains("deadlock") && Catch::Contains("packet 0->1 #0 at node 0 waits for channel 0->0"));
  CHECK(scheduler.take_machine()->totals().delivered == 0);
}

TEST_CASE("an interface is bound to the router of its terminal both ways, or refused") {
  // The two routers of mesh:2 as they should be; what the interfaces receive comes from the other's router.
  const TestNetwork net("mesh:2", 2);
  OpenNetwork driver;
  Scheduler scheduler("scheduler", with_vcs(2), *net.relation, driver, sc_core::sc_time(1, sc_core::SC_NS));
  std::vector<std::unique_ptr<Router>> routers;
  std::vector<std::unique_ptr<NetworkInterface>> interfaces;
  std::vector<Link> links(2), inject(2), eject(2);
  for (std::uint32_t v = 0; v < 2; ++v) {
    routers.push_back(std::make_unique<Router>(("router" + std::to_string(v)).c_str(), NodeId(v), *net.topology));
    interfaces.push_back(std::make_unique<NetworkInterface>(("interface" + std::to_string(v)).c_str(), TerminalId(v), NodeId(v), 2, scheduler));
    routers[v]->out.bind(links[v]);
    routers[v]->in.bind(links[1 - v]);
    routers[v]->in.bind(inject[v]);
    routers[v]->out.bind(eject[v]);
    interfaces[v]->to_router.bind(inject[v]);
    interfaces[v]->from_router.bind(eject[1 - v]);
  }
  scheduler.modules().watch(routers, *net.topology);
  CHECK_THROWS_WITH(sc_core::sc_start(sc_core::SC_ZERO_TIME), Catch::Contains("interface0: not bound to the router of its terminal"));
}

TEST_CASE("an idle network costs no activations: time passes without cycles") {
  const TestNetwork net("torus:8x8", 4);
  RunConfig run_settings = short_run();
  run_settings.cycles = 1000000000;  // a thousand million cycles at one message in ten million: seconds only if idle ones are skipped
  run_settings.warmup = 0;
  run_settings.rate = 1e-9;
  const auto pattern = make_traffic("uniform", *net.topology);
  Run run(run_settings, *pattern, 64);
  const auto machine = run_network(*net.topology, *net.relation, with_vcs(4), run);
  const RunResult r = run.result();
  CHECK(r.cycles == 1000000000);
  CHECK(r.packets.measured > 20);
  CHECK(r.latency.max < 60);
}
