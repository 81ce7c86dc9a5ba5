// The watchdog: a relation without datelines deadlocks and the cycle of waits it names is a true one; dimension order
// with datelines never does, however overloaded, and overload is never taken for a deadlock.
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "sim/measure/sources/traffic_source.hpp"
#include "tests/support/cases/no_dateline.hpp"
#include "tests/support/cases/random_case.hpp"
#include "tests/support/harness.hpp"
#include "tests/support/sample.hpp"
#include "traffic/patterns/permutation.hpp"
#include "traffic/patterns/uniform.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

using Name = std::pair<std::uint32_t, std::uint64_t>;  // source, sequence
using Waits = std::vector<CompiledNetwork::WaitFor>;

class Arrivals final : public DeliveryObserver {
 public:
  void delivered(const Delivery& d) override { names.insert({d.packet.source.value(), d.packet.sequence}); }
  std::set<Name> names;
};

RouterConfig plain(int vcs) {
  RouterConfig config;
  config.vcs = vcs;
  config.injection_vcs = vcs;
  config.selection = Selection::lowest;
  return config;
}

// On a ring with the + direction only: did the worm of `w`, whose header is at w.at, come over the channel that leaves
// `from`?
bool came_over(const CompiledNetwork::WaitFor& w, std::uint32_t from, std::uint32_t ring) {
  const std::uint32_t way = (w.at.value() + ring - w.source.value()) % ring;
  return (from + ring - w.source.value()) % ring < way;
}

// Of a run's result, each of which says what it waits for.
Waits waits_of(const RunResult& result) {
  Waits waits;
  for (const RunResult::DeadlockWait& wait : result.deadlock) {
    CHECK_FALSE(wait.wanted.empty());
    waits.push_back(wait.wait);
  }
  return waits;
}

// Each message waits for a channel that leaves the node where its header is (or, queued behind another worm, for the
// channel it came over), and the worm of the next entry came over that channel.
void check_cycle(const Topology& topology, const Waits& waits, std::uint32_t ring) {
  REQUIRE(!waits.empty());
  std::set<Name> names;
  for (std::size_t i = 0; i < waits.size(); ++i) {
    const CompiledNetwork::WaitFor& w = waits[i];
    const CompiledNetwork::WaitFor& next = waits[(i + 1) % waits.size()];
    REQUIRE(names.insert({w.source.value(), w.sequence}).second);
    REQUIRE(w.wanted.value() < topology.channels());
    REQUIRE(w.wanted_vcs != 0);
    const Channel& wanted = topology.channel(w.wanted);
    REQUIRE(wanted.sign == 1);
    CHECK((wanted.from == w.at || wanted.to == w.at));
    const bool at_its_head = next.at == wanted.to;  // its header came over the channel last
    CHECK((at_its_head || came_over(next, wanted.from.value(), ring)));
    CHECK_FALSE(w.at == topology.router_of(w.destination));
  }
}

CompiledNetwork::WaitFor find(const Waits& waits, std::uint32_t source) {
  for (const auto& w : waits) {
    if (w.source.value() == source) return w;
  }
  throw std::runtime_error("no wait of this source");
}

RunConfig window(double rate, std::uint32_t length, Cycle warmup, Cycle cycles) {
  RunConfig r;
  r.warmup = warmup;
  r.cycles = cycles;
  r.rate = rate;
  r.packet_length = length;
  return r;
}

// Sources at `load` for `cycles` cycles; the first non-empty answer of find_deadlock, asked every 1,000 cycles.
Waits watch_overload(const CubeTopology& topology, const RoutingRelation& relation, const RouterConfig& config, const TrafficPattern& pattern,
                     double load, std::uint32_t length, Cycle cycles) {
  Arrivals arrivals;
  CompiledNetwork machine(config, Wiring::of(topology), relation, arrivals);
  TrafficSource source(poisson(load / length, length, 7), pattern, topology.nodes());
  for (Cycle now = 0; now < cycles; ++now) {
    source.generate(now, false, machine);
    machine.step(now);
    if (now % 1000 != 999) continue;
    const Waits waits = machine.find_deadlock();
    if (!waits.empty()) return waits;
  }
  if (arrivals.names.size() < cycles / 1000) throw std::runtime_error("hardly anything was delivered");
  return {};
}

}  // namespace

TEST_CASE("four worms on a ring of four without datelines wait for each other in a circle") {
  // One VC: each node sends 10 flits to the node two ahead; each header gets its first channel in cycle 1 and never the
  // second.
  // Two VCs: three ahead; each gets its first channel, then the other VC of its second, and all VCs are taken.
  const CubeTopology ring(CubeTopology::Kind::torus, {4});
  for (const std::uint32_t vcs : {1U, 2U}) {
    for (const int variant : {0, 1, 2, 3, 4, 5, 6, 7}) {
      const NoDateline relation(ring, (variant & 1) != 0 ? static_cast<int>(vcs) : 1);
      RouterConfig config = plain(static_cast<int>(vcs));
      config.execution.general_path = (variant & 2) != 0;
      config.ejection = (variant & 4) != 0 ? Ejection::channel : Ejection::ideal;
      CAPTURE(vcs, variant);
      Arrivals arrivals;
      CompiledNetwork machine(config, Wiring::of(ring), relation, arrivals);
      for (std::uint32_t v = 0; v < 4; ++v) machine.send(TerminalId(v), {0, TerminalId((v + vcs + 1) % 4), 10, 0, false});
      for (Cycle now = 0; now < vcs + 1; ++now) {  // the headers still move
        CHECK(machine.find_deadlock().empty());
        machine.step(now);
      }
      for (Cycle now = vcs + 1; now < 20; ++now) machine.step(now);
      machine.audit();
      const Waits waits = machine.find_deadlock();
      check_cycle(ring, waits, 4);
      if (vcs == 1) {
        CHECK(waits.size() == 4);
        CHECK(waits.front().source == TerminalId(0));  // from the oldest on: all of cycle 0, so that of the first source
      }
      for (const auto& w : waits) {
        const std::uint32_t at = (w.source.value() + vcs) % 4;
        CHECK(w.destination == TerminalId((at + 1) % 4));
        CHECK(w.at == NodeId(at));
        CHECK(describe_channel(machine.tile().numbering, machine.tile().store, w.wanted) == std::to_string(at) + "->" + std::to_string((at + 1) % 4));
      }
    }
  }
}

TEST_CASE("three worms on the same ring can move: no deadlock is reported and all arrive") {
  const CubeTopology ring(CubeTopology::Kind::torus, {4});
  const NoDateline relation(ring);
  Arrivals arrivals;
  CompiledNetwork machine(plain(1), Wiring::of(ring), relation, arrivals);
  for (std::uint32_t v = 0; v < 3; ++v) machine.send(TerminalId(v), {0, TerminalId((v + 2) % 4), 50, 0, false});
  for (Cycle now = 0; !machine.idle(); ++now) {
    REQUIRE(now < 1000);
    machine.step(now);
    REQUIRE(machine.find_deadlock().empty());
  }
  CHECK(arrivals.names.size() == 3);
}

TEST_CASE("a deadlock of two messages is found while other messages move elsewhere") {
  // Row 0 of a 4x4 torus: 0->3 holds 0->1 and 1->2 and wants 2->3, 2->1 holds 2->3 and 3->0 and wants 0->1. Rows 1 to 3
  // are busy.
  const CubeTopology net(CubeTopology::Kind::torus, {4, 4});
  for (const VcReuse reuse : {VcReuse::atomic, VcReuse::tail}) {
    const NoDateline relation(net);
    RouterConfig config = plain(1);
    config.vc_reuse = reuse;
    Arrivals arrivals;
    CompiledNetwork machine(config, Wiring::of(net), relation, arrivals);
    machine.send(TerminalId(0), {0, TerminalId(3), 100, 0, false});
    machine.send(TerminalId(2), {0, TerminalId(1), 100, 0, false});
    std::uint64_t others = 0;
    for (Cycle now = 0; now < 5000; ++now) {
      if (now % 10 == 0) {
        const auto i = static_cast<std::uint32_t>(now / 10 % 12);  // one node after another, to its neighbour in the row
        machine.send(TerminalId(4 + i), {now, TerminalId(4 + i / 4 * 4 + (i + 1) % 4), 8, 0, false});
        ++others;
      }
      machine.step(now);
    }
    CHECK(arrivals.names.size() + 3 >= others);
    const Waits waits = machine.find_deadlock();
    REQUIRE(waits.size() == 2);
    CHECK(describe_channel(machine.tile().numbering, machine.tile().store, find(waits, 0).wanted) == "2->3");
    CHECK(find(waits, 0).at == NodeId(2));
    CHECK(describe_channel(machine.tile().numbering, machine.tile().store, find(waits, 2).wanted) == "0->1");
    CHECK(find(waits, 2).at == NodeId(0));
  }
}

TEST_CASE("a message stuck behind a deadlock is not in the cycle") {
  // As above in row 0; a third message 3->1 wants 3->0, which nobody gives up.
  const CubeTopology net(CubeTopology::Kind::torus, {4});
  const NoDateline relation(net);
  Arrivals arrivals;
  CompiledNetwork machine(plain(1), Wiring::of(net), relation, arrivals);
  machine.send(TerminalId(0), {0, TerminalId(3), 100, 0, false});
  machine.send(TerminalId(2), {0, TerminalId(1), 100, 0, false});
  for (Cycle now = 0; now < 10; ++now) machine.step(now);
  machine.send(TerminalId(3), {10, TerminalId(1), 5, 0, false});
  for (Cycle now = 10; now < 50; ++now) machine.step(now);
  const Waits waits = machine.find_deadlock();
  CHECK(waits.size() == 2);
  for (const auto& w : waits) CHECK(w.source != TerminalId(3));
}

TEST_CASE("without datelines a loaded ring deadlocks, the cycle of waits is true and its messages never arrive; else all arrive") {
  Dice dice(41);
  int deadlocks = 0;
  for (int i = 0; i < 60; ++i) {
    const std::uint32_t size = 3 + dice.below(6);
    const CubeTopology ring(CubeTopology::Kind::torus, {size});
    RouterConfig config = plain(dice.between(1, 3));
    config.vc_reuse = dice.pick({VcReuse::atomic, VcReuse::whole, VcReuse::place, VcReuse::tail});
    config.ejection = dice.pick({Ejection::ideal, Ejection::channel});
    config.buffer_depth = dice.between(1, 4);
    config.channel_latency = dice.between(1, 2);
    config.routing_delay = dice.between(0, 2);
    config.selection = dice.pick({Selection::lowest, Selection::random});
    const NoDateline relation(ring, dice.one_in(2) ? 1 : config.vcs);
    CAPTURE(i, size, config.vcs, config.buffer_depth, config.channel_latency, config.routing_delay, relation.classes(), name_of(config.vc_reuse));
    const UniformTraffic uniform(size, false);
    Arrivals arrivals;
    CompiledNetwork machine(config, Wiring::of(ring), relation, arrivals);
    TrafficSource source(poisson(1.0 / 20, 20, static_cast<std::uint64_t>(i)), uniform, size);
    Waits waits;
    Cycle now = 0;
    for (; waits.empty() && (now < 5000 || !machine.idle()); ++now) {
      REQUIRE(now < 100'000);  // neither a deadlock nor empty: the watchdog is blind
      if (now < 5000) source.generate(now, false, machine);
      machine.step(now);
      if (now % 100 == 99) waits = machine.find_deadlock();
    }
    if (waits.empty()) continue;
    ++deadlocks;
    check_cycle(ring, waits, size);
    for (const Cycle end = now + 3000; now < end; ++now) machine.step(now);
    machine.audit();
    for (const auto& w : waits) CHECK(arrivals.names.count({w.source.value(), w.sequence}) == 0);
    CHECK_FALSE(machine.find_deadlock().empty());
  }
  CHECK(deadlocks >= 40);
}

TEST_CASE("a run ends at its deadlock, which is not called saturation, in every protocol and phase") {
  const CubeTopology ring(CubeTopology::Kind::torus, {8});
  const NoDateline relation(ring);
  const UniformTraffic uniform(8, false);
  std::vector<RunConfig> runs = {window(0.05, 20, 50'000, 50'000),  // in the warm-up
                                 window(0.05, 20, 0, 50'000),       // in the window
                                 window(0.05, 20, 10, 50'000),      // in the window, from a state of its own
                                 window(0.05, 20, 0, 900)};         // in the drain
  runs.push_back(window(0.05, 20, 0, 0));
  runs.back().protocol = RunConfig::Protocol::messages;
  runs.back().messages = 1'000'000;
  runs.back().warmup_messages = 5;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    CAPTURE(i);
    const RunResult r = run_pattern(ring, relation, plain(1), runs[i], uniform);
    check_cycle(ring, waits_of(r), 8);
    CHECK_FALSE(r.saturated());
    CHECK(r.simulated_cycles % Run::kWatchPeriod == 0);
    CHECK(r.simulated_cycles < 60'000);
    CHECK_FALSE(r.completion_cycle.has_value());
    CHECK(r.packets.generated == r.packets.delivered + r.packets.in_flight);
  }
}

TEST_CASE("a workload that deadlocks ends without a completion cycle") {
  const CubeTopology ring(CubeTopology::Kind::torus, {4});
  const NoDateline relation(ring);
  RunConfig settings;
  settings.protocol = RunConfig::Protocol::workload;
  settings.packet_length = 10;
  const PermutationTraffic two_ahead("two ahead", {TerminalId(2), TerminalId(3), TerminalId(0), TerminalId(1)});
  const RunResult r = run_pattern(ring, relation, plain(1), settings, two_ahead);
  CHECK(waits_of(r).size() == 4);
  CHECK_FALSE(r.saturated());
  CHECK_FALSE(r.completion_cycle.has_value());
  CHECK(r.simulated_cycles == Run::kWatchPeriod);
  CHECK(r.packets.in_flight == 4);
}

TEST_CASE("with dateline classes an overloaded ring of eight runs a million cycles without a deadlock") {
  const UniformTraffic uniform(8, false);
  for (const VcReuse reuse : {VcReuse::atomic, VcReuse::tail}) {
    const TestNetwork network("torus:8", 2);
    RouterConfig config = plain(2);
    config.vc_reuse = reuse;
    CHECK(watch_overload(*network.topology, *network.relation, config, uniform, 1.0, 16, sample(1'000'000U)).empty());
  }
}

TEST_CASE("with dateline classes an overloaded ring of eight runs ten million cycles without a deadlock", "[long]") {
  const UniformTraffic uniform(8, false);
  for (const VcReuse reuse : {VcReuse::atomic, VcReuse::tail}) {
    for (const VcPolicy policy : {VcPolicy::split, VcPolicy::static_, VcPolicy::relaxed}) {
      const TestNetwork network("torus:8", 2, TieRule::split, policy);
      RouterConfig config = plain(2);
      config.vc_reuse = reuse;
      CHECK(watch_overload(*network.topology, *network.relation, config, uniform, 1.0, 16, 10'000'000).empty());
    }
  }
}

TEST_CASE("no VC policy deadlocks under overload on small tori") {
  for (const VcPolicy policy : {VcPolicy::split, VcPolicy::static_, VcPolicy::relaxed, VcPolicy::shared}) {
    for (const char* const name : {"torus:5", "torus:4x4", "torus:2x3"}) {
      CAPTURE(name, static_cast<int>(policy));
      const TestNetwork network(name, 4, TieRule::split, policy);
      RouterConfig config = plain(4);
      config.selection = Selection::random;
      config.injection_vcs = 1;
      const UniformTraffic uniform(network.topology->nodes(), false);
      CHECK(watch_overload(*network.topology, *network.relation, config, uniform, 2.0, 12, sample(60'000U)).empty());
    }
  }
}

TEST_CASE("a jammed destination is congestion, not deadlock") {
  // All nodes send to node 0, past what its ejection channel, or its last channels, can carry.
  class AllToZero final : public TrafficPattern {
   public:
    [[nodiscard]] std::vector<Demand> row(TerminalId source) const override {
      return source == TerminalId(0) ? std::vector<Demand>{} : std::vector<Demand>{{TerminalId(0), 1}};
    }
    [[nodiscard]] TerminalId sample(TerminalId /*source*/, RandomStream& /*random*/) const override { return TerminalId(0); }
    [[nodiscard]] Rational share(TerminalId source) const override { return source == TerminalId(0) ? 0 : 1; }
  };
  const AllToZero pattern;
  for (const Ejection ejection : {Ejection::ideal, Ejection::channel}) {
    for (const VcReuse reuse : {VcReuse::atomic, VcReuse::tail}) {
      for (const auto& [name, vcs] : {std::pair{"mesh:4x4", 1}, std::pair{"hypercube:4", 1}, std::pair{"torus:4x4", 2}}) {
        RouterConfig config = plain(vcs);
        config.ejection = ejection;
        config.vc_reuse = reuse;
        const TestNetwork network(name, vcs);
        CHECK(watch_overload(*network.topology, *network.relation, config, pattern, 0.5, 200, 100'000).empty());
        RunConfig run = window(0.5 / 50, 50, 1000, 5000);
        const RunResult r = run_pattern(*network.topology, *network.relation, config, run, pattern);
        CHECK(r.deadlock.empty());
        CHECK(r.saturated());
      }
    }
  }
}
