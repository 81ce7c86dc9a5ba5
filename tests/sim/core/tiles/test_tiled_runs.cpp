// A network cut into tiles gives what it gives in one (docs/reference/tiles.md): every delivery, every count of every
// channel, at every moment what is where, on however many threads.
#include <catch2/catch.hpp>

#include "tests/support/cases/soak.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

auto facts(const Delivery& d) {
  const Packet& m = d.packet;
  return std::make_tuple(m.source.value(), m.sequence, m.order.destination.value(), m.order.generated, m.order.length, m.order.tag, m.injected,
                         d.ejected, m.hops, m.state.word);
}
auto facts(const ChannelCounters::Counts& c) {
  return std::make_tuple(c.flits, c.packets, c.measured, c.head_blocked, c.flit_blocked, c.allocations);
}
auto facts(const Totals& t) {
  return std::make_tuple(t.queued, t.in_network, t.delivered, t.lost, t.injected_flits, t.ejected_flits, t.buffered_flits, t.lost_flits,
                         t.absorbed_flits);
}

// What a run was, and what it looked like at every check.
struct Record {
  Cycle stretch = 1;  // CompiledNetwork::stretch
  SoakResult result;
  std::vector<decltype(facts(Totals()))> totals;
  std::vector<decltype(facts(ChannelCounters::Counts()))> counts;
  std::vector<std::uint64_t> numbers;
};

Record record(const RandomCase& c, const SoakPlan& plan) {
  Record record;
  record.result = soak(c, plan, [&](const SoakState& state) {
    const CompiledNetwork& network = state.machine;
    network.audit();
    record.stretch = network.stretch();
    record.totals.push_back(facts(network.totals()));
    for (const ChannelCounters::Counts& counts : network.crossings()) record.counts.push_back(facts(counts));
    const Activity activity = network.activity();
    for (const auto* numbers : {&activity.flits, &activity.allocations, &activity.handed_over}) {
      record.numbers.insert(record.numbers.end(), numbers->begin(), numbers->end());
    }
    for (const std::uint64_t flits : network.ejected_flits_by_source()) record.numbers.push_back(flits);
    for (const std::uint64_t flits : network.granted_flits()) record.numbers.push_back(flits);
    record.numbers.push_back(network.flit_hops());
    record.numbers.push_back(network.find_deadlock().size());
    record.numbers.push_back(network.idle() ? 1 : 0);
  });
  return record;
}

void require_same(const Record& base, const Record& other) {
  const auto& a = base.result.deliveries;
  const auto& b = other.result.deliveries;
  REQUIRE(std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Delivery& x, const Delivery& y) { return facts(x) == facts(y); }));
  REQUIRE(base.totals == other.totals);
  REQUIRE(base.counts == other.counts);
  REQUIRE(base.numbers == other.numbers);
  REQUIRE(base.result.end == other.result.end);
}

struct Cut {
  int tiles, threads;
};

void compare(std::uint64_t seed, int cases, double lowest_load, double highest_load, const std::vector<Cut>& cuts, bool sleeps = false) {
  Dice dice(seed);
  for (int i = 0; i < cases; ++i) {
    RandomCase c = draw_case(dice, Choices::random_too);
    SoakPlan plan = draw_plan(dice, lowest_load, highest_load);
    plan.check_period = 1 + plan.check_period * 3;
    INFO("case " << i << ": " << describe(c) << "; " << describe(plan));
    const Record base = record(c, plan);
    plan.sleeps = sleeps;
    for (const Cut& cut : cuts) {
      c.machine.execution.tiles = cut.tiles;
      c.machine.execution.threads = cut.threads;
      c.machine.execution.reverse_order = dice.one_in(3);
      INFO("tiles " << cut.tiles << ", threads " << cut.threads << ", reverse " << c.machine.execution.reverse_order);
      require_same(base, record(c, plan));
    }
  }
}

struct Nobody final : DeliveryObserver {
  void delivered(const Delivery& /*delivery*/) override {}
};

// A case with longer channels, whose network in tiles runs several cycles at once; and how many.
std::pair<RandomCase, Cycle> draw_long_case(Dice& dice) {
  RandomCase c = draw_case(dice, Choices::random_too);
  c.machine.channel_latency = dice.between(2, 10);
  c.machine.credit_latency = dice.one_in(2) ? 0 : dice.between(1, 10);
  const int credit = c.machine.credit_latency == 0 ? c.machine.channel_latency : c.machine.credit_latency;
  return {c, static_cast<Cycle>(std::min(c.machine.channel_latency, credit))};
}

}  // namespace

TEST_CASE("over channels of several cycles tiles run as many at once, and deliver, count and hold what one does") {
  Dice dice(55);
  for (int i = 0; i < sample(150, 6); ++i) {
    auto [c, cycles] = draw_long_case(dice);
    SoakPlan plan = draw_plan(dice, 0.05, 1.0);
    plan.check_period = 1 + plan.check_period * 3;
    INFO("case " << i << ": " << describe(c) << "; " << describe(plan));
    const Record base = record(c, plan);
    CHECK(base.stretch == 1);
    plan.at_once = true;
    plan.sleeps = i % 4 == 0;
    for (const Cut& cut : {Cut{2, 1}, Cut{2, 2}, Cut{3, 2}, Cut{8, 3}}) {
      c.machine.execution.tiles = cut.tiles;
      c.machine.execution.threads = cut.threads;
      c.machine.execution.reverse_order = dice.one_in(3);
      INFO("tiles " << cut.tiles << ", threads " << cut.threads << ", reverse " << c.machine.execution.reverse_order);
      const Record other = record(c, plan);
      CHECK(other.stretch == cycles);
      require_same(base, other);
    }
  }
}

TEST_CASE("tiles run at once what the shortest of the channels between them allows, whatever those within them have") {
  // A ring of four nodes; tiles {0, 1} and {2, 3}: channels 1-2 and 3-0 are between them, of 5 and 3 cycles.
  // A sixth cycle of credits and channels of 1 cycle within a tile change nothing; credits of 2 do.
  const TestNetwork network("torus:4", 4, TieRule::plus, VcPolicy::split);
  const auto stretch = [&](int credit, bool each_cycle, int tiles = 2) {
    Wiring wiring = Wiring::of(*network.topology);
    for (Wiring::Wire& wire : wiring.channels) {
      const std::uint32_t a = std::min(wire.from.value(), wire.to.value()), b = std::max(wire.from.value(), wire.to.value());
      wire.latency = static_cast<std::uint16_t>(a == 1 && b == 2 ? 5 : a == 0 && b == 3 ? 3 : 1);
    }
    RouterConfig config;
    config.vcs = 4;
    config.credit_latency = credit;
    config.execution.tiles = tiles;
    Nobody nobody;
    CompiledNetwork machine(config, wiring, *network.relation, nobody);
    if (each_cycle) machine.see_each_cycle();
    const auto nothing = [](Cycle) {};
    CHECK_THROWS_AS(machine.step(0, machine.stretch() + 1, nothing), InvariantError);
    CHECK_THROWS_AS(machine.step(0, 0, nothing), InvariantError);
    machine.step(0, machine.stretch(), nothing);
    machine.step(machine.stretch());
    CHECK(machine.tile().now == machine.stretch());
    return machine.stretch();
  };
  CHECK(stretch(6, false) == 3);
  CHECK(stretch(0, false) == 3);
  CHECK(stretch(2, false) == 2);
  CHECK(stretch(1, false) == 1);
  CHECK(stretch(6, true) == 1);
  CHECK(stretch(6, false, 1) == 1);
}

TEST_CASE("a network in tiles delivers, counts and holds at every moment what it does in one") {
  compare(51, sample(100, 4), 0.05, 0.5, {{2, 1}, {3, 1}, {8, 1}, {64, 1}});
}

TEST_CASE("past saturation a network in tiles delivers, counts and holds at every moment what it does in one") {
  compare(52, sample(50, 2), 0.5, 1.2, {{2, 1}, {3, 1}, {8, 1}, {64, 1}});
}

TEST_CASE("on several threads a network in tiles delivers, counts and holds at every moment what it does in one") {
  compare(53, sample(100, 3), 0.05, 0.9, {{2, 2}, {8, 3}, {3, 3}});
}

TEST_CASE("threads that sleep at random moments change nothing") { compare(54, sample(50, 3), 0.05, 0.9, {{2, 2}, {8, 3}, {5, 4}}, true); }
