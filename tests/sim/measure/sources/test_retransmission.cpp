// Messages that faults take, and those that their sources send again (docs/guide/faults.md, "Faults that come and go"):
// the omniscient source alone, and in runs with a log of all that was generated, lost and delivered beside them.
#include <catch2/catch.hpp>
#include <memory>

#include "models/network/faults/fault_map.hpp"
#include "sim/measure/sources/retransmission.hpp"
#include "tests/support/cases/faulty_run.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

class Arrivals final : public DeliveryObserver {
 public:
  void delivered(const Delivery& d) override { all.push_back(d); }
  std::vector<Delivery> all;
};

Packet packet(std::uint32_t source, std::uint32_t destination, Cycle generated, std::uint32_t length) {
  Packet m;
  m.source = TerminalId(source);
  m.order = {generated, TerminalId(destination), length, 77, true};
  return m;
}

// A machine of dimension order that knows nothing of what has failed, and the source that sends again.
struct Alone {
  explicit Alone(std::optional<RetransmitRule> rule, const std::vector<NodeId>& nodes = {}) : failed(*network.topology, nodes, {}), again(rule, 5) {
    machine = std::make_unique<CompiledNetwork>(RouterConfig{}, Wiring::of(*network.topology), *network.relation, arrivals);
  }
  void send_due(Cycle now) {
    again.send_due(now, *machine, &failed, [&](const Packet& m) { given_up.push_back(m.source.value()); });
  }
  TestNetwork network{"mesh:5", 4};
  FaultMap failed;
  Arrivals arrivals;
  std::unique_ptr<CompiledNetwork> machine;
  Retransmission again;
  std::vector<std::uint32_t> given_up;  // by their sources
};

RunConfig workload(const RetransmitRule& retransmit) {
  RunConfig r;
  r.protocol = RunConfig::Protocol::workload;
  r.packet_length = 20;
  r.retransmit = retransmit;
  return r;
}

LinkEnd link(std::uint32_t node, std::uint16_t port) { return {NodeId(node), Port(port)}; }

struct Marked {
  std::uint64_t generated = 0, delivered = 0;
};
// Messages generated in the window, and those of them that arrived.
Marked marked(const Log& log, const RunConfig& settings) {
  Marked m;
  const Cycle begin = settings.warmup, end = settings.warmup + settings.cycles;
  for (const auto& [cycle, source] : log.generated) m.generated += within(cycle, begin, end);
  for (const Delivery& d : log.delivered) m.delivered += within(d.packet.order.generated, begin, end);
  return m;
}

}  // namespace

TEST_CASE("a lost message is sent again `delay` cycles after its loss, as old as it is", "[retransmission]") {
  Alone a(7);
  CHECK(a.again.lost(packet(0, 2, 3, 5), 10));
  CHECK(a.again.next() == std::optional<Cycle>(17));
  CHECK(a.again.pending() == 1);
  a.send_due(16);
  CHECK(a.machine->source(TerminalId(0)).generated == 0);
  a.send_due(17);
  CHECK(a.machine->source(TerminalId(0)).generated == 1);
  CHECK(a.again.sent() == 1);
  CHECK(a.again.lost() == 0);
  CHECK(a.again.pending() == 0);
  CHECK_FALSE(a.again.next());
  for (Cycle now = 17; !a.machine->idle(); ++now) a.machine->step(now);
  REQUIRE(a.arrivals.all.size() == 1);
  const Delivery& d = a.arrivals.all.front();
  CHECK(d.packet.order.generated == 3);
  CHECK(d.packet.order.tag == 77);
  CHECK(d.packet.order.measured);
  CHECK(d.packet.injected == 17);
  CHECK(d.ejected == 17 + 2 + 5);  // h + M after it was sent
}

TEST_CASE("without a delay every loss is for good", "[retransmission]") {
  Alone a(std::nullopt);
  CHECK_FALSE(a.again.lost(packet(0, 2, 3, 5), 10));
  CHECK_FALSE(a.again.lost(packet(1, 2, 3, 5), 10));
  CHECK(a.again.lost() == 2);
  CHECK_FALSE(a.again.next());
  a.send_due(1000);
  CHECK(a.again.sent() == 0);
  CHECK(a.machine->idle());
}

TEST_CASE("a message is given up if either end has failed when it is due, and only then", "[retransmission]") {
  Alone a(5, {NodeId(4)});
  CHECK(a.again.lost(packet(4, 1, 0, 1), 10));
  CHECK(a.again.lost(packet(0, 4, 0, 1), 11));
  CHECK(a.again.lost(packet(3, 2, 0, 1), 11));
  CHECK(a.again.lost() == 0);  // not yet
  a.send_due(15);
  CHECK(a.given_up == std::vector<std::uint32_t>{4});
  CHECK(a.again.next() == std::optional<Cycle>(16));
  a.send_due(16);
  CHECK(a.given_up == std::vector<std::uint32_t>{4, 0});
  CHECK(a.again.lost() == 2);
  CHECK(a.again.sent() == 1);
  CHECK(a.machine->source(TerminalId(3)).generated == 1);
}

TEST_CASE("what is due together is sent in the order of the losses; each sending counts for its source", "[retransmission]") {
  Alone a(5);
  for (const std::uint32_t length : {3U, 1U, 2U}) CHECK(a.again.lost(packet(1, 1, 0, length), 10));
  CHECK(a.again.lost(packet(0, 1, 0, 1), 10));
  a.send_due(15);
  CHECK(a.again.lost(packet(0, 1, 0, 1), 16));  // the same one for the second time
  a.send_due(21);
  CHECK(a.again.sent() == 5);
  CHECK(a.again.again() == std::vector<std::uint64_t>{2, 3, 0, 0, 0});
  for (Cycle now = 21; !a.machine->idle(); ++now) a.machine->step(now);
  std::vector<std::uint32_t> by_sequence(3);
  for (const Delivery& d : a.arrivals.all)
    if (d.packet.source == TerminalId(1)) by_sequence.at(d.packet.sequence) = d.packet.order.length;
  CHECK(by_sequence == std::vector<std::uint32_t>{3, 1, 2});
}

TEST_CASE("with a backoff each further loss of a message is waited for longer, up to the limit", "[retransmission]") {
  Alone a(RetransmitRule(7, 2, 20));
  const Packet one = packet(0, 2, 3, 5), other = packet(1, 2, 3, 5);
  CHECK(a.again.lost(one, 10));
  CHECK(a.again.next() == std::optional<Cycle>(17));
  a.send_due(17);
  CHECK(a.again.lost(one, 20));
  CHECK(a.again.next() == std::optional<Cycle>(20 + 14));
  a.send_due(34);
  CHECK(a.again.lost(one, 40));    // 28 is above the limit: due in 60
  CHECK(a.again.lost(one, 40));    // of the same message, at once
  CHECK(a.again.lost(other, 41));  // for the first time, and due before them
  CHECK(a.again.next() == std::optional<Cycle>(48));
  a.send_due(48);
  CHECK(a.machine->source(TerminalId(1)).generated == 1);
  CHECK(a.again.next() == std::optional<Cycle>(60));
  a.send_due(60);
  CHECK(a.again.pending() == 0);
  a.again.delivered(one);
  CHECK(a.again.lost(one, 100));  // another one like it
  CHECK(a.again.next() == std::optional<Cycle>(107));
  CHECK(RetransmitRule(1'000'000, 16).after(40) == 1'000'000);
  CHECK(RetransmitRule(3, 10, 5000).after(2) == 300);
  CHECK(RetransmitRule(3).after(9) == 3);
}

TEST_CASE("a message that is lost twice is sent three times, and its latency counts from its generation", "[retransmission]") {
  // 0->2 on a ring of 8, 20 flits: alone it crosses 1-2 in cycles 2..21 after it was sent. That link fails under it in
  // cycles 5 and 20; it is sent in 0, 15 and 30, and arrives h + M later.
  FaultyRun run("torus:8", workload(10), {{0, {}, {}}, {5, {}, {link(1, 0)}}, {10, {}, {}}, {20, {}, {link(1, 0)}}, {25, {}, {}}});
  const RunResult r = run.go();
  CHECK(run.losses.size() == 2);
  CHECK(r.packets.retransmitted == 2);
  CHECK(r.packets.lost == 0);
  CHECK(r.packets.generated == 1);
  CHECK(r.packets.delivered == 1);
  REQUIRE(run.log.delivered.size() == 1);
  CHECK(run.log.delivered.front().packet.injected == 30);
  CHECK(run.log.delivered.front().packet.hops == 2);
  CHECK(run.log.delivered.front().ejected == 30 + 2 + 20);
  CHECK(r.completion_cycle == std::optional<Cycle>(53));
  CHECK(r.latency.max == 53);
  CHECK(r.network_latency.max == 23);
}

TEST_CASE("a backoff lets the second failure pass", "[retransmission]") {
  // As above, but 20 cycles after the second loss.
  FaultyRun run("torus:8", workload({10, 2}), {{0, {}, {}}, {5, {}, {link(1, 0)}}, {10, {}, {}}, {20, {}, {link(1, 0)}}, {25, {}, {}}});
  const RunResult r = run.go();
  CHECK(r.packets.retransmitted == 2);
  CHECK(r.completion_cycle == std::optional<Cycle>(40 + 2 + 20 + 1));
}

TEST_CASE("a message sent again goes around what took it", "[retransmission]") {
  // Sent again in cycle 8 while 1-2 has failed: absorbed in node 1, then the other way around: 1 + 7 hops, H + 2 (M +
  // 1) cycles (docs/reference/router-cycle.md, section 8).
  FaultyRun run("torus:8", workload(3), {{0, {}, {}}, {5, {}, {link(1, 0)}}});
  const RunResult r = run.go();
  CHECK(r.packets.retransmitted == 1);
  REQUIRE(run.log.delivered.size() == 1);
  CHECK(run.log.delivered.front().packet.hops == 8);
  CHECK(r.completion_cycle == std::optional<Cycle>(8 + 8 + 2 * 21));
  CHECK(r.absorbed.faults() == 1);
}

TEST_CASE("a workload whose message is lost for good ends all the same", "[retransmission]") {
  // Node 2 fails for good; the source knows when the message is due, in cycle 1,005.
  FaultyRun run("torus:8", workload(1000), {{0, {}, {}}, {5, {2}, {}}});
  const RunResult r = run.go();
  CHECK(r.packets.lost == 1);
  CHECK(r.packets.retransmitted == 0);
  CHECK(r.packets.delivered == 0);
  CHECK(r.packets.generated == 1);
  CHECK(r.packets.in_flight == 0);
  CHECK(r.simulated_cycles >= 1005);
  CHECK(r.simulated_cycles <= 1007);
}

TEST_CASE("a node that failed and was repaired before the message is due loses nothing", "[retransmission]") {
  for (const std::uint32_t node : {0U, 2U}) {
    FaultyRun run("torus:8", workload(30), {{0, {}, {}}, {5, {node}, {}}, {35, {}, {}}});
    const RunResult r = run.go();
    CHECK(r.packets.lost == 0);
    CHECK(r.packets.retransmitted == 1);
    CHECK(r.completion_cycle == std::optional<Cycle>(35 + 23));
  }
}

TEST_CASE("a window with losses ends unsaturated: all of it is measured if they are sent again, else all but them", "[retransmission]") {
  for (const bool again : {true, false}) {
    CAPTURE(again);
    RunConfig settings = window(0.02, 16, 500, 3000);
    if (again) settings.retransmit = 50;
    std::vector<NetworkFrom> networks{{0, {}, {}}};
    for (Cycle at = 480; at < 3500; at += 200) {
      networks.push_back({at, {}, {link(5, 0), link(6, 2), link(10, 0)}});
      networks.push_back({at + 100, {}, {}});
    }
    FaultyRun run("torus:4x4", settings, networks);
    const RunResult r = run.go();
    std::uint64_t measured_losses = 0;
    for (const Packet& m : run.losses) measured_losses += within(m.order.generated, 500, 3500);
    const Marked window = marked(run.log, settings);
    REQUIRE(run.losses.size() >= 3);
    REQUIRE(measured_losses > 0);
    CHECK_FALSE(r.saturated());
    CHECK(r.simulated_cycles < 3800);
    CHECK(r.packets.retransmitted == (again ? run.losses.size() : 0));
    CHECK(r.packets.lost == (again ? 0 : run.losses.size()));
    CHECK(r.packets.measured == window.delivered);
    CHECK(window.generated == window.delivered + (again ? 0 : measured_losses));
    CHECK(r.packets.generated == run.log.generated.size());
    CHECK(r.packets.generated == r.packets.delivered + r.packets.in_flight + r.packets.lost);
  }
}

TEST_CASE("a failed node's messages leave the measured set, those that only passed it are sent again", "[retransmission]") {
  RunConfig settings = window(0.02, 16, 500, 3000);
  settings.retransmit = 50;
  FaultyRun run("torus:4x4", settings, {{0, {}, {}}, {1000, {5}, {}}, {1400, {5, 3}, {}}, {2000, {5, 3, 8}, {}}, {2600, {5, 3, 8, 14}, {}}});
  const RunResult r = run.go();
  const auto fails = [](TerminalId t) { return t.value() == 5 || t.value() == 3 || t.value() == 8 || t.value() == 14; };
  std::uint64_t ends = 0, passing = 0, measured_ends = 0;
  for (const Packet& m : run.losses) {
    const bool end = fails(m.source) || fails(m.order.destination);
    (end ? ends : passing) += 1;
    measured_ends += end && within(m.order.generated, 500, 3500);
  }
  const Marked window = marked(run.log, settings);
  REQUIRE(ends > 0);
  REQUIRE(passing > 0);
  CHECK(r.packets.lost == ends);
  CHECK(r.packets.retransmitted == passing);
  CHECK(window.generated == window.delivered + measured_ends);
  CHECK(r.packets.measured == window.delivered);
  CHECK(r.packets.generated == run.log.generated.size());
  CHECK_FALSE(r.saturated());
  CHECK(r.simulated_cycles < 3800);
}
