// A cycle decides from the state at its start (docs/reference/router-cycle.md, section 2): the order in which the
// program visits channels and nodes, and which of its two paths it takes, change no number. Same seed, same run;
// another seed, another run.
#include <catch2/catch.hpp>

#include "models/network/relation/forwarding_relation.hpp"
#include "tests/support/cases/soak.hpp"
#include "tests/support/sample.hpp"
#include "traffic/patterns/uniform.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

auto facts(const Delivery& d) {
  const Packet& m = d.packet;
  return std::make_tuple(m.source.value(), m.sequence, m.order.destination.value(), m.order.generated, m.order.length, m.order.tag, m.injected,
                         d.ejected, m.hops);
}

bool same(const std::vector<Delivery>& a, const std::vector<Delivery>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Delivery& x, const Delivery& y) { return facts(x) == facts(y); });
}

bool same(const Summary& a, const Summary& b) {
  const auto all = [](const Summary& s) {
    return std::make_tuple(s.count, s.mean, s.stddev, s.ci95, s.min, s.max, s.p50, s.p90, s.p95, s.p99, s.p999);
  };
  return all(a) == all(b);
}

bool same(const RunResult& a, const RunResult& b) {
  const auto numbers = [](const RunResult& r) {
    std::vector<std::string> wanted;
    for (const RunResult::DeadlockWait& wait : r.deadlock) wanted.push_back(wait.wanted);
    return std::make_tuple(r.offered, r.accepted, r.accepted_min, r.saturated(), r.cycles, r.simulated_cycles, r.packets.generated,
                           r.packets.delivered, r.packets.measured, r.packets.in_flight, r.flit_hops, r.channels.packets, r.channels.flits, wanted,
                           r.completion_cycle);
  };
  const auto same_source = [](const RunResult::Source& x, const RunResult::Source& y) {
    return std::make_tuple(x.offered, x.accepted, x.backlog) == std::make_tuple(y.offered, y.accepted, y.backlog);
  };
  return numbers(a) == numbers(b) && same(a.latency, b.latency) && same(a.network_latency, b.network_latency) && same(a.hops, b.hops) &&
         std::equal(a.per_source.begin(), a.per_source.end(), b.per_source.begin(), b.per_source.end(), same_source);
}

// The same relation without its table of answers (step_table.hpp): the machine asks it.
class Tableless final : public ForwardingRelation {
 public:
  explicit Tableless(const RoutingRelation& of) : ForwardingRelation(of) {}
};

struct Variant {
  bool reverse_order, general_path;
};
constexpr Variant kVariants[] = {{false, false}, {true, false}, {false, true}, {true, true}};

void compare_soaks(std::uint64_t seed, int cases, double lowest_load, double highest_load) {
  Dice dice(seed);
  for (int i = 0; i < cases; ++i) {
    RandomCase c = draw_case(dice, Choices::random_too);
    const SoakPlan plan = draw_plan(dice, lowest_load, highest_load);
    INFO("case " << i << ": " << describe(c) << "; " << describe(plan));
    const SoakResult base = soak(c, plan);
    for (const Variant v : kVariants) {
      c.machine.execution.reverse_order = v.reverse_order;
      c.machine.execution.general_path = v.general_path;
      INFO("reverse " << v.reverse_order << ", general " << v.general_path);
      const SoakResult other = soak(c, plan);
      REQUIRE(same(base.deliveries, other.deliveries));
      REQUIRE(base.channel_flits == other.channel_flits);
      REQUIRE(base.end == other.end);
    }
  }
}

RunConfig draw_run(Dice& dice) {
  RunConfig run;
  run.protocol = dice.pick({RunConfig::Protocol::window, RunConfig::Protocol::messages});
  run.warmup = 300;
  run.cycles = 1500;
  run.messages = 400;
  run.warmup_messages = 100;
  run.packet_length = dice.pick({1U, 5U, 16U});
  run.injection = dice.pick({Injection::poisson, Injection::bernoulli});
  run.rate = dice.between(10, 90) / 100.0 / run.packet_length;
  run.seed = dice.below(1000);
  return run;
}

}  // namespace

TEST_CASE("every delivery is the same in whatever order and by whichever path the machine is run") { compare_soaks(21, sample(120), 0.05, 0.5); }

TEST_CASE("past saturation every delivery is the same in whatever order and by whichever path the machine is run") {
  compare_soaks(22, sample(60), 0.5, 1.2);
}

TEST_CASE("every number of a run's result is the same in whatever order and by whichever path the machine is run") {
  Dice dice(23);
  for (int i = 0; i < sample(40, 16); ++i) {
    RandomCase c = draw_case(dice, Choices::random_too);
    const RunConfig run = draw_run(dice);
    INFO("case " << i << ": " << describe(c) << " rate " << run.rate << " length " << run.packet_length);
    const TestNetwork network(c.shape.name(), c.machine.vcs, c.tie_rule, c.policy);
    const UniformTraffic pattern(c.shape.nodes(), true);
    const RunResult base = run_pattern(*network.topology, *network.relation, c.machine, run, pattern);
    for (const Variant v : kVariants) {
      c.machine.execution.reverse_order = v.reverse_order;
      c.machine.execution.general_path = v.general_path;
      REQUIRE(same(base, run_pattern(*network.topology, *network.relation, c.machine, run, pattern)));
      REQUIRE(same(base, run_pattern(*network.topology, Tableless(*network.relation), c.machine, run, pattern)));
    }
  }
}

TEST_CASE("the run's seed alone draws arrivals and destinations, the machine's seed alone VCs and ties") {
  const TestNetwork network("torus:4x4", 4);
  const UniformTraffic pattern(16, false);
  RouterConfig machine;
  machine.vcs = 4;
  machine.injection_vcs = 4;
  RunConfig run;
  run.rate = 0.02;
  run.packet_length = 16;
  run.cycles = 3000;
  const auto go = [&] { return run_pattern(*network.topology, *network.relation, machine, run, pattern); };
  const RunResult base = go();
  CHECK(same(base, go()));
  machine.seed = 2;
  const RunResult other_choices = go();
  CHECK_FALSE(same(base, other_choices));
  CHECK(base.offered == other_choices.offered);
  machine.seed = 1;
  run.seed = 2;
  const RunResult other_load = go();
  CHECK_FALSE(same(base, other_load));
  CHECK(base.offered != other_load.offered);
}

TEST_CASE("what arrives in one cycle at one terminal is handed over in the order of sources") {
  // To the middle of a row from both sides: both tails arrive in one cycle.
  struct Received final : DeliveryObserver {
    void delivered(const Delivery& d) override { all.push_back(d); }
    std::vector<Delivery> all;
  } received;
  const TestNetwork network("mesh:3", 2);
  RouterConfig config;
  config.vcs = config.injection_vcs = 2;
  config.execution.reverse_order = GENERATE(false, true);
  CompiledNetwork machine(config, Wiring::of(*network.topology), *network.relation, received);
  for (const std::uint32_t from : {2U, 0U}) machine.send(TerminalId(from), {0, TerminalId(1), 5, 0, true});
  for (Cycle now = 0; !machine.idle(); ++now) machine.step(now);
  REQUIRE(received.all.size() == 2);
  CHECK(received.all[0].ejected == received.all[1].ejected);
  CHECK(received.all[0].packet.source == TerminalId(0));
  CHECK(received.all[1].packet.source == TerminalId(2));
}
