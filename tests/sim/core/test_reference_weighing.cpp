// The machine against the slow second machine of tests/reference where a packet takes the cheapest of several routes by
// hops x occupancy: `ugal` on a HyperX of two routers a dimension, whose channels are those of a hypercube, and
// `valiant`, which draws start states as it does. Every message's injected and ejected cycle and hops, over the
// machine's options, biases and both rules of occupancy.
#include <catch2/catch.hpp>

#include "models/network/topology/topologies.hpp"
#include "routing/registry/registry.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

struct Seen {
  int packets = 0, longer = 0;
};

Seen compare(std::uint64_t seed, int cases, std::uint32_t most, Cycle audit_period) {
  static const std::vector<Shape> shapes = {hypercube(2), hypercube(3), hypercube(4)};
  Seen seen;
  Dice dice(seed);
  for (int i = 0; i < cases; ++i) {
    RandomCase c = draw_case(dice, Choices::random_too, shapes);
    const std::string routing = dice.one_in(8) ? "valiant" : "ugal";
    std::string name = "hyperx:2";
    for (std::size_t d = 1; d < c.shape.radices.size(); ++d) name += "x2";
    const auto topology = make_topology(name);
    const auto relation = make_relation(routing, *topology, {});
    c.tie_rule = TieRule::parity;  // of nothing here: the second machine asks the relation
    c.policy = VcPolicy::split;
    c.machine.vcs = std::max(c.machine.vcs, relation->classes());
    c.machine.ugal.bias = dice.one_in(2) ? 0 : dice.between(1, 12);
    c.machine.ugal.occupancy = dice.pick({UgalOccupancy::channel, UgalOccupancy::vcs});
    c.machine.execution.reverse_order = dice.one_in(4);
    c.machine.execution.general_path = dice.one_in(4);
    draw_tiles(c.machine);
    const std::vector<Send> sends = draw_sends(dice, c.shape, most);
    INFO("case " << i << " of seed " << seed << ": " << routing << ", bias " << *c.machine.ugal.bias << ", " << describe(c));
    const std::vector<Delivery> deliveries = require_agreement(c, *topology, *relation, sends, audit_period);
    for (std::size_t m = 0; m < sends.size(); ++m) {
      ++seen.packets;
      if (deliveries[m].packet.hops > c.shape.hops(sends[m].source.value(), sends[m].destination.value())) ++seen.longer;
    }
  }
  return seen;
}

}  // namespace

TEST_CASE("the machine and the reference agree on ten packets that weigh their ways") { compare(1, sample(600, 50), 10, 1); }

TEST_CASE("the machine and the reference agree under load where packets weigh their ways") {
  const Seen seen = compare(2, sample(150, 15), sample(300U, 150U), 7);
  CAPTURE(seen.packets, seen.longer);
  CHECK(20 * seen.longer > seen.packets);  // detours are taken, and not by all
  CHECK(4 * seen.longer < 3 * seen.packets);
}
