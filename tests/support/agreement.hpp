// The machine against the second machine of tests/reference, packet by packet.
#pragma once

#include <catch2/catch.hpp>
#include <vector>

#include "tests/support/as_reference.hpp"
#include "tests/support/relation_as_reference.hpp"

namespace dateline::test {

// Requires that both deliver every packet with the same hops, in the same cycles; what the machine delivered.
inline std::vector<Delivery> require_agreement(const RandomCase& c, const Topology& topology, const RoutingRelation& relation,
                                               const std::vector<Send>& sends, Cycle audit_period) {
  constexpr Cycle kLimit = 200'000;
  INFO(describe(sends));
  const RelationAsReference second(topology, relation, c.machine.vcs, c.machine.seed);
  const auto expected = reference::simulate(as_reference(c), second, as_reference(sends), static_cast<long long>(kLimit));
  std::vector<Delivery> deliveries = deliver_all(topology, relation, c.machine, sends, kLimit, audit_period);
  for (std::size_t m = 0; m < sends.size(); ++m) {
    INFO("packet " << m << " of cycle " << sends[m].generated << ", " << sends[m].source.value() << "->" << sends[m].destination.value());
    REQUIRE(deliveries[m].packet.hops == static_cast<std::uint32_t>(expected[m].hops));
    REQUIRE(deliveries[m].packet.injected == static_cast<Cycle>(expected[m].injected));
    REQUIRE(deliveries[m].ejected == static_cast<Cycle>(expected[m].ejected));
  }
  return deliveries;
}

}  // namespace dateline::test
