// The machine with VC sets and priorities against the slow second machine of tests/reference: every message's injected
// and ejected cycle and hops, over all options that draw no random numbers.
#include <catch2/catch.hpp>

#include "tests/support/as_reference.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

constexpr Cycle kLimit = 200'000;

void compare(std::uint64_t seed, int cases, std::uint32_t most, Cycle audit_period) {
  Dice dice(seed);
  for (int i = 0; i < cases; ++i) {
    RandomCase c = draw_case(dice, Choices::deterministic);
    RouterConfig& m = c.machine;
    const int least = c.shape.kind == CubeTopology::Kind::torus ? 2 : 1, sets = dice.between(1, 3);
    std::vector<TestNetwork> networks;
    m.vcs = 0;
    for (int s = 0; s < sets; ++s) {
      const int vcs = dice.between(least, least + 2);
      networks.emplace_back(c.shape.name(), vcs, c.tie_rule, c.policy);
      m.vcs += vcs;
      m.vc_sets.push_back({vcs, nullptr});
    }
    for (std::size_t s = 0; s < networks.size(); ++s) m.vc_sets[s].relation = networks[s].relation.get();
    m.injection_vcs = dice.pick({m.vcs, sets, dice.between(sets, 6)});
    m.output_arbitration =
        dice.pick({OutputArbitration::priority, OutputArbitration::priority, OutputArbitration::round_robin, OutputArbitration::oldest});
    if (m.allocation.kind == SwitchAllocation::Kind::islip) m.output_arbitration = OutputArbitration::round_robin;
    m.execution.reverse_order = dice.one_in(4);
    m.execution.general_path = dice.one_in(4);
    draw_tiles(m);
    std::vector<Send> sends = draw_sends(dice, c.shape, most);
    for (Send& send : sends) {
      send.vc_set = static_cast<std::uint8_t>(dice.below(static_cast<std::uint32_t>(sets)));
      send.priority = static_cast<std::uint8_t>(dice.below(3));
    }
    INFO("case " << i << " of seed " << seed << ": " << sets << " sets, " << describe(c) << "; " << describe(sends));
    const auto expected = reference::simulate(as_reference(c), as_reference(sends), static_cast<long long>(kLimit));
    const auto deliveries = deliver_all(*networks[0].topology, *networks[0].relation, m, sends, kLimit, audit_period);
    for (std::size_t k = 0; k < sends.size(); ++k) {
      INFO("message " << k << " of cycle " << sends[k].generated << ", set " << int{sends[k].vc_set} << ", priority " << int{sends[k].priority});
      REQUIRE(deliveries[k].packet.hops == static_cast<std::uint32_t>(expected[k].hops));
      REQUIRE(deliveries[k].packet.injected == static_cast<Cycle>(expected[k].injected));
      REQUIRE(deliveries[k].ejected == static_cast<Cycle>(expected[k].ejected));
    }
  }
}

}  // namespace

TEST_CASE("with VC sets and priorities the machine and the reference move a few messages in the same cycles") { compare(21, sample(600, 30), 6, 1); }

TEST_CASE("with VC sets and priorities the machine and the reference agree under load") {
  compare(22, sample(250, 8), 150, 7);
  compare(23, sample(20, 1), 800, 50);
}
