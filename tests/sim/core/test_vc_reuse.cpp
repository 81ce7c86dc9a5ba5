// When a VC is given again (models/network/relation/vc_reuse.hpp): exact cycles worked out by hand; what is proved
// never deadlocks, past saturation, on drawn adaptive networks; and the known counterexamples of what is not proved.
#include <catch2/catch.hpp>

#include "models/proof/dependency_graph.hpp"
#include "tests/support/cases/random_case.hpp"
#include "tests/support/harness.hpp"
#include "tests/support/routings.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

RouterConfig machine_of(int vcs, int depth, VcReuse reuse) {
  RouterConfig config;
  config.vcs = config.injection_vcs = vcs;
  config.buffer_depth = depth;
  config.vc_reuse = reuse;
  return config;
}

struct Counted final : DeliveryObserver {
  void delivered(const Delivery& /*delivery*/) override { ++count; }
  std::size_t count = 0;
};

// Runs the messages, in order of generation, until all are delivered or nothing has been for 2,000 cycles. Whether it
// ends so, in a deadlock: the watchdog must say the same, and nothing of a network that goes on.
bool stalls(const Topology& topology, const RoutingRelation& relation, const RouterConfig& config, const std::vector<Send>& sends,
            Cycle look_period = 64) {
  Counted delivered;
  CompiledNetwork machine(config, Wiring::of(topology), relation, delivered);
  auto next = sends.begin();
  Cycle last = 0;
  std::size_t before = 0;
  bool found = false;
  for (Cycle now = 0; next != sends.end() || !machine.idle(); ++now) {
    for (; next != sends.end() && next->generated == now; ++next) machine.send(next->source, {now, next->destination, next->length});
    machine.step(now);
    if (delivered.count != before) last = now;
    before = delivered.count;
    if (now % look_period == look_period - 1) found = found || !machine.find_deadlock().empty();
    if (now == last + 2'000) {
      REQUIRE(found);
      machine.audit();
      return true;
    }
  }
  REQUIRE_FALSE(found);
  machine.audit();
  REQUIRE(delivered.count == sends.size());
  return false;
}

std::vector<Send> pairs(const std::vector<std::pair<std::uint32_t, std::uint32_t>>& list, std::uint32_t length) {
  std::vector<Send> sends;
  for (const auto& [from, to] : list) sends.push_back({0, TerminalId(from), TerminalId(to), length});
  return sends;
}

std::unique_ptr<RoutingRelation> duato(const CubeTopology& t, EscapeUse escape) {
  RoutingOptions options;
  options.escape = escape;
  return make_relation("duato", t, options);
}

}  // namespace

TEST_CASE("a VC is given again when it is empty, has room for the packet, has a place, or at once") {
  // X, 2->3 of 10 flits, crosses 2->3 in 1..10. A, 1->3 of 2, crosses 1->2 in 1 and 2, and waits at node 2. B, 0->3,
  // waits at node 1 from 2 on for the one VC of 1->2, that A holds until 2; of its 4 places A fills two.
  // Atomic: X's tail leaves in 11, A crosses 2->3 in 12 and 13, B crosses 1->2 from 14 on, 2->3 from 15 on.
  // Otherwise A crosses in 11 and 12, for X leaves three places. Place and tail: B takes 1->2 in 3, sends two flits,
  // and crosses 2->3 from 13 on. Whole: so does a B of two flits, and one of three, which fits in 12, crosses from 13
  // on; one of four or more takes 1->2 in 13, when all places are free, and crosses 2->3 from 14 on.
  struct Row {
    std::uint32_t length;
    Cycle atomic, whole, place;
  };
  const auto t = make_cube("mesh:4");
  const auto dor = make_relation("dor", *t, {});
  for (const Row& row : {Row{2, 17, 15, 15}, Row{3, 18, 16, 16}, Row{4, 19, 18, 17}, Row{6, 21, 20, 19}}) {
    const std::vector<Send> sends = {
        {0, TerminalId(2), TerminalId(3), 10}, {0, TerminalId(1), TerminalId(3), 2}, {0, TerminalId(0), TerminalId(3), row.length}};
    const auto last = [&](VcReuse reuse) { return deliver_all(*t, *dor, machine_of(1, 4, reuse), sends, 1000, 1).back().ejected; };
    CAPTURE(row.length);
    CHECK(last(VcReuse::atomic) == row.atomic);
    CHECK(last(VcReuse::whole) == row.whole);
    CHECK(last(VcReuse::place) == row.place);
    CHECK(last(VcReuse::tail) == row.place);
  }
}

TEST_CASE("with VC allocation as a stage packets of one flit use a VC every other cycle, and one alone takes as long") {
  // Three go from 0 to 1 with a routing delay of 1, over the one VC of 0->1. They are in node 0 from 1, 2 and 3 on. The
  // first crosses in 2 and leaves in 3, given its VC in 2, or in 1. Merged: the others cross in 3 and 4. A stage: the
  // VC is free from 3 on, is given in 3, crossed in 4, is free from 5 on.
  const auto t = make_cube("mesh:2");
  const auto dor = make_relation("dor", *t, {});
  RouterConfig config = machine_of(1, 4, VcReuse::tail);
  config.injection_vcs = 3;
  config.routing_delay = 1;
  const auto ejected = [&](VcStage stage) {
    config.vc_stage = stage;
    std::vector<Cycle> cycles;
    for (const Delivery& d : deliver_all(*t, *dor, config, pairs({{0, 1}, {0, 1}, {0, 1}}, 1), 1000, 1)) cycles.push_back(d.ejected);
    std::sort(cycles.begin(), cycles.end());
    return cycles;
  };
  CHECK(ejected(VcStage::merged) == std::vector<Cycle>{3, 4, 5});
  CHECK(ejected(VcStage::own) == std::vector<Cycle>{3, 5, 7});
  config.routing_delay = 0;
  CHECK_THROWS_WITH(ejected(VcStage::own), Catch::Contains("router.vc-stage=own") && Catch::Contains("router.routing-delay of 1 or more"));
}

TEST_CASE("four packets of one flit can deadlock a 2x2 mesh under tail, with free escapes and sticky ones, never under place") {
  // Each takes the adaptive VC of its first channel, one way round, and in the next cycle that of its second, which is
  // full: its escape is lost.
  const auto t = make_cube("mesh:2x2");
  const auto sends = pairs({{0, 3}, {1, 2}, {2, 1}, {3, 0}}, 1);
  for (const EscapeUse escape : {EscapeUse::free, EscapeUse::sticky}) {
    const auto relation = duato(*t, escape);
    int stalled = 0;
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
      RouterConfig config = machine_of(2, 1, VcReuse::tail);
      config.seed = seed;
      stalled += stalls(*t, *relation, config, sends) ? 1 : 0;
      for (const VcReuse reuse : {VcReuse::atomic, VcReuse::whole, VcReuse::place}) {
        config.vc_reuse = reuse;
        REQUIRE_FALSE(stalls(*t, *relation, config, sends));
      }
    }
    CHECK(stalled >= 10);  // both ways round: one in eight
    CHECK(stalled <= 50);
  }
}

TEST_CASE("searches over drawn traffic find networks that packets back from escapes deadlock under place, and none otherwise") {
  // A packet from every node as fast as it goes, to drawn destinations, for 300 cycles.
  struct Searched {
    const char* topology;
    int vcs, depth;
    std::uint32_t length;
    int runs;
  };
  const auto search = [](const CubeTopology& t, const RoutingRelation& relation, const Searched& x, VcReuse reuse, int runs) {
    int stalled = 0;
    for (int run = 0; run < runs; ++run) {
      Dice dice(static_cast<std::uint64_t>(run));
      std::vector<Send> sends;
      for (Cycle now = 0; now < 300; now += x.length) {
        for (std::uint32_t n = 0; n < t.nodes(); ++n) sends.push_back({now, TerminalId(n), TerminalId(dice.below(t.nodes())), x.length});
      }
      RouterConfig config = machine_of(x.vcs, x.depth, reuse);
      config.seed = static_cast<std::uint64_t>(run);
      stalled += stalls(t, relation, config, sends) ? 1 : 0;
    }
    return stalled;
  };
  for (const Searched& x : {Searched{"torus:9", 3, 2, 3, 3'000}, Searched{"torus:8", 3, 2, 3, 3'000}, Searched{"torus:7", 3, 2, 3, 5'000}}) {
    if (x.topology != std::string("torus:9") && !whole()) continue;
    const auto t = make_cube(x.topology);
    const int runs = sample(x.runs, 120);
    const int by_place = search(*t, *duato(*t, EscapeUse::free), x, VcReuse::place, runs);
    CAPTURE(x.topology, runs, by_place);
    CHECK(by_place > 0);
    CHECK(search(*t, *duato(*t, EscapeUse::free), x, VcReuse::whole, runs) == 0);
    CHECK(search(*t, *duato(*t, EscapeUse::sticky), x, VcReuse::place, runs) == 0);
  }
}

TEST_CASE("a packet that is given a VC with a free place is not taken for one that waits behind those in its buffer") {
  const auto t = make_cube("torus:8x8");
  const auto relation = duato(*t, EscapeUse::sticky);
  Dice dice(3);
  std::vector<Send> sends;
  for (Cycle now = 0; now < 1'500; ++now) {
    for (std::uint32_t n = 0; n < t->nodes(); ++n) {
      if (!dice.one_in(20)) sends.push_back({now, TerminalId(n), TerminalId(dice.below(t->nodes())), 1});
    }
  }
  CHECK_FALSE(stalls(*t, *relation, machine_of(4, 8, VcReuse::place), sends, 16));
}

namespace {

// An adaptive network: topology, routing, escapes, and the rule of reuse that its proof is asked for.
struct Adaptive {
  std::unique_ptr<CubeTopology> topology;
  std::string routing;
  RoutingOptions options;
  RouterConfig machine;
  std::uint32_t length;
};

Adaptive draw_adaptive(Dice& dice) {
  Adaptive a;
  const auto fits = [&](const std::string& routing) { return find_row(routing_table(), routing)->supports(*a.topology); };
  a.topology =
      make_cube(dice.pick<std::string>({"torus:4x4", "torus:5x3", "torus:7", "torus:3x3x3", "mesh:3x3", "mesh:4x4", "mesh:3x2x2", "hypercube:4"}));
  do {
    a.routing = dice.pick<std::string>({"duato", "duato", "duato", "sw-adaptive", "duato-updown", "west-first", "odd-even", "p-cube"});
  } while (!fits(a.routing));
  const bool has_uses = find_row(routing_table(), a.routing)->escape_uses;
  a.options.escape = has_uses && dice.one_in(2) ? EscapeUse::sticky : EscapeUse::free;
  const auto relation = make_relation(a.routing, *a.topology, a.options);
  a.machine = machine_of(relation->classes() + dice.between(0, 2), dice.between(1, 5),
                         dice.pick({VcReuse::whole, VcReuse::place, VcReuse::place, VcReuse::tail}));
  a.machine.channel_latency = dice.pick({1, 1, 3});
  a.machine.routing_delay = dice.between(0, 1);
  a.machine.router_pipeline = dice.one_in(4) ? 2 : 0;
  a.machine.ejection = dice.pick({Ejection::ideal, Ejection::channel});
  a.machine.crossbar = dice.pick({Crossbar::per_vc, Crossbar::per_port});
  a.machine.selection = dice.pick({Selection::random, Selection::lowest, Selection::round_robin});
  a.machine.vc_arbitration = dice.pick({VcArbitration::fcfs, VcArbitration::round_robin, VcArbitration::oldest});
  a.machine.vc_allocation = dice.one_in(3) ? VcAllocation::islip : VcAllocation::one_by_one;
  a.machine.seed = dice.below(1U << 30U);
  a.length = dice.pick({1U, 2U, 3U, 8U});
  return a;
}

}  // namespace

TEST_CASE("adaptive networks that are proved never deadlock far past saturation, and deliver all that was sent", "[adaptive]") {
  Dice dice(27);
  int proved = 0, refused = 0;
  for (int i = 0; proved < sample(500, 24); ++i) {
    Adaptive a = draw_adaptive(dice);
    const CubeTopology& t = *a.topology;
    const auto relation = make_relation(a.routing, t, a.options);
    const VcReuse rule = a.length == 1 && a.machine.vc_reuse == VcReuse::place ? VcReuse::whole : a.machine.vc_reuse;
    if (!prove_deadlock_freedom(t, *relation, rule).deadlock_free) {
      ++refused;
      continue;
    }
    ++proved;
    CAPTURE(i, t.name(), a.routing, name_of(a.options.escape), name_of(a.machine.vc_reuse), a.machine.vcs, a.machine.buffer_depth, a.length);
    std::vector<Send> sends;
    for (Cycle now = 0; now < sample<Cycle>(2'000, 300); now += a.length) {
      for (std::uint32_t n = 0; n < t.nodes(); ++n) sends.push_back({now, TerminalId(n), TerminalId(dice.below(t.nodes())), a.length});
    }
    CHECK_FALSE(stalls(t, *relation, a.machine, sends, 16));
  }
  CHECK(refused > proved / 10);
}
