// The machine against the slow second machine of tests/reference: every message's injected and ejected cycle and hops, over all options that
// draw no random numbers. Unit order of the cases: one message alone, two, then loads, so that the first failure is the smallest.
#include <catch2/catch.hpp>

#include "tests/reference/reference_machine.hpp"
#include "tests/support/random_case.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

constexpr Cycle kLimit = 200'000;

reference::ReferenceConfig as_reference(const RandomCase& c) {
  using R = reference::ReferenceConfig;
  const MachineConfig& m = c.machine;
  R r;
  r.kind = c.shape.kind == CubeTopology::Kind::torus ? R::Kind::torus : c.shape.kind == CubeTopology::Kind::mesh ? R::Kind::mesh : R::Kind::hypercube;
  for (const std::uint32_t k : c.shape.radices) r.radices.push_back(static_cast<int>(k));
  r.vcs = m.vcs;
  r.injection_vcs = m.injection_vcs;
  r.buffer_depth = m.buffer_depth;
  r.routing_delay = m.routing_delay;
  r.channel_latency = m.channel_latency;
  r.tie_rule = c.tie_rule == TieRule::plus ? R::TieRule::plus : R::TieRule::parity;
  r.vc_policy = c.policy == VcPolicy::split ? R::VcPolicy::split : c.policy == VcPolicy::relaxed ? R::VcPolicy::relaxed : R::VcPolicy::shared;
  r.crossbar = m.crossbar == Crossbar::per_vc ? R::Crossbar::per_vc : R::Crossbar::per_port;
  r.vc_reuse = m.vc_reuse == VcReuse::atomic ? R::VcReuse::atomic : R::VcReuse::at_tail;
  r.ejection = m.ejection == Ejection::ideal ? R::Ejection::ideal : R::Ejection::channel;
  r.header_arbitration = m.header_arbitration == HeaderArbitration::fcfs ? R::HeaderArbitration::fcfs : R::HeaderArbitration::round_robin;
  r.channel_arbitration = m.channel_arbitration == ChannelArbitration::oldest ? R::ChannelArbitration::oldest : R::ChannelArbitration::round_robin;
  r.selection = m.selection == Selection::lowest ? R::Selection::lowest : R::Selection::round_robin;
  return r;
}

void require_agreement(const RandomCase& c, const std::vector<Send>& sends, Cycle audit_period) {
  INFO(describe(c));
  INFO(describe(sends));
  std::vector<reference::ReferenceMessage> messages;
  for (const Send& s : sends) {
    messages.push_back({static_cast<long long>(s.generated), static_cast<int>(s.source.value()), static_cast<int>(s.destination.value()),
                        static_cast<int>(s.length)});
  }
  const auto expected = reference::simulate(as_reference(c), messages, static_cast<long long>(kLimit));
  const TestNetwork network(c.shape.name(), c.machine.vcs, c.tie_rule, c.policy);
  const auto deliveries = deliver_all(*network.topology, *network.relation, c.machine, sends, kLimit, audit_period);
  for (std::size_t i = 0; i < sends.size(); ++i) {
    INFO("message " << i << " of cycle " << sends[i].generated << ", " << sends[i].source.value() << "->" << sends[i].destination.value() << ", "
                    << sends[i].length << " flits");
    REQUIRE(deliveries[i].message.hops == static_cast<std::uint32_t>(expected[i].hops));
    REQUIRE(deliveries[i].message.injected == static_cast<Cycle>(expected[i].injected));
    REQUIRE(deliveries[i].ejected == static_cast<Cycle>(expected[i].ejected));
  }
}

// `cases` random configurations with at most `most` messages each.
void compare(std::uint64_t seed, int cases, std::uint32_t most, Cycle audit_period) {
  Dice dice(seed);
  for (int i = 0; i < cases; ++i) {
    INFO("case " << i << " of seed " << seed);
    RandomCase c = draw_case(dice, Choices::deterministic);
    c.machine.reverse_order = dice.one_in(4);
    c.machine.general_path = dice.one_in(4);
    require_agreement(c, draw_sends(dice, c.shape, most), audit_period);
  }
}

}  // namespace

TEST_CASE("the machine and the reference move a message alone in the same cycles") { compare(1, 500, 1, 1); }

TEST_CASE("the machine and the reference move two messages in the same cycles") { compare(2, 1000, 2, 1); }

TEST_CASE("the machine and the reference move ten messages in the same cycles") { compare(3, 1000, 10, 1); }

TEST_CASE("the machine and the reference agree under load") { compare(4, 300, 150, 7); }

TEST_CASE("the machine and the reference agree in long saturated runs") { compare(5, 30, 1000, 50); }

TEST_CASE("the machine and the reference agree on thousands of configurations", "[long]") {
  for (std::uint64_t seed = 100; seed < 140; ++seed) compare(seed, 400, seed % 4 == 0 ? 800 : 60, 25);
}
