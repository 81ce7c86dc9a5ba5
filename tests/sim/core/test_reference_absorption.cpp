// The machine against the slow second machine of tests/reference where messages are absorbed on their way: every
// message's injected and ejected cycle and hops, and how often each was absorbed, over the machine's options.
// Unit order of the cases: one message alone, two, then loads, so that the first failure is the smallest.
#include <catch2/catch.hpp>
#include <optional>

#include "tests/support/as_reference.hpp"
#include "tests/support/cases/random_faults.hpp"
#include "tests/support/relation_as_reference.hpp"
#include "tests/support/sample.hpp"
#include "tests/support/way_stops.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

// Where memories are bounded messages may come to a stand, which the second machine does not notice.
Cycle limit_of(const RouterConfig& m) { return m.absorption.limit == 0 ? 200'000 : sample(20'000U, 5'000U); }

struct Seen {
  int cases = 0, stuck = 0;
  std::uint64_t absorptions = 0;
};

// A memory that is too small can bring messages to a stand: then in both machines.
void require_agreement(const RandomCase& c, const CubeTopology& topology, const RoutingRelation& relation, const std::vector<Send>& sends,
                       Cycle audit_period, Seen& seen) {
  INFO(describe(c) << " reinjection-delay " << c.machine.absorption.delay << " absorb-limit " << c.machine.absorption.limit);
  INFO(describe(sends));
  const RelationAsReference second(topology, relation, c.machine.vcs, c.machine.seed);
  std::optional<std::vector<reference::ReferenceDelivery>> expected;
  try {
    expected = reference::simulate(as_reference(c), second, as_reference(sends), static_cast<long long>(limit_of(c.machine)));
  } catch (const std::runtime_error&) {
    REQUIRE(c.machine.absorption.limit != 0);
  }
  ++seen.cases;
  if (!expected) {
    ++seen.stuck;
    REQUIRE_THROWS_AS(deliver_all(topology, relation, c.machine, sends, limit_of(c.machine)), std::runtime_error);
    return;
  }
  const std::vector<Delivery> deliveries = deliver_all(topology, relation, c.machine, sends, limit_of(c.machine), audit_period);
  for (std::size_t i = 0; i < sends.size(); ++i) {
    const reference::ReferenceDelivery& e = (*expected)[i];
    INFO("message " << i << " of cycle " << sends[i].generated << ", " << sends[i].source.value() << "->" << sends[i].destination.value() << ", "
                    << sends[i].length << " flits, absorbed " << e.absorptions << " times");
    REQUIRE(deliveries[i].packet.hops == static_cast<std::uint32_t>(e.hops));
    REQUIRE(deliveries[i].packet.injected == static_cast<Cycle>(e.injected));
    REQUIRE(deliveries[i].ejected == static_cast<Cycle>(e.ejected));
    seen.absorptions += static_cast<std::uint64_t>(e.absorptions);
  }
}

void draw_memory(Dice& dice, RouterConfig& m) {
  m.absorption.delay = dice.one_in(2) ? 0 : dice.below(12);
  m.absorption.limit = dice.one_in(2) ? 0 : 1 + dice.below(3);
  m.execution.reverse_order = dice.one_in(4);
  m.execution.general_path = dice.one_in(4);
  draw_tiles(m);
}

// Dimension order with stops at random nodes, where messages must, or may, be absorbed.
void compare_stops(std::uint64_t seed, int cases, std::uint32_t most, Cycle audit_period) {
  Dice dice(seed);
  Seen seen;
  for (int i = 0; i < cases; ++i) {
    INFO("case " << i << " of seed " << seed);
    RandomCase c = draw_case(dice, Choices::random_too);
    c.machine.ejection_delay = EjectionDelay::none;
    c.tie_rule = TieRule::parity;
    c.policy = VcPolicy::split;
    c.machine.vcs = std::max(c.machine.vcs, 2);
    const bool willing = dice.one_in(2);
    draw_memory(dice, c.machine);
    const auto topology = make_cube(c.shape.name());
    std::vector<NodeId> stops;
    for (std::uint32_t n = 0; n < topology->nodes(); ++n)
      if (dice.one_in(3)) stops.push_back(NodeId(n));
    INFO((willing ? "willing" : "bound") << " to stop at " << stops.size() << " nodes");
    require_agreement(c, *topology, WayStops(*topology, stops, willing), draw_sends(dice, c.shape, most), audit_period, seen);
  }
  CAPTURE(seen.cases, seen.stuck);
  CHECK(seen.absorptions > static_cast<std::uint64_t>(cases) / 5);
  CHECK(2 * seen.stuck < seen.cases);
}

// sw-deterministic and sw-adaptive on random faulty cubes.
void compare_faults(std::uint64_t seed, int cases, std::uint32_t most, Cycle audit_period) {
  Dice dice(seed);
  Seen seen;
  for (int i = 0; i < cases; ++i) {
    INFO("case " << i << " of seed " << seed);
    const FaultyCube cube = random_faulty_cube(mix(seed) + static_cast<std::uint64_t>(i));
    const CubeTopology& t = *cube.topology;
    RandomCase c = draw_case(dice, Choices::random_too);
    c.machine.ejection_delay = EjectionDelay::none;
    c.shape = {t.kind(), {}};
    for (int d = 0; d < t.dimensions(); ++d) c.shape.radices.push_back(t.radix(d));
    const bool adaptive = dice.one_in(2);
    c.machine.vcs = std::max(c.machine.vcs, 3);
    draw_memory(dice, c.machine);
    RoutingOptions options;
    if (adaptive && c.machine.seed % 2 == 0) options.escape = EscapeUse::sticky;
    if (adaptive && (options.escape == EscapeUse::free || c.machine.vc_reuse != VcReuse::place))
      c.machine.vc_reuse = beside_free_escapes(c.machine.vc_reuse);
    options.vcs = c.machine.vcs;
    options.faults = cube.faults;
    const auto relation = make_relation(adaptive ? "sw-adaptive" : "sw-deterministic", t, options);
    std::vector<Send> sends;
    for (const Send& s : draw_sends(dice, c.shape, most))
      if (!cube.faults->failed(NodeId(s.source.value())) && !cube.faults->failed(NodeId(s.destination.value()))) sends.push_back(s);
    INFO(relation->name());
    for (const NodeId n : cube.faults->nodes()) UNSCOPED_INFO("node " << n.value() << " has failed");
    for (const LinkEnd& l : cube.faults->links()) UNSCOPED_INFO("link " << l.node.value() << "." << l.port.value() << " has failed");
    require_agreement(c, t, *relation, sends, audit_period, seen);
  }
  CAPTURE(seen.cases, seen.stuck);
  CHECK(seen.absorptions > static_cast<std::uint64_t>(cases) / 5);
  CHECK(2 * seen.stuck < seen.cases);
}

}  // namespace

TEST_CASE("headers that wait for a place in memory take it in the order of header arbitration") {
  // Node 1 keeps one message. The second waits there from cycle 2 on, the third, from node 0, from cycle 3 on, in which
  // the place is free again: the second takes it, leaves in cycle 3, is injected in 4, crosses in 5, arrives in 6.
  const auto topology = make_cube("mesh:3");
  const WayStops relation(*topology, {NodeId(1)});
  RouterConfig config;
  config.absorption.limit = 1;
  const TerminalId a(0), b(1), c(2);
  const auto deliveries = deliver_all(*topology, relation, config, {{0, b, c, 1}, {1, b, c, 1}, {1, a, c, 1}}, 100);
  CHECK(deliveries[0].ejected == 4);
  CHECK(deliveries[1].ejected == 6);
  CHECK(deliveries[2].ejected == 8);
}

TEST_CASE("an absorbed header takes an ejection VC in its turn among all headers") {
  // In cycle 3 two headers begin to wait at node 1: of the second message, from port 1, whose channel the first holds,
  // and of the third, from the interface. The second is the first in the scan: it takes the only ejection VC, and the
  // third goes in cycle 4.
  const auto topology = make_cube("mesh:3");
  const WayStops relation(*topology, {NodeId(1)}, true);
  RouterConfig config;
  config.vcs = relation.classes();
  config.injection_vcs = 2;
  config.ejection = Ejection::channel;
  const TerminalId a(0), b(1), c(2);
  const auto deliveries = deliver_all(*topology, relation, config, {{0, b, c, 5}, {1, a, c, 1}, {2, b, b, 1}}, 100);
  CHECK(relation.classes() == 1);
  CHECK(deliveries[2].ejected == 4);
}

TEST_CASE("the machine and the reference absorb a message alone in the same cycles") {
  compare_stops(1, sample(500, 25), 1, 1);
  compare_faults(2, sample(300, 15), 1, 1);
}

TEST_CASE("the machine and the reference absorb ten messages in the same cycles") {
  compare_stops(3, sample(600, 25), 10, 1);
  compare_faults(4, sample(400, 12), 10, 1);
}

TEST_CASE("the machine and the reference absorb alike under load") { compare_stops(5, sample(200), sample(150U, 60U), 7); }

TEST_CASE("the machine and the reference lead messages around faults alike under load") { compare_faults(6, sample(120), sample(300U, 50U), 7); }

TEST_CASE("the machine and the reference absorb alike in thousands of configurations", "[long]") {
  for (std::uint64_t seed = 100; seed < 110; ++seed) {
    compare_stops(seed, 400, 100, 25);
    compare_faults(seed, 200, 200, 25);
  }
}
