// The machine against the slow second machine of tests/reference where messages may pass through the router of their
// destination and go on (valiant, and all other routings that draw weighted routes): every message's injected and
// ejected cycle and hops, over the machine's options, the router pipeline above all.
#include <catch2/catch.hpp>

#include "tests/support/agreement.hpp"
#include "tests/support/routings.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

// Two-phase routings of a torus of n dimensions need up to 2 (2n - 1) VCs.
std::string draw_routing(Dice& dice, const CubeTopology& topology) {
  std::vector<std::string> fitting;
  for (const std::string& name : oblivious_routings(topology)) {
    const RoutingEntry& entry = row_named(routing_table(), "routing", name);
    if (entry.supports(topology) && relation_of(topology, name)->classes() <= kMaxVcs) fitting.push_back(name);
  }
  if (dice.one_in(2)) return "valiant";
  return fitting[dice.below(static_cast<std::uint32_t>(fitting.size()))];
}

void compare(std::uint64_t seed, int cases, std::uint32_t most, Cycle audit_period) {
  Dice dice(seed);
  for (int i = 0; i < cases; ++i) {
    RandomCase c = draw_case(dice, Choices::random_too);
    const auto topology = make_cube(c.shape.name());
    const std::string routing = draw_routing(dice, *topology);
    const auto relation = relation_of(*topology, routing);
    c.tie_rule = TieRule::parity;  // of nothing here: the second machine asks the relation
    c.policy = VcPolicy::split;
    c.machine.vcs = std::max(c.machine.vcs, relation->classes());
    c.machine.router_pipeline = dice.one_in(4) ? 0 : dice.between(1, 20);
    c.machine.execution.reverse_order = dice.one_in(4);
    c.machine.execution.general_path = dice.one_in(4);
    const std::vector<Send> sends = draw_sends(dice, c.shape, most);
    INFO("case " << i << " of seed " << seed << ": " << routing << ", " << describe(c));
    (void)require_agreement(c, *topology, *relation, sends, audit_period);
  }
}

}  // namespace

TEST_CASE("the machine and the reference agree on a message alone that may pass its destination") { compare(1, sample(600, 50), 1, 1); }

TEST_CASE("the machine and the reference agree on ten messages that may pass their destinations") { compare(2, sample(500, 40), 10, 1); }

TEST_CASE("the machine and the reference agree under load where messages pass their destinations") { compare(3, sample(120), sample(200U, 100U), 7); }
