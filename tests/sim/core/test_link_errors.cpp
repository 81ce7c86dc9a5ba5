// Channels that err and links that try again: against the closed form of go-back-N, flit by flit against its
// recursion, and against the second machine, whose links send, throw away and send again literally. Where destinations
// find errors: against that machine message by message, and against the closed form.
#include <catch2/catch.hpp>
#include <cmath>

#include "models/network/relation/unseen_faults.hpp"
#include "tests/support/as_reference.hpp"
#include "tests/support/cases/changing_network.hpp"
#include "tests/support/cases/erring_links.hpp"
#include "tests/support/routings.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

constexpr Cycle kLimit = 2'000'000;

// A packet of so many flits alone over the one link of mesh:2. Cycles from the first flit's crossing of the switch to
// the cycle in which the tail is handed over.
double cycles_alone(double p, std::uint32_t flits, int latency, std::uint64_t seed, int window = 0, int replay = 0) {
  const TestNetwork network("mesh:2", 1);
  RouterConfig config;
  config.vcs = config.injection_vcs = 1;
  config.buffer_depth = kMaxDepth;
  config.channel_latency = latency;
  config.seed = seed;
  config.link_errors = all_err(*network.topology, p, window, replay);
  const auto delivered = deliver_all(*network.topology, *network.relation, config, {{0, TerminalId(0), TerminalId(1), flits}}, kLimit, 1000);
  return static_cast<double>(delivered[0].ejected - delivered[0].packet.injected - 1);
}

void require_agreement(const RandomCase& c, const std::vector<Send>& sends, Cycle audit_period) {
  INFO(describe(c));
  INFO(describe(sends));
  const TestNetwork network(c.shape.name(), c.machine.vcs, c.tie_rule, c.policy);
  reference::ReferenceConfig second = as_reference(c);
  take_errors(c.machine, *network.topology, second);
  const auto expected = reference::simulate(second, as_reference(sends), static_cast<long long>(kLimit));
  const auto deliveries = deliver_all(wiring_of(c, *network.topology), *network.relation, c.machine, sends, kLimit, audit_period);
  for (std::size_t i = 0; i < sends.size(); ++i) {
    INFO("message " << i << " of cycle " << sends[i].generated << ", " << sends[i].source.value() << "->" << sends[i].destination.value() << ", "
                    << sends[i].length << " flits");
    REQUIRE(deliveries[i].packet.injected == static_cast<Cycle>(expected[i].injected));
    REQUIRE(deliveries[i].ejected == static_cast<Cycle>(expected[i].ejected));
  }
}

// Errors that destinations find: every loss with its cycle and order, every delivery, the flits of every channel.
// Returns the losses.
std::size_t require_agreement_of_destinations(const RandomCase& c, const std::vector<Send>& sends, long long retransmit, Cycle audit_period) {
  INFO(describe(c) << " retransmit " << retransmit);
  INFO(describe(sends));
  TestNetwork network(c.shape.name(), c.machine.vcs, c.tie_rule, c.policy);
  reference::ReferenceConfig second = as_reference(c);
  take_errors(c.machine, *network.topology, second);
  const auto expected = reference::simulate(second, std::vector<reference::ReferenceChange>(1), as_reference(sends), retransmit, kLimit);
  std::vector<NetworkAt> still(1);
  still[0].faults = std::make_shared<const FaultMap>(*network.topology, std::vector<NodeId>{}, std::vector<LinkEnd>{});
  still[0].relation = std::move(network.relation);
  const auto found = run_machine(*network.topology, still, c.machine, sends, retransmit, kLimit, audit_period);
  REQUIRE(found.finished == expected.finished);
  REQUIRE(found.losses.size() == expected.losses.size());
  for (std::size_t i = 0; i < expected.losses.size(); ++i) {
    INFO("loss " << i << " of message " << expected.losses[i].packet << " in cycle " << expected.losses[i].cycle);
    REQUIRE(found.losses[i].packet == expected.losses[i].packet);
    REQUIRE(found.losses[i].cycle == expected.losses[i].cycle);
    REQUIRE(found.losses[i].so_far.hops == expected.losses[i].so_far.hops);
    REQUIRE(found.losses[i].so_far.sequence == expected.losses[i].so_far.sequence);
  }
  std::vector<long long> flits(network.topology->nodes());  // of delivered messages, by source
  for (std::size_t i = 0; i < sends.size(); ++i) {
    INFO("message " << i << " of cycle " << sends[i].generated);
    REQUIRE(found.deliveries[i].ejected == expected.deliveries[i].ejected);
    if (expected.deliveries[i].ejected < 0) continue;
    REQUIRE(found.deliveries[i].injected == expected.deliveries[i].injected);
    REQUIRE(found.deliveries[i].sequence == expected.deliveries[i].sequence);
    flits[sends[i].source.value()] += sends[i].length;
  }
  REQUIRE(found.channel_flits == expected.channel_flits);
  REQUIRE(found.handed_over == flits);
  return expected.losses.size();
}

void compare_destinations(std::uint64_t seed, int cases, std::uint32_t most, Cycle audit_period) {
  Dice dice(seed);
  std::size_t losses = 0;
  for (int i = 0; i < cases; ++i) {
    INFO("case " << i << " of seed " << seed);
    RandomCase c = draw_case(dice, Choices::deterministic);
    c.machine.execution.reverse_order = dice.one_in(4);
    c.machine.execution.general_path = dice.one_in(4);
    draw_tiles(c.machine);
    c.machine.link_errors = draw_errors(dice, *make_cube(c.shape.name()), ErrorDetection::end_to_end);
    const long long retransmit = dice.one_in(3) ? -1 : dice.between(1, 40);
    losses += require_agreement_of_destinations(c, draw_sends(dice, c.shape, most), retransmit, audit_period);
  }
  CHECK(losses > 0);
}

void compare(std::uint64_t seed, int cases, std::uint32_t most, Cycle audit_period, bool channels) {
  Dice dice(seed);
  for (int i = 0; i < cases; ++i) {
    INFO("case " << i << " of seed " << seed);
    RandomCase c = draw_case(dice, Choices::deterministic);
    if (channels) draw_channels(dice, c);
    c.machine.execution.reverse_order = dice.one_in(4);
    draw_tiles(c.machine);
    c.machine.link_errors = draw_errors(dice, *make_cube(c.shape.name()), ErrorDetection::link);
    require_agreement(c, draw_sends(dice, c.shape, most), audit_period);
  }
}

}  // namespace

TEST_CASE("a busy link that errs passes (1 - P) / (1 - P + P R) flits a cycle") {
  constexpr std::uint32_t kFlits = 20'000;
  for (const double p : {0.001, 0.01, 0.1, 0.5}) {
    for (const int latency : {1, 5}) {
      const double round_trip = 2.0 * latency;  // there, and the answer's credit back
      // Each flit takes 1 + R e cycles, e geometric: mean P / (1 - P), variance P / (1 - P)^2.
      const double mean = kFlits * (1 + round_trip * p / (1 - p)), deviation = std::sqrt(kFlits * p) * round_trip / (1 - p);
      CAPTURE(p, latency);
      CHECK(std::abs(cycles_alone(p, kFlits, latency, 7) - mean) < 3.3 * deviation + 2 * latency);
    }
  }
}

TEST_CASE("a packet alone is as late as the recursion says, try by try") {
  const TestNetwork network("mesh:2", 1);
  const std::uint32_t channel = network.topology->out(NodeId(0), Port(0)).value();
  for (const int window : {0, 1, 3, 20}) {
    for (const int latency : {1, 3}) {
      constexpr int kFlits = 300;
      const long long round_trip = 2LL * latency, open = window == 0 ? round_trip : window;
      std::vector<long long> start;  // when each flit was sent to effect; flit i crosses the switch when there is room
      long long crosses = 0;
      for (int i = 0; i < kFlits; ++i) {
        if (i > 0) ++crosses;
        if (i >= open) crosses = std::max(crosses, start[static_cast<std::size_t>(i - open)] + round_trip);
        long long s = i == 0 ? crosses : std::max(crosses, start.back() + 1);
        for (std::uint64_t k = 0; try_errs(9, channel, static_cast<std::uint64_t>(i), k, below(0.2)); ++k) s += round_trip;
        start.push_back(s);
      }
      CAPTURE(window, latency);
      // The first flit crosses the injection channel in one cycle and the switch in the next; the tail is handed over
      // in the cycle of its arrival.
      CHECK(cycles_alone(0.2, kFlits, latency, 9, window) == static_cast<double>(start.back() + latency));
    }
  }
}

// Of a link that is as new when flit `first` crosses the switch in cycle `from`, one flit more in each cycle that lets
// it: when each is sent to effect, until one would cross in cycle `end`, or `most` have; and the tries before that.
struct LinkCourse {
  std::vector<long long> start;
  long long tries = 0;
  LinkCourse(std::uint64_t seed, std::uint32_t channel, double p, long long round_trip, std::uint64_t first, long long from, long long end,
             std::size_t most) {
    const auto answered = [&](std::size_t i) {
      return i < static_cast<std::size_t>(round_trip) ? 0 : start[i - static_cast<std::size_t>(round_trip)] + round_trip;
    };
    for (long long crosses = from; start.size() < most; ++crosses) {
      crosses = std::max(crosses, answered(start.size()));
      if (crosses >= end) return;
      long long s = std::max(crosses, start.empty() ? 0 : std::max(start.back() + 1, answered(start.size())));
      for (std::uint64_t k = 0; try_errs(seed, channel, first + start.size(), k, below(p)); ++k, s += round_trip) tries += s < end ? 1 : 0;
      start.push_back(s);
    }
  }
};

TEST_CASE("of a link that fails tries to come do not count, and then it is as new and numbers its flits on") {
  const TestNetwork network("mesh:2", 1);
  const ChannelId channel = network.topology->out(NodeId(0), Port(0));
  const FaultMap failing(*network.topology, {}, {{NodeId(0), Port(0)}});
  struct Last final : DeliveryObserver {
    Cycle ejected = 0, lost_at = 0;
    void delivered(const Delivery& d) override { ejected = d.ejected; }
    void lost(const Packet& /*packet*/, Cycle now) override { lost_at = now; }
  };
  for (const long long fails : {5LL, 40LL, 101LL, 260LL}) {
    CAPTURE(fails);
    constexpr int kLatency = 3;
    Last last;
    RouterConfig config;
    config.vcs = config.injection_vcs = 1;
    config.buffer_depth = kMaxDepth;
    config.channel_latency = kLatency;
    config.seed = 9;
    config.link_errors = all_err(*network.topology, 0.3);
    CompiledNetwork machine(config, Wiring::of(*network.topology), *network.relation, last);
    (void)machine.send(TerminalId(0), {0, TerminalId(1), 1'000, 0, true});
    for (Cycle now = 0; now < static_cast<Cycle>(fails); ++now) machine.step(now);
    machine.fail_unseen(failing, static_cast<Cycle>(fails));
    CHECK(last.lost_at == static_cast<Cycle>(fails));
    // The head flit crosses the injection channel in cycle 0, and the switch in cycle 1.
    const LinkCourse before(9, channel.value(), 0.3, 2 * kLatency, 0, 1, fails, 1'000);
    CHECK(machine.link_errors().flits == before.start.size());
    CHECK(machine.link_errors().errors == static_cast<std::uint64_t>(before.tries));
    (void)machine.send(TerminalId(0), {static_cast<Cycle>(fails), TerminalId(1), 50, 0, true});
    for (auto now = static_cast<Cycle>(fails); last.ejected == 0; ++now) machine.step(now);
    const LinkCourse after(9, channel.value(), 0.3, 2 * kLatency, before.start.size(), fails + 1, kLimit, 50);
    CHECK(last.ejected == static_cast<Cycle>(after.start.back() + kLatency));
    CHECK(machine.link_errors().errors == static_cast<std::uint64_t>(before.tries + after.tries));
  }
}

TEST_CASE("a link that has failed unknown takes what its replay buffer holds, until it is known") {
  const TestNetwork network("mesh:2", 1);
  const ChannelId channel = network.topology->out(NodeId(0), Port(0));
  const FaultMap failing(*network.topology, {}, {{NodeId(0), Port(0)}});
  struct NoObserver final : DeliveryObserver {
    void delivered(const Delivery& /*delivery*/) override {}
    void lost(const Packet& /*packet*/, Cycle /*now*/) override {}
  };
  for (const int replay : {1, 6, 40}) {
    NoObserver observer;
    RouterConfig config;
    config.vcs = config.injection_vcs = 1;
    config.buffer_depth = kMaxDepth;
    config.link_errors = all_err(*network.topology, 0.5, 1, replay);
    const UnseenFaults unaware(*network.topology, *network.relation, {channel});
    CompiledNetwork machine(config, Wiring::of(*network.topology), unaware, observer);
    const auto flits = [&] { return machine.link_errors().flits; };
    machine.fail_unseen(failing, 0);
    machine.silence({channel});
    (void)machine.send(TerminalId(0), {0, TerminalId(1), 100, 0, true});
    Cycle now = 0;
    for (; now < 300; ++now) machine.step(now);
    CHECK(flits() == static_cast<std::uint64_t>(replay));
    CHECK(machine.flits_on({channel}) == static_cast<std::uint64_t>(replay));
    CHECK(machine.link_errors().errors == 0);
    machine.fail_unseen(failing, now);
    machine.silence({});
    machine.change(*network.relation, now);
    (void)machine.send(TerminalId(0), {now, TerminalId(1), 100, 0, true});
    for (; !machine.idle(); ++now) machine.step(now);
    CHECK(flits() == static_cast<std::uint64_t>(replay) + 100);
    machine.audit();
  }
}

TEST_CASE("a window smaller than the round trip holds a link to window / R, without any error") {
  for (const int window : {1, 2, 3, 7}) {
    const double cycles = cycles_alone(0, 7'000, 4, 1, window);  // R = 8
    CAPTURE(window);
    CHECK(std::abs(cycles - 7'000.0 * 8 / window) <= 8 + 4);
  }
  CHECK(cycles_alone(0, 7'000, 4, 1, 8) == 7'000 - 1 + 4);
  CHECK(cycles_alone(0, 7'000, 4, 1) == 7'000 - 1 + 4);
}

TEST_CASE("a larger replay buffer takes flits in earlier, and passes no more of them") {
  CHECK(cycles_alone(0.1, 5'000, 3, 3, 6, 50) <= cycles_alone(0.1, 5'000, 3, 3, 6, 6));
  CHECK(cycles_alone(0.1, 5'000, 3, 3, 6, 50) > 5'000 * 1.5);
}

TEST_CASE("links that may err but never do change nothing") {
  Dice dice(5);
  for (int i = 0; i < sample(200, 20); ++i) {
    RandomCase c = draw_case(dice, Choices::deterministic);
    draw_channels(dice, c);
    const TestNetwork network(c.shape.name(), c.machine.vcs, c.tie_rule, c.policy);
    const auto sends = draw_sends(dice, c.shape, 40);
    INFO(describe(c));
    const auto run = [&] { return deliver_all(wiring_of(c, *network.topology), *network.relation, c.machine, sends, kLimit, 7); };
    const auto plain = run();
    c.machine.link_errors = all_err(*network.topology, 0);
    const auto other = run();
    for (std::size_t m = 0; m < sends.size(); ++m) {
      REQUIRE(plain[m].packet.injected == other[m].packet.injected);
      REQUIRE(plain[m].ejected == other[m].ejected);
    }
  }
}

TEST_CASE("links that err move messages in the same cycles in the machine and in the reference") {
  compare(20, sample(500, 15), 1, 1, false);
  compare(21, sample(500, 15), 10, 1, false);
  compare(22, sample(150, 4), 120, 7, false);
}

TEST_CASE("over channels of several latencies and bandwidths, too") {
  compare(30, sample(500, 15), 3, 1, true);
  compare(31, sample(150, 4), 100, 7, true);
}

TEST_CASE("packets with errors are thrown away at their destinations, and sent again, in the same cycles in both machines") {
  compare_destinations(40, sample(500, 30), 5, 1);
  compare_destinations(41, sample(300, 20), 40, 1);
  compare_destinations(42, sample(100, 6), 200, 7);
}

TEST_CASE("of packets of L flits over h channels (1 - P)^(L h) arrive whole") {
  const TestNetwork network("mesh:8", 1);
  for (const double p : {0.001, 0.02}) {
    for (const auto& [to, flits] : {std::pair{1U, 1U}, {1U, 16U}, {7U, 4U}}) {
      constexpr int kPackets = 4'000;
      std::vector<Send> sends;
      for (int i = 0; i < kPackets; ++i) sends.push_back({static_cast<Cycle>(i), TerminalId(0), TerminalId(to), flits});
      RouterConfig config;
      config.vcs = config.injection_vcs = 1;
      config.seed = 11;
      LinkErrors errors = *all_err(*network.topology, p);
      errors.detection = ErrorDetection::end_to_end;
      config.link_errors = std::make_shared<const LinkErrors>(errors);
      std::vector<NetworkAt> still(1);
      still[0].faults = std::make_shared<const FaultMap>(*network.topology, std::vector<NodeId>{}, std::vector<LinkEnd>{});
      still[0].relation = make_relation("dor", *network.topology, taken("dor", *network.topology, {TieRule::split, VcPolicy::split, 1}));
      const auto outcome = run_machine(*network.topology, still, config, sends, -1, kLimit, 1000);
      REQUIRE(outcome.finished);
      const double whole = std::pow(1 - p, static_cast<double>(flits * to)), deviation = std::sqrt(whole * (1 - whole) / kPackets);
      CAPTURE(p, to, flits);
      CHECK(std::abs(1 - static_cast<double>(outcome.losses.size()) / kPackets - whole) < 3.3 * deviation);
    }
  }
}

TEST_CASE("thousands of runs with errors that destinations find agree message by message", "[long]") {
  for (std::uint64_t seed = 300; seed < 310; ++seed) compare_destinations(seed, 400, seed % 5 == 0 ? 200 : 12, 25);
}

TEST_CASE("thousands of runs with links that err agree message by message", "[long]") {
  for (std::uint64_t seed = 200; seed < 210; ++seed) compare(seed, 400, seed % 5 == 0 ? 200 : 12, 25, seed % 2 == 0);
}
