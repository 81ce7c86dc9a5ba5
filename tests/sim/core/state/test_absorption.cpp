// Messages absorbed on their way (docs/reference/router-cycle.md, section 8): a full ejection, then a full injection.
// Zero-load latency H + (1 + A)(M + 1) and what the options add; first come, first served, before new messages; nothing
// lost or doubled under any options; memory counted and limited.
#include <catch2/catch.hpp>

#include "tests/support/cases/random_case.hpp"
#include "tests/support/harness.hpp"
#include "tests/support/sample.hpp"
#include "tests/support/way_stops.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

RouterConfig plain() {
  RouterConfig config;
  config.vcs = config.injection_vcs = 2;
  return config;
}

std::vector<NodeId> some_nodes(Dice& dice, std::uint32_t nodes) {
  std::vector<NodeId> list;
  for (std::uint32_t v = 0; v < nodes; ++v) {
    if (dice.one_in(3)) list.emplace_back(v);
  }
  return list;
}

// Counts hops and absorptions of one message alone.
Delivery alone(const CubeTopology& topology, const WayStops& relation, const RouterConfig& config, std::uint32_t from, std::uint32_t to,
               std::uint32_t length) {
  return deliver_all(topology, relation, config, {{3, TerminalId(from), TerminalId(to), length}}, 100'000, 1).front();
}

}  // namespace

TEST_CASE("alone, a message takes H + (1 + A)(M + 1) cycles, and each absorption the re-injection delay", "[absorption]") {
  const auto topology = make_cube("torus:5x4");
  const WayStops relation(*topology, {NodeId(1), NodeId(2), NodeId(3), NodeId(7), NodeId(8), NodeId(12), NodeId(13), NodeId(14)});
  Dice dice(5);
  std::uint32_t most = 0;
  for (int i = 0; i < 300; ++i) {
    const std::uint32_t from = dice.below(20), to = dice.below(20), length = dice.pick({1U, 2U, 7U, 32U});
    RouterConfig config = plain();
    config.ejection = dice.pick({Ejection::ideal, Ejection::channel});
    config.crossbar = dice.pick({Crossbar::per_vc, Crossbar::per_port});
    config.vc_reuse = dice.pick({VcReuse::atomic, VcReuse::whole, VcReuse::place, VcReuse::tail});
    config.source = dice.pick({SourcePolicy::interleaved, SourcePolicy::one_at_a_time});
    config.channel_latency = dice.between(1, 3);
    config.routing_delay = dice.between(0, 2);
    config.buffer_depth = 2 * config.channel_latency;
    config.absorption.delay = dice.pick({0U, 0U, 1U, 9U});
    config.execution.general_path = dice.one_in(2);
    const std::uint32_t stops = relation.stops_between(*topology, NodeId(from), NodeId(to));
    most = std::max(most, stops);
    const Delivery d = alone(*topology, relation, config, from, to, length);
    const auto per_hop = static_cast<std::uint64_t>(config.channel_latency + config.routing_delay);
    const std::uint64_t expected = d.packet.hops * per_hop + (1 + stops) * (length + 1) + stops * config.absorption.delay;
    INFO(from << "->" << to << ", " << length << " flits, " << stops << " stops");
    CHECK(d.latency() == expected);
    CHECK(d.packet.injected == 3);  // network latency counts from the first injection
  }
  CHECK(most >= 3);
}

TEST_CASE("the router pipeline is paid where a message is absorbed, too", "[absorption]") {
  const auto topology = make_cube("mesh:6");
  const WayStops relation(*topology, {NodeId(2), NodeId(4)});
  RouterConfig config = plain();
  config.router_pipeline = 3;
  config.buffer_depth = 8;
  // Segments 0-2, 2-4, 4-5: five hops and two absorptions.
  CHECK(alone(*topology, relation, config, 0, 5, 8).latency() == 5 * (1 + 3) + 2 * 3 + 3 * (8 + 1));
}

TEST_CASE("absorbed messages go first come, first served, and before new ones", "[absorption]") {
  const auto topology = make_cube("mesh:4");
  const WayStops relation(*topology, {NodeId(1)});
  RouterConfig config = plain();
  config.vcs = 1;
  config.injection_vcs = 1;
  // 0->3 and then 0->2 are absorbed at node 1, which has new messages of its own for 2.
  std::vector<Send> sends = {{0, TerminalId(0), TerminalId(3), 4}, {0, TerminalId(0), TerminalId(2), 4}};
  for (int i = 0; i < 6; ++i) sends.push_back({8, TerminalId(1), TerminalId(0), 4});
  const auto d = deliver_all(*topology, relation, config, sends, 1000, 1);
  // Node 1's own messages go to node 0, but stop in their own node first: all pass its one injection VC. The first of
  // them takes it in cycle 8; the message absorbed in cycle 6 is before it, that of cycle 10 before the second.
  CHECK(d[0].ejected < d[2].ejected);
  CHECK(d[1].ejected < d[3].ejected);
}

TEST_CASE("nothing is lost, doubled or reordered by visiting order under any options", "[absorption]") {
  Dice dice(77);
  for (int i = 0; i < sample(150, 25); ++i) {
    const RandomCase drawn = draw_case(dice, Choices::random_too);
    if (drawn.shape.nodes() < 2) continue;
    const auto topology = make_cube(drawn.shape.name());
    RouterConfig config = drawn.machine;
    config.vcs = std::max(config.vcs, 2);
    config.absorption.delay = dice.pick({0U, 0U, 3U});
    const bool willing = dice.one_in(3);
    if (willing) config.vc_reuse = beside_free_escapes(config.vc_reuse);
    const WayStops relation(*topology, some_nodes(dice, topology->nodes()), willing);
    const auto sends = draw_sends(dice, drawn.shape, 60);
    INFO("case " << i << ": " << describe(drawn) << (willing ? ", willing" : "") << "; " << describe(sends));
    const auto base = deliver_all(*topology, relation, config, sends, 1'000'000, 1);
    for (const bool reverse : {false, true}) {
      for (const bool general : {false, true}) {
        config.execution.reverse_order = reverse;
        config.execution.general_path = general;
        const auto other = deliver_all(*topology, relation, config, sends, 1'000'000, 7);
        for (std::size_t m = 0; m < sends.size(); ++m) {
          REQUIRE(other[m].ejected == base[m].ejected);
          REQUIRE(other[m].packet.hops == base[m].packet.hops);
          REQUIRE(base[m].packet.order.destination == sends[m].destination);
        }
      }
    }
  }
}

TEST_CASE("absorptions are counted by rule, and the memory they took", "[absorption]") {
  const auto topology = make_cube("mesh:6");
  const WayStops relation(*topology, {NodeId(1), NodeId(2), NodeId(3), NodeId(4)});
  class Nobody final : public DeliveryObserver {
    void delivered(const Delivery& /*delivery*/) override {}
  } nobody;
  CompiledNetwork machine(plain(), Wiring::of(*topology), relation, nobody);
  machine.send(TerminalId(0), {0, TerminalId(5), 2, 0, false});
  for (Cycle now = 0; !machine.idle(); ++now) machine.step(now);
  const AbsorptionCounts& counts = machine.absorptions();
  CHECK(counts.of(AbsorptionRule::reverse) == 1);
  CHECK(counts.of(AbsorptionRule::orthogonal) == 1);
  CHECK(counts.of(AbsorptionRule::last_resort) == 2);
  CHECK(counts.of(AbsorptionRule::intermediate) == 0);
  CHECK(counts.faults() == 4);
  CHECK(counts.peak_node == 1);
  CHECK(counts.peak == 1);  // the header is absorbed only when it has crossed a channel, and the tail has left by then
}

TEST_CASE("the peaks of memory are those of one node and of all nodes at one time", "[absorption]") {
  const auto topology = make_cube("mesh:6");
  const auto counts_of = [&](std::vector<NodeId> stops, const std::vector<Send>& sends, Ejection ejection) {
    const WayStops relation(*topology, std::move(stops));
    class Nobody final : public DeliveryObserver {
      void delivered(const Delivery& /*delivery*/) override {}
    } nobody;
    RouterConfig config = plain();
    config.ejection = ejection;
    CompiledNetwork machine(config, Wiring::of(*topology), relation, nobody);
    std::size_t next = 0;
    for (Cycle now = 0; next < sends.size() || !machine.idle(); ++now) {
      for (; next < sends.size() && sends[next].generated == now; ++next)
        machine.send(sends[next].source, {now, sends[next].destination, sends[next].length, 0, false});
      machine.step(now);
    }
    return machine.absorptions();
  };
  const TerminalId t0(0), t2(2), t3(3), t5(5);
  for (const Ejection ejection : {Ejection::ideal, Ejection::channel}) {
    const auto peaks = [&](const std::vector<NodeId>& stops, const std::vector<Send>& sends) {
      const AbsorptionCounts counts = counts_of(stops, sends, ejection);
      return std::pair(counts.peak_node, counts.peak);
    };
    // In cycle 2 from both sides into node 1; at the same time into nodes 1 and 4; both.
    CHECK(peaks({NodeId(1)}, {{0, t0, t2, 1}, {0, t2, t0, 1}}) == std::pair<std::uint64_t, std::uint64_t>(2, 2));
    CHECK(peaks({NodeId(1), NodeId(4)}, {{0, t0, t2, 1}, {0, t5, t3, 1}}) == std::pair<std::uint64_t, std::uint64_t>(1, 2));
    CHECK(peaks({NodeId(1), NodeId(4)}, {{0, t0, t2, 1}, {0, t2, t0, 1}, {0, t5, t3, 1}}) == std::pair<std::uint64_t, std::uint64_t>(2, 3));
    // What comes later, and finds the places free again, raises no peak.
    CHECK(peaks({NodeId(1)}, {{0, t0, t2, 1}, {20, t2, t0, 1}, {40, t0, t2, 1}}) == std::pair<std::uint64_t, std::uint64_t>(1, 1));
    CHECK(peaks({NodeId(1)}, {{0, t0, t2, 1}, {0, t2, t0, 1}, {40, t0, t2, 1}}) == std::pair<std::uint64_t, std::uint64_t>(2, 2));
    // A message of three flits goes on before its tail has crossed the injection channel: then it has two places.
    CHECK(peaks({NodeId(1), NodeId(2)}, {{0, t0, t3, 2}}) == std::pair<std::uint64_t, std::uint64_t>(1, 1));
    CHECK(peaks({NodeId(1), NodeId(2)}, {{0, t0, t3, 3}}) == std::pair<std::uint64_t, std::uint64_t>(1, 2));
    CHECK(peaks({}, {{0, t0, t3, 3}}) == std::pair<std::uint64_t, std::uint64_t>(0, 0));
  }
}

TEST_CASE("with a limit no node holds more, and the run goes on or shows its cycle of waits", "[absorption]") {
  Dice dice(3);
  int stuck = 0, done = 0;
  for (int i = 0; i < 60; ++i) {
    const auto topology = make_cube(dice.one_in(2) ? "torus:4x4" : "mesh:5");
    const WayStops relation(*topology, some_nodes(dice, topology->nodes()));
    RouterConfig config = plain();
    config.absorption.limit = static_cast<std::uint64_t>(dice.between(1, 2));
    config.ejection = dice.pick({Ejection::ideal, Ejection::channel});
    config.source = dice.pick({SourcePolicy::interleaved, SourcePolicy::one_at_a_time});
    config.seed = static_cast<std::uint64_t>(i);
    class Count final : public DeliveryObserver {
     public:
      void delivered(const Delivery& /*delivery*/) override { ++messages; }
      std::uint64_t messages = 0;
    } count;
    CompiledNetwork machine(config, Wiring::of(*topology), relation, count);
    const std::uint32_t nodes = topology->nodes();
    for (std::uint32_t m = 0; m < 20 * nodes; ++m) machine.send(TerminalId(m % nodes), {0, TerminalId(dice.below(nodes)), 12, 0, false});
    Cycle now = 0, last_change = 0;
    std::uint64_t before = 0;
    std::vector<CompiledNetwork::WaitFor> waits;
    for (; !machine.idle() && waits.empty(); ++now) {
      machine.step(now);
      if (now % 50 != 0) continue;
      machine.audit();
      waits = machine.find_deadlock();
      const std::uint64_t moved = machine.flit_hops() + machine.totals().ejected_flits + machine.totals().injected_flits;
      if (moved != before) last_change = now;
      before = moved;
      REQUIRE(now - last_change < 2000);  // either something moves, or a cycle of waits is found
    }
    CHECK(machine.absorptions().peak_node <= config.absorption.limit);
    if (waits.empty()) {
      CHECK(count.messages == 20 * nodes);
      ++done;
    } else {
      ++stuck;
      for (const auto& wait : waits) CHECK(!describe(machine.tile(), wait).empty());
      for (Cycle end = now + 3000; now < end; ++now) machine.step(now);
      CHECK(!machine.find_deadlock().empty());  // it never dissolves
    }
  }
  CHECK(stuck > 0);
  CHECK(done > 0);
}
