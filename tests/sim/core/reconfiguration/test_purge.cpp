// Faults that come between two cycles (docs/reference/router-cycle.md, section 9): worms in what fails are taken out
// whole, with all messages sent to, kept at or queued in a failed node; the credits of all others are exact, and no
// counter goes back.
#include <catch2/catch.hpp>
#include <memory>
#include <set>

#include "models/network/faults/fault_map.hpp"
#include "tests/support/cases/random_case.hpp"
#include "tests/support/harness.hpp"
#include "tests/support/way_stops.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

using Name = std::pair<std::uint32_t, std::uint32_t>;  // source, tag

class Record final : public DeliveryObserver {
 public:
  void delivered(const Delivery& d) override { REQUIRE(arrived.emplace(Name(d.packet.source.value(), d.packet.order.tag), d.ejected).second); }
  void lost(const Packet& packet, Cycle now) override { REQUIRE(gone.emplace(Name(packet.source.value(), packet.order.tag), now).second); }
  std::map<Name, Cycle> arrived, gone;
};

std::shared_ptr<const FaultMap> draw_faults(Dice& dice, const Topology& topology) {
  std::set<std::uint32_t> nodes;
  std::set<std::uint32_t> channels;
  const std::uint32_t count = dice.below(3);
  while (nodes.size() < count && nodes.size() + 1 < topology.nodes()) nodes.insert(dice.below(topology.nodes()));
  if (count == 0) channels.insert(dice.below(topology.channels()));
  std::vector<LinkEnd> links;
  for (const std::uint32_t c : channels) links.push_back({topology.channel(ChannelId(c)).from, topology.channel(ChannelId(c)).from_port});
  return std::make_shared<FaultMap>(topology, std::vector<NodeId>(nodes.begin(), nodes.end()), links);
}

struct Plan {
  std::vector<Send> sends;
  std::shared_ptr<const FaultMap> faults;
  Cycle fail = 0, repair = 0;
  std::vector<NodeId> stops;
};

// Its relation does not look at faults: routes cross what has failed as if nothing had, so that what is left can be
// followed to its end.
Record run(const CubeTopology& topology, const RouterConfig& config, const Plan& plan, bool check) {
  WayStops before(topology, plan.stops), after(topology, plan.stops);
  after.set_faults(plan.faults);
  Record record;
  CompiledNetwork machine(config, Wiring::of(topology), before, record);
  std::size_t next = 0;
  std::uint64_t hops = 0, ejected = 0, injected = 0;
  for (Cycle now = 0; next < plan.sends.size() || !machine.idle() || now <= plan.repair; ++now) {
    REQUIRE(now < 1'000'000);
    if (now == plan.fail) machine.change(after, now);
    if (now == plan.repair) machine.change(before, now);
    if (check) {
      machine.audit();
      const CompiledNetwork::Totals t = machine.totals();
      REQUIRE(machine.flit_hops() >= hops);
      REQUIRE(t.ejected_flits >= ejected);
      REQUIRE(t.injected_flits >= injected);
      hops = machine.flit_hops();
      ejected = t.ejected_flits;
      injected = t.injected_flits;
      REQUIRE(t.lost == record.gone.size());
      REQUIRE(t.queued + t.in_network + t.delivered + t.lost == next);
      if (now == plan.fail) {
        for (const auto& [name, cycle] : record.gone) CHECK(cycle == now);
      }
    }
    for (; next < plan.sends.size() && plan.sends[next].generated == now; ++next) {
      const Send& s = plan.sends[next];
      machine.send(s.source, {now, s.destination, s.length, static_cast<std::uint32_t>(next), false});
    }
    machine.step(now);
  }
  machine.audit();
  REQUIRE(record.arrived.size() + record.gone.size() == plan.sends.size());
  for (std::uint32_t t = 0; t < topology.terminals(); ++t) CHECK(machine.source(TerminalId(t)).generated == machine.source(TerminalId(t)).injected);
  return record;
}

}  // namespace

TEST_CASE("a fault takes out exactly the worms in it; all others arrive, and every credit is exact", "[purge]") {
  Dice dice(91);
  std::size_t lost = 0, arrived = 0, lost_in_memory_cases = 0;
  for (int i = 0; i < 250; ++i) {
    const RandomCase drawn = draw_case(dice, Choices::random_too);
    if (drawn.shape.nodes() < 3) continue;
    const auto topology = make_cube(drawn.shape.name());
    RouterConfig config = drawn.machine;
    config.vcs = std::max(config.vcs, 2);
    config.absorption.delay = dice.pick({0U, 4U});
    Plan plan{draw_sends(dice, drawn.shape, 80), draw_faults(dice, *topology), 2 + dice.below(60), 0, {}};
    plan.repair = plan.fail + 1 + dice.below(80);
    for (std::uint32_t v = 0; v < topology->nodes(); ++v) {
      if (dice.one_in(4)) plan.stops.emplace_back(v);
    }
    INFO("case " << i << ": " << describe(drawn) << "; " << describe(plan.sends) << "; fails at " << plan.fail);
    const Record base = run(*topology, config, plan, true);
    lost += base.gone.size();
    arrived += base.arrived.size();
    lost_in_memory_cases += !base.gone.empty() && !plan.stops.empty() ? 1 : 0;
    for (const auto& [name, cycle] : base.arrived) {  // nothing arrives at a failed node
      const Send& send = plan.sends[name.second];
      if (plan.faults->failed(NodeId(send.destination.value()))) CHECK((cycle < plan.fail || cycle >= plan.repair || send.generated >= plan.fail));
    }
    for (const auto& [name, cycle] : base.gone) CHECK(plan.sends[name.second].generated < plan.fail);
    config.execution.reverse_order = true;
    config.execution.general_path = dice.one_in(2);
    const Record other = run(*topology, config, plan, false);
    REQUIRE(other.arrived == base.arrived);
    REQUIRE(other.gone == base.gone);
  }
  CHECK(lost > 500);
  CHECK(arrived > 5000);
  CHECK(lost_in_memory_cases > 50);
}

TEST_CASE("a failing link takes the worm across it, and nothing else", "[purge]") {
  const auto topology = make_cube("mesh:5");
  RouterConfig config;
  config.vcs = config.injection_vcs = 2;
  Plan plan;
  // 0->4 is across link 1-2 in cycle 4, with flits on both sides; 3->4 and 2->3 are elsewhere; 0->1 comes behind it.
  plan.sends = {{0, TerminalId(0), TerminalId(4), 20}, {0, TerminalId(3), TerminalId(4), 20}, {0, TerminalId(0), TerminalId(1), 20}};
  plan.faults = std::make_shared<FaultMap>(*topology, std::vector<NodeId>{}, std::vector<LinkEnd>{{NodeId(1), topology->port(0, 1)}});
  plan.fail = 8;
  plan.repair = 100;
  const Record record = run(*topology, config, plan, true);
  CHECK(record.gone == std::map<Name, Cycle>{{{0, 0}, 8}});
  CHECK(record.arrived.size() == 2);
}

TEST_CASE("a failing node takes what is queued in it, sent to it and on its way to it", "[purge]") {
  const auto topology = make_cube("mesh:5");
  RouterConfig config;
  config.vcs = config.injection_vcs = 2;
  Plan plan;
  for (std::uint32_t i = 0; i < 6; ++i) plan.sends.push_back({0, TerminalId(2), TerminalId(3), 10});
  for (std::uint32_t i = 0; i < 6; ++i) plan.sends.push_back({0, TerminalId(0), TerminalId(i % 2 == 0 ? 1 : 2), 10});
  plan.faults = std::make_shared<FaultMap>(*topology, std::vector<NodeId>{NodeId(2)}, std::vector<LinkEnd>{});
  plan.fail = 5;
  plan.repair = 100;
  const Record record = run(*topology, config, plan, true);
  CHECK(record.gone.size() == 6 + 3);
  CHECK(record.arrived.size() == 3);
  for (const auto& [name, cycle] : record.arrived) CHECK(plan.sends[name.second].destination == TerminalId(1));
}
