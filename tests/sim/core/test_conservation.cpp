// Conservation: nothing is lost, doubled or misdirected, no channel carries more than a flit a cycle, and nothing is
// faster than the closed formula, in random configurations from light load to far past saturation.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <numeric>
#include <set>

#include "tests/support/cases/soak.hpp"
#include "tests/support/channel_flits.hpp"
#include "tests/support/sample.hpp"
#include "traffic/patterns/uniform.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

template <typename Values>
std::uint64_t total(const Values& values) {
  return std::accumulate(values.begin(), values.end(), std::uint64_t{0});
}

// While messages are on their way. `previous`: flits per channel and the cycle of the last check.
struct Watch {
  std::vector<std::uint64_t> flits;
  Cycle at = 0;

  void operator()(const SoakState& s) {
    s.machine.audit();
    const CompiledNetwork::Totals t = s.machine.totals();
    REQUIRE(t.queued + t.in_network + t.delivered == s.sent.size());
    REQUIRE(t.delivered == s.deliveries.size());
    REQUIRE(t.injected_flits == t.ejected_flits + t.buffered_flits);
    REQUIRE(total(s.machine.ejected_flits_by_source()) == t.ejected_flits);
    std::uint64_t arrived = 0;
    for (const Delivery& d : s.deliveries) arrived += d.packet.order.length;
    REQUIRE(t.ejected_flits >= arrived);
    const std::vector<std::uint64_t> now = channel_flits(s.machine);
    if (flits.empty()) flits.assign(now.size(), 0);
    for (std::size_t c = 0; c < now.size(); ++c) {
      REQUIRE(now[c] >= flits[c]);
      REQUIRE(now[c] - flits[c] <= s.cycles - at);
    }
    flits = now;
    at = s.cycles;
    REQUIRE(s.machine.find_deadlock().empty());
  }
};

void require_delivered_once(const SoakResult& r) {
  REQUIRE(r.deliveries.size() == r.sent.size());
  std::vector<bool> seen(r.sent.size(), false);
  std::map<std::uint32_t, std::uint64_t> next_sequence;
  std::vector<std::uint64_t> sequence(r.sent.size());
  for (std::size_t i = 0; i < r.sent.size(); ++i) sequence[i] = next_sequence[r.sent[i].source.value()]++;
  for (const Delivery& d : r.deliveries) {
    const Packet& m = d.packet;
    REQUIRE(m.order.tag < r.sent.size());
    REQUIRE(!seen[m.order.tag]);
    seen[m.order.tag] = true;
    const Send& asked = r.sent[m.order.tag];
    REQUIRE(m.source == asked.source);
    REQUIRE(m.order.destination == asked.destination);
    REQUIRE(m.order.length == asked.length);
    REQUIRE(m.order.generated == asked.generated);
    REQUIRE(m.order.measured == r.measured[m.order.tag]);
    REQUIRE(m.sequence == sequence[m.order.tag]);
  }
}

void require_lawful_times(const RandomCase& c, const SoakResult& r) {
  std::map<std::uint32_t, std::set<Cycle>> injections, ejections;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> last_sequence;
  const auto per_hop = static_cast<Cycle>(c.machine.channel_latency + c.machine.routing_delay + c.machine.router_pipeline);
  for (std::size_t i = 0; i < r.deliveries.size(); ++i) {
    const Delivery& d = r.deliveries[i];
    const Packet& m = d.packet;
    const std::uint32_t h = c.shape.hops(m.source.value(), m.order.destination.value());
    REQUIRE(m.hops == h);
    REQUIRE(m.injected >= m.order.generated);
    REQUIRE(d.network_latency() >= h * per_hop + m.order.length + 1);
    // One flit a cycle through the injection channel and, if there is one, the ejection channel: headers and tails have
    // cycles of their own.
    REQUIRE(injections[m.source.value()].insert(m.injected).second);
    if (c.machine.ejection == Ejection::channel) REQUIRE(ejections[m.order.destination.value()].insert(d.ejected).second);
    const auto rank = [](const Delivery& x) {
      return std::make_tuple(x.ejected, x.packet.order.destination.value(), x.packet.source.value(), x.packet.sequence);
    };
    if (i > 0) REQUIRE(rank(r.deliveries[i - 1]) < rank(d));
    // With one VC everywhere there is one way and no overtaking on it.
    if (c.machine.vcs == 1 && c.machine.injection_vcs == 1) {
      std::uint64_t& after = last_sequence[{m.source.value(), m.order.destination.value()}];
      REQUIRE(m.sequence >= after);
      after = m.sequence + 1;
    }
  }
}

void require_counts(const SoakResult& r) {
  std::uint64_t flits = 0, flit_hops = 0, hops = 0, measured_hops = 0;
  for (const Delivery& d : r.deliveries) {
    flits += d.packet.order.length;
    flit_hops += std::uint64_t{d.packet.order.length} * d.packet.hops;
    hops += d.packet.hops;
    measured_hops += d.packet.order.measured ? d.packet.hops : 0;
  }
  REQUIRE(r.totals.queued == 0);
  REQUIRE(r.totals.in_network == 0);
  REQUIRE(r.totals.buffered_flits == 0);
  REQUIRE(r.totals.injected_flits == flits);
  REQUIRE(r.totals.ejected_flits == flits);
  REQUIRE(total(r.channel_flits) == flit_hops);
  REQUIRE(total(r.channel_packets) == hops);
  REQUIRE(total(r.channel_measured_packets) == measured_hops);
}

void conserve(const RandomCase& c, const SoakPlan& plan) {
  INFO(describe(c));
  INFO(describe(plan));
  Watch watch;
  const SoakResult r = soak(c, plan, [&watch](const SoakState& s) { watch(s); });
  require_delivered_once(r);
  require_lawful_times(c, r);
  require_counts(r);
}

void conserve_many(std::uint64_t seed, int cases, double lowest_load, double highest_load) {
  Dice dice(seed);
  for (int i = 0; i < cases; ++i) {
    INFO("case " << i << " of seed " << seed);
    const RandomCase c = draw_case(dice, Choices::random_too);
    conserve(c, draw_plan(dice, lowest_load, highest_load));
  }
}

}  // namespace

TEST_CASE("nothing is lost, doubled or too fast at loads from 0.05 to 0.3") { conserve_many(11, sample(200), 0.05, 0.3); }

TEST_CASE("nothing is lost, doubled or too fast at loads from 0.3 to 0.7") { conserve_many(12, sample(150), 0.3, 0.7); }

TEST_CASE("nothing is lost, doubled or too fast at loads from 0.7 to 1.0, past saturation") { conserve_many(13, sample(150, 10), 0.7, 1.0); }

TEST_CASE("a router with 70 input VCs and one with 176 lose nothing under overload") {
  RandomCase c{torus({8, 8, 8}), TieRule::split, VcPolicy::split, {}};
  c.machine.vcs = 10;
  c.machine.injection_vcs = 10;
  SoakPlan plan;
  plan.load = 1.0;
  plan.longest = 16;
  plan.cycles = 150;
  plan.check_period = 50;
  conserve(c, plan);
  c.shape = hypercube(10);
  c.machine.vcs = 16;
  c.machine.injection_vcs = 16;
  plan.cycles = 60;
  plan.check_period = 30;
  conserve(c, plan);
  c.machine.vc_arbitration = VcArbitration::round_robin;
  c.machine.crossbar = Crossbar::per_port;
  c.machine.vc_reuse = VcReuse::tail;
  c.machine.ejection = Ejection::channel;
  conserve(c, plan);
}

TEST_CASE("runs of every protocol keep the machine's invariants and account for every message") {
  Dice dice(14);
  for (int i = 0; i < 40; ++i) {
    const RandomCase c = draw_case(dice, Choices::random_too);
    INFO("case " << i << ": " << describe(c));
    RunConfig run;
    run.audit = true;
    run.protocol = dice.pick({RunConfig::Protocol::window, RunConfig::Protocol::messages});
    run.warmup = 500;
    run.cycles = 2000;
    run.messages = 300;
    run.warmup_messages = 50;
    run.packet_length = 1 + dice.below(20);
    run.injection = dice.pick({Injection::poisson, Injection::bernoulli});
    run.rate = dice.between(5, 60) / 100.0 / run.packet_length;
    run.seed = dice.below(1000);
    const TestNetwork network(c.shape.name(), c.machine.vcs, c.tie_rule, c.policy);
    const UniformTraffic pattern(c.shape.nodes(), dice.one_in(2));
    const RunResult r = run_pattern(*network.topology, *network.relation, c.machine, run, pattern);
    REQUIRE(r.deadlock.empty());
    REQUIRE(r.packets.generated == r.packets.delivered + r.packets.in_flight);
    REQUIRE(r.packets.measured <= r.packets.delivered);
    REQUIRE(r.packets.measured > 0);
    for (const std::uint64_t flits : r.channels.flits) REQUIRE(flits <= r.cycles);
    REQUIRE(r.latency.min >= r.network_latency.min);
    const auto per_hop = static_cast<std::uint64_t>(c.machine.channel_latency + c.machine.routing_delay + c.machine.router_pipeline);
    REQUIRE(r.network_latency.min >= r.hops.min * per_hop + run.packet_length + 1);
  }
}

TEST_CASE("nothing is lost, doubled or too fast in thousands of configurations", "[long]") {
  for (std::uint64_t seed = 1000; seed < 1010; ++seed) conserve_many(seed, 200, 0.05, 1.3);
}
