// The machine against the slow second machine of tests/reference: every message's injected and ejected cycle and hops,
// over all options that draw no random numbers, and over channels that differ in latency and bandwidth. Unit order of
// the cases: one message alone, two, then loads, so that the first failure is the smallest.
#include <catch2/catch.hpp>

#include "tests/support/as_reference.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

constexpr Cycle kLimit = 200'000;

void require_agreement(const RandomCase& c, const std::vector<Send>& sends, Cycle audit_period) {
  INFO(describe(c));
  INFO(describe(sends));
  const auto expected = reference::simulate(as_reference(c), as_reference(sends), static_cast<long long>(kLimit));
  const TestNetwork network(c.shape.name(), c.machine.vcs, c.tie_rule, c.policy);
  const auto deliveries = deliver_all(wiring_of(c, *network.topology), *network.relation, c.machine, sends, kLimit, audit_period);
  for (std::size_t i = 0; i < sends.size(); ++i) {
    INFO("message " << i << " of cycle " << sends[i].generated << ", " << sends[i].source.value() << "->" << sends[i].destination.value() << ", "
                    << sends[i].length << " flits");
    REQUIRE(deliveries[i].packet.hops == static_cast<std::uint32_t>(expected[i].hops));
    REQUIRE(deliveries[i].packet.injected == static_cast<Cycle>(expected[i].injected));
    REQUIRE(deliveries[i].ejected == static_cast<Cycle>(expected[i].ejected));
  }
}

// `cases` random configurations with at most `most` messages each.
void compare(std::uint64_t seed, int cases, std::uint32_t most, Cycle audit_period, const std::vector<Shape>& shapes = small_shapes()) {
  Dice dice(seed);
  for (int i = 0; i < cases; ++i) {
    INFO("case " << i << " of seed " << seed);
    RandomCase c = draw_case(dice, Choices::deterministic, shapes);
    c.machine.execution.reverse_order = dice.one_in(4);
    c.machine.execution.general_path = dice.one_in(4);
    draw_tiles(c.machine);
    require_agreement(c, draw_sends(dice, c.shape, most), audit_period);
  }
}

// The same over channels of several latencies and bandwidths.
void compare_channels(std::uint64_t seed, int cases, std::uint32_t most, Cycle audit_period) {
  Dice dice(seed);
  for (int i = 0; i < cases; ++i) {
    INFO("case " << i << " of seed " << seed);
    RandomCase c = draw_case(dice, Choices::deterministic);
    draw_channels(dice, c);
    c.machine.execution.reverse_order = dice.one_in(4);
    draw_tiles(c.machine);
    require_agreement(c, draw_sends(dice, c.shape, most), audit_period);
  }
}

}  // namespace

TEST_CASE("over channels of different latencies and bandwidths the machine and the reference move messages in the same cycles") {
  compare_channels(10, sample(1000, 40), 1, 1);
  compare_channels(11, sample(1000, 25), 10, 1);
  compare_channels(12, sample(300, 6), 150, 7);
}

TEST_CASE("the machine and the reference move a message alone in the same cycles") { compare(1, sample(500), 1, 1); }

TEST_CASE("the machine and the reference move two messages in the same cycles") { compare(2, sample(1000, 50), 2, 1); }

TEST_CASE("the machine and the reference move ten messages in the same cycles") { compare(3, sample(1000, 40), 10, 1); }

TEST_CASE("the machine and the reference agree under load") { compare(4, sample(300, 10), 150, 7); }

TEST_CASE("the machine and the reference agree in long saturated runs") { compare(5, sample(30, 2), 1000, 50); }

TEST_CASE("the machine and the reference agree in eight and more dimensions") {
  compare(6, sample(12, 2), 10, 10, shapes_of_many_dimensions());
  compare(7, sample(3), sample(400U, 80U), 50, shapes_of_many_dimensions());
  if (whole()) compare(8, 1, 10, 20, {hypercube(12)});
}

TEST_CASE("the machine and the reference agree on thousands of configurations", "[long]") {
  for (std::uint64_t seed = 100; seed < 120; ++seed) compare(seed, 400, seed % 4 == 0 ? 800 : 60, 25);
}
