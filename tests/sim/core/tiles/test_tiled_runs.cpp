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

}  // namespace

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
