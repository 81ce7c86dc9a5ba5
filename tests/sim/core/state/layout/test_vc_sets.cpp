// VC sets and priorities of messages, by hand from docs/reference/router-cycle.md, sections 2, 6 and 7: who takes which
// VC, cycle for cycle. The stage and its times are those of test_arbitration.cpp.
#include <algorithm>
#include <catch2/catch.hpp>

#include "models/base/error.hpp"
#include "models/proof/dependency_graph.hpp"
#include "tests/support/cases/no_dateline.hpp"
#include "tests/support/cases/random_case.hpp"
#include "tests/support/harness.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

using Cycles = std::vector<Cycle>;

// A network whose VCs are divided into sets, and the options of a machine for it.
struct SetNetwork {
  SetNetwork(const std::string& topology, const std::vector<int>& vcs) {
    int sum = 0;
    for (const int own : vcs) {
      networks.emplace_back(topology, own, TieRule::plus);
      sum += own;
    }
    config.vcs = config.injection_vcs = sum;
    config.selection = Selection::lowest;
    if (vcs.size() < 2) return;
    for (std::size_t i = 0; i < vcs.size(); ++i) config.vc_sets.push_back({vcs[i], networks[i].relation.get()});
  }
  std::vector<TestNetwork> networks;
  RouterConfig config;
};

struct Sent {
  std::uint32_t from, to, length;
  Cycle generated;
  std::uint8_t vc_set, priority;
};

// The cycle in which each message's tail is handed over; the same in either order and on either path.
Cycles ejections(const SetNetwork& network, const std::vector<Sent>& messages) {
  std::vector<Send> sends;
  for (const Sent& m : messages) sends.push_back({m.generated, TerminalId(m.from), TerminalId(m.to), m.length, m.vc_set, m.priority});
  Cycles first;
  for (int variant = 0; variant < 4; ++variant) {
    RouterConfig c = network.config;
    c.execution.reverse_order = (variant & 1) != 0;
    c.execution.general_path = (variant & 2) != 0;
    Cycles cycles;
    for (const Delivery& d : deliver_all(*network.networks[0].topology, *network.networks[0].relation, c, sends, 10'000, 1))
      cycles.push_back(d.ejected);
    if (variant == 0) first = cycles;
    CHECK(cycles == first);
  }
  return first;
}

}  // namespace

TEST_CASE("the classes of all sets stand side by side, each in the VCs of its set") {
  const SetNetwork network("torus:4x4", {2, 3});
  const VcSets sets(network.config, *network.networks[0].relation);
  CHECK((sets.several() && sets.count() == 2 && sets.classes() == 4));
  const VcNumbering numbering(network.config, Wiring::of(*network.networks[0].topology), *network.networks[0].relation);
  CHECK(numbering.vcs_of_classes(sets.own(0b01, 0)) == 0b00001);
  CHECK(numbering.vcs_of_classes(sets.own(0b10, 0)) == 0b00010);
  CHECK(numbering.vcs_of_classes(sets.own(0b01, 1)) == 0b01100);  // of three VCs two serve class 0
  CHECK(numbering.vcs_of_classes(sets.own(0b10, 1)) == 0b10000);
  CHECK(numbering.vcs_of_classes(sets.own(VcNumbering::kAllClasses, 1)) == 0b11100);
  CHECK((sets.injection_vcs_of(0) == 0b00011 && sets.injection_vcs_of(1) == 0b11100));
  RouterConfig few = network.config;
  few.injection_vcs = 3;  // no longer as many as VCs: lane i to set floor(2 i / 3)
  const VcSets shares(few, *network.networks[0].relation);
  CHECK((shares.injection_vcs_of(0) == 0b011 && shares.injection_vcs_of(1) == 0b100));
}

TEST_CASE("sets that the VCs do not suffice for are refused") {
  const SetNetwork network("torus:4x4", {2, 2});
  const RoutingRelation& relation = *network.networks[0].relation;
  const auto made = [&](const RouterConfig& config) { return VcSets(config, relation); };
  CHECK_NOTHROW(made(network.config));
  RouterConfig config = network.config;
  config.vcs = 5;
  CHECK_THROWS_WITH(made(config), Catch::Contains("vcs=5") && Catch::Contains("allowed: 4"));
  config = network.config;
  config.vc_sets[0].vcs = 3;
  config.vc_sets[1].vcs = 1;
  CHECK_THROWS_WITH(made(config), Catch::Contains("vcs=1") && Catch::Contains("needs 2 classes"));
  config = network.config;
  config.injection_vcs = 1;
  CHECK_THROWS_WITH(made(config), Catch::Contains("injection-vcs=1") && Catch::Contains("2 VC sets"));
}

TEST_CASE("a message does not wait behind those of another set") {
  // Two messages of four flits, then one of one flit, all generated in cycle 0 with two injection VCs. One set: the
  // first two hold the VCs; with turns they cross the injection channel at 0 2 4 6 and 1 3 5 7, and 0->1 a cycle later.
  // The VC of the first is free after 7: the third is injected at 8, crosses at 9 and is handed over in 10.
  const std::vector<Sent> one = {{0, 1, 4, 0, 0, 0}, {0, 1, 4, 0, 0, 0}, {0, 1, 1, 0, 0, 0}};
  CHECK(ejections({"mesh:2", {2}}, one) == Cycles{8, 9, 10});
  // Of a set of its own the third takes injection VC 1 at once, crosses at 1 and 2, and is handed over in 3. The first
  // crosses the injection channel at 0 2 3 4 and 0->1 at 1 3 4 5; the second has its VC at 6 and follows at 6..9.
  const std::vector<Sent> two = {{0, 1, 4, 0, 0, 0}, {0, 1, 4, 0, 0, 0}, {0, 1, 1, 0, 1, 0}};
  CHECK(ejections({"mesh:2", {1, 1}}, two) == Cycles{6, 11, 3});
}

TEST_CASE("one at a time: the oldest of the heads of the queues, by priority the highest first") {
  SetNetwork network("mesh:2", {1, 1});
  network.config.source = SourcePolicy::one_at_a_time;
  const std::vector<Sent> messages = {{0, 1, 4, 0, 0, 0}, {0, 1, 2, 0, 1, 1}};
  CHECK(ejections(network, messages) == Cycles{5, 7});  // injection 0..3, then 4 5
  network.config.output_arbitration = OutputArbitration::priority;
  CHECK(ejections(network, messages) == Cycles{7, 3});  // 0 1, then 2..5
}

TEST_CASE("channels by priority: the highest as long as it can move, the others in turn") {
  // Headers wait at node 4 from 2: VC 0 to port 0 (5->7), VC 1 to port 1 (3->7), VC 2 to port 3 (1->7).
  SetNetwork network("mesh:3x3", {3});
  network.config.output_arbitration = OutputArbitration::priority;
  const auto of = [&](std::uint8_t p1, std::uint8_t p3, std::uint8_t p5) {
    return ejections(network, {{1, 7, 3, 0, 0, p1}, {3, 7, 3, 0, 0, p3}, {5, 7, 3, 0, 0, p5}});
  };
  CHECK(of(0, 0, 0) == Cycles{11, 10, 9});  // equal: turns at 2..10, as round-robin
  CHECK(of(7, 7, 7) == Cycles{11, 10, 9});
  // VC 1 at 2 3 4; the pointer stands behind it: VC 2 at 5 7 9, VC 0 at 6 8 10.
  CHECK(of(0, 1, 0) == Cycles{10, 5, 11});
  CHECK(of(2, 1, 3) == Cycles{8, 11, 5});
  // VC 0 and VC 1 in turn at 2..7, then VC 2.
  CHECK(of(1, 9, 9) == Cycles{11, 8, 7});
}

TEST_CASE("channels by priority: a worm on its way gives way to a higher one, flit by flit") {
  // The worm of node 3 crosses 4->7 at 2 and 3; that of node 5, generated in 2, waits at node 4 from 4 and crosses at 4
  // 5 6; the first goes on at 7..14.
  SetNetwork network("mesh:3x3", {2});
  const std::vector<Sent> messages = {{3, 7, 10, 0, 0, 0}, {5, 7, 3, 2, 0, 1}};
  network.config.output_arbitration = OutputArbitration::priority;
  CHECK(ejections(network, messages) == Cycles{15, 7});
  network.config.output_arbitration = OutputArbitration::oldest;
  CHECK(ejections(network, messages) == Cycles{12, 15});  // 2..11, then 12..14
}

TEST_CASE("the highest priority in a set of its own is as good as alone in the network") {
  // With one VC a channel and headers first come first served nothing of the other set can be in its way: same cycles
  // for every message, whatever the rest sends.
  Dice dice(11);
  for (int i = 0; i < 200; ++i) {
    INFO("case " << i);
    RandomCase c = draw_case(dice, Choices::deterministic, {mesh({5}), mesh({3, 3}), mesh({4, 5}), hypercube(3), hypercube(4)});
    SetNetwork both(c.shape.name(), {1, dice.between(1, 3)});
    c.machine.vc_arbitration = VcArbitration::fcfs;
    c.machine.output_arbitration = OutputArbitration::priority;
    c.machine.source = SourcePolicy::interleaved;
    if (c.machine.allocation.kind != SwitchAllocation::Kind::iterate) c.machine.allocation = {};
    c.machine.vc_allocation = VcAllocation::one_by_one;
    c.machine.vcs = c.machine.injection_vcs = both.config.vcs;
    c.machine.vc_sets = both.config.vc_sets;
    std::vector<Send> all = draw_sends(dice, c.shape, 200), few;
    for (Send& send : all) {
      send.vc_set = dice.one_in(4) ? 0 : 1;
      send.priority = send.vc_set == 0 ? 1 : 0;
      if (send.vc_set == 0) few.push_back(send);
    }
    const auto& network = both.networks[0];
    const auto among_all = deliver_all(*network.topology, *network.relation, c.machine, all, 200'000, 50);
    c.machine.vc_sets.clear();
    c.machine.vcs = c.machine.injection_vcs = 1;
    const auto alone = deliver_all(*network.topology, *network.relation, c.machine, few, 200'000, 50);
    std::size_t next = 0;
    for (std::size_t m = 0; m < all.size(); ++m) {
      if (all[m].vc_set == 0) REQUIRE(among_all[m].ejected == alone[next++].ejected);
    }
  }
}

TEST_CASE("with sets nothing is lost, and neither order nor path of the program matters") {
  Dice dice(12);
  for (int i = 0; i < 60; ++i) {
    INFO("case " << i);
    RandomCase c = draw_case(dice, Choices::random_too);
    const SetNetwork network(c.shape.name(), {dice.between(2, 4), dice.between(2, 4), 2});
    c.machine.vcs = network.config.vcs;
    c.machine.injection_vcs = dice.pick({network.config.vcs, 3, 5});
    c.machine.vc_sets = network.config.vc_sets;
    c.machine.output_arbitration = dice.pick({OutputArbitration::priority, OutputArbitration::round_robin, OutputArbitration::oldest});
    if (c.machine.allocation.kind == SwitchAllocation::Kind::islip) c.machine.output_arbitration = OutputArbitration::round_robin;
    std::vector<Send> sends = draw_sends(dice, c.shape, 150);
    for (Send& send : sends) send.vc_set = static_cast<std::uint8_t>(dice.below(3)), send.priority = static_cast<std::uint8_t>(dice.below(3));
    std::vector<Delivery> first;
    for (int variant = 0; variant < 3; ++variant) {
      c.machine.execution.reverse_order = variant == 1;
      c.machine.execution.general_path = variant == 2;
      // Every message arrives, once; the audit holds flits, places and credits together.
      const auto deliveries = deliver_all(*network.networks[0].topology, *network.networks[0].relation, c.machine, sends, 200'000, 7);
      if (variant == 0) first = deliveries;
      for (std::size_t m = 0; m < sends.size(); ++m) REQUIRE(deliveries[m].ejected == first[m].ejected);
    }
  }
}

TEST_CASE("a set whose relation can deadlock does so alone, and its proof says so") {
  const TestNetwork safe("torus:4", 2, TieRule::plus);
  const NoDateline unsafe(*safe.topology);
  CHECK(prove_deadlock_freedom(*safe.topology, *safe.relation).deadlock_free);
  CHECK_FALSE(prove_deadlock_freedom(*safe.topology, unsafe).deadlock_free);
  RouterConfig config;
  config.vcs = config.injection_vcs = 3;
  config.vc_sets = {{2, safe.relation.get()}, {1, &unsafe}};
  class Nobody final : public DeliveryObserver {
   public:
    void delivered(const Delivery& delivery) override { sets.push_back(delivery.packet.order.vc_set); }
    std::vector<int> sets;
  } nobody;
  CompiledNetwork machine(config, Wiring::of(*safe.topology), *safe.relation, nobody);
  // Every node to the one two hops on, both ways round at once for the long worms: in the set without a dateline each
  // holds the channel that the one before it needs.
  for (std::uint32_t node = 0; node < 4; ++node) {
    for (std::uint8_t set = 0; set < 2; ++set) machine.send(TerminalId(node), {0, TerminalId((node + 2) % 4), 40, set, true, set, 0});
  }
  for (Cycle now = 0; now < 1000; ++now) machine.step(now);
  CHECK(nobody.sets == std::vector<int>{0, 0, 0, 0});
  const auto waits = machine.find_deadlock();
  REQUIRE_FALSE(waits.empty());
  for (const auto& wait : waits) CHECK(wait.wanted_vcs == 0b100);
}
