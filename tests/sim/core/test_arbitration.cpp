// Exact cycles of small contentions, worked out by hand from docs/reference/router-cycle.md sections 2 and 4-6.
// The stage is a 3x3 mesh. Node 4 is its centre; worms reach it from node 5 (input port 0), 3 (port 1), 1 (port 3) and
// its own interface (port 4), and meet on the channel 4->7. A worm sent in cycle g from a neighbour of node 4 crosses
// the injection channel in g and the channel to node 4 in g + 1; its header waits at node 4 from g + 2 on. Alone, the
// tail of M flits crosses 4->7 in g + M + 1: handed over in g + M + 2.
#include <algorithm>
#include <catch2/catch.hpp>

#include "tests/support/harness.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

using Cycles = std::vector<Cycle>;

struct Sent {
  std::uint32_t from, to, length;
  Cycle generated;
};

RouterConfig plain(int vcs) {
  RouterConfig config;
  config.vcs = vcs;
  config.injection_vcs = vcs;
  config.selection = Selection::lowest;
  return config;
}

// The cycle in which each message's tail is handed over; the same in either order and on either path.
Cycles ejections(const std::string& topology, const RouterConfig& config, const std::vector<Sent>& messages, Cycle audit_period = 1) {
  const TestNetwork network(topology, config.vcs, TieRule::plus);
  std::vector<Send> sends;
  for (const Sent& m : messages) sends.push_back({m.generated, TerminalId(m.from), TerminalId(m.to), m.length});
  Cycles first;
  for (int variant = 0; variant < 4; ++variant) {
    RouterConfig c = config;
    c.execution.reverse_order = (variant & 1) != 0;
    c.execution.general_path = (variant & 2) != 0;
    Cycles cycles;
    for (const Delivery& d : deliver_all(*network.topology, *network.relation, c, sends, 100'000, audit_period)) cycles.push_back(d.ejected);
    if (variant == 0) first = cycles;
    CHECK(cycles == first);
  }
  return first;
}

Cycles on_stage(const RouterConfig& config, const std::vector<Sent>& messages) { return ejections("mesh:3x3", config, messages); }

}  // namespace

TEST_CASE("headers first come first served: the one that waited longest, whatever its port") {
  // Node 4's own worm crosses 4->7 at 1..10, its tail leaves node 7 in 11. Headers wait at node 4 from 3 (of 1), 4 (of
  // 3) and 5 (of 5).
  // They cross at 12..13, 15..16 and 18..19: the VC is free in the cycle after the tail was handed over.
  const std::vector<Sent> messages = {{4, 7, 10, 0}, {1, 7, 2, 1}, {3, 7, 2, 2}, {5, 7, 2, 3}};
  CHECK(on_stage(plain(1), messages) == Cycles{11, 14, 17, 20});
}

TEST_CASE("headers first come first served: of those that came together the lowest port, injection last") {
  // The worm of node 1 crosses 4->7 at 2..11, its tail is handed over in 12. The others wait from 5 and cross at
  // 13..14, 16..17, 19..20.
  CHECK(on_stage(plain(1), {{1, 7, 10, 0}, {5, 7, 2, 3}, {3, 7, 2, 3}, {4, 7, 2, 4}}) == Cycles{12, 15, 18, 21});
}

TEST_CASE("headers round-robin: the scan begins behind the first header served in the last one that served any") {
  // At 1 the own worm (port 4) is served: the pointer stands behind it. At 12 ports 0, 1 and 3 wait: 0, then 1, then 3.
  const std::vector<Sent> messages = {{4, 7, 10, 0}, {1, 7, 2, 1}, {3, 7, 2, 2}, {5, 7, 2, 3}};
  RouterConfig config = plain(1);
  config.vc_arbitration = VcArbitration::round_robin;
  CHECK(on_stage(config, messages) == Cycles{11, 20, 17, 14});
  // Here port 1 is served first (4->7 at 2..11, handed over at 12): from 13 on ports 3 (of 1), 4 (own), 0 (of 5).
  CHECK(on_stage(config, {{3, 7, 10, 0}, {5, 7, 2, 1}, {1, 7, 2, 2}, {4, 7, 2, 4}}) == Cycles{12, 21, 15, 18});
}

TEST_CASE("headers round-robin: several served in one scan leave the pointer behind the first of them") {
  // Pairs of one-flit worms; the first served gets VC 0 and crosses first. At 2: ports 0 and 1, the pointer goes behind
  // port 0.
  // At 12: port 1, then 3, the pointer goes behind port 1. At 22: port 3, then 1.
  RouterConfig config = plain(2);
  const std::vector<Sent> messages = {{5, 7, 1, 0}, {3, 7, 1, 0}, {3, 7, 1, 10}, {1, 7, 1, 10}, {3, 7, 1, 20}, {1, 7, 1, 20}};
  CHECK(on_stage(config, messages) == Cycles{3, 4, 13, 14, 23, 24});
  config.vc_arbitration = VcArbitration::round_robin;
  CHECK(on_stage(config, messages) == Cycles{3, 4, 13, 14, 24, 23});
}

TEST_CASE("channels round-robin: three worms take turns flit by flit; oldest: one after the other") {
  // Headers wait at node 4 from 2: VC 0 to port 0 (5->7), VC 1 to port 1 (3->7), VC 2 to port 3 (1->7). Turns at 2..10.
  const std::vector<Sent> messages = {{1, 7, 3, 0}, {3, 7, 3, 0}, {5, 7, 3, 0}};
  RouterConfig config = plain(3);
  CHECK(on_stage(config, messages) == Cycles{11, 10, 9});
  config.output_arbitration = OutputArbitration::oldest;  // the same generation cycle: the lowest source first
  CHECK(on_stage(config, messages) == Cycles{5, 8, 11});
  // The worm of node 5 is one cycle older: 2..4, then node 1's 5..7, node 3's 8..10.
  CHECK(on_stage(config, {{5, 7, 3, 0}, {1, 7, 3, 1}, {3, 7, 3, 1}}) == Cycles{5, 8, 11});
}

TEST_CASE("oldest: of two messages of one source and cycle the one sent first goes first") {
  RouterConfig config = plain(2);
  config.output_arbitration = OutputArbitration::oldest;
  CHECK(ejections("mesh:2", config, {{0, 1, 4, 0}, {0, 1, 4, 0}}) == Cycles{5, 9});  // injection 0..3 and 4..7, 0->1 a cycle later
  config.output_arbitration = OutputArbitration::round_robin;
  CHECK(ejections("mesh:2", config, {{0, 1, 4, 0}, {0, 1, 4, 0}}) == Cycles{8, 9});  // injection 0 2 4 6 and 1 3 5 7
}

TEST_CASE("a VC has one worm at a time: with two VCs the third worm waits for the first tail to be handed over") {
  // 5->7 on VC 0 at 2 4 6, 3->7 on VC 1 at 3 5 7; VC 0 is free from 8 on (its tail is handed over at 7): 1->7 at 8 9
  // 10.
  CHECK(on_stage(plain(2), {{1, 7, 3, 0}, {3, 7, 3, 0}, {5, 7, 3, 0}}) == Cycles{11, 8, 7});
}

TEST_CASE("per-port: a nomination that its input port refuses is lost and the output idles") {
  // Routing delay 8, depth 4: worms A (3->5, VC 0) and B (3->7, VC 1) share 3->4 at 9 11 13 15 and 10 12 14 16. Their
  // headers wait at node 4 from 10 and 11 and get their VCs in 18 and 19, with all flits there.
  const std::vector<Sent> messages = {{3, 5, 4, 0}, {3, 7, 4, 0}};
  RouterConfig config = plain(2);
  config.buffer_depth = 4;
  config.routing_delay = 8;
  CHECK(on_stage(config, messages) == Cycles{22, 23});  // 18..21 and 19..22
  config.crossbar = Crossbar::per_port;
  CHECK(on_stage(config, messages) == Cycles{25, 26});  // 18 20 22 24 and 19 21 23 25: the grant of 18 moved the port's pointer
  config.output_arbitration = OutputArbitration::oldest;
  // On the injection and network channels A goes first as well: injection 0..3 and 4..7, so B waits at node 3 from 5,
  // crosses 3->4 at 13..16 (A at 9..12), waits at node 4 from 14 and gets its VC at 22, when A (18..21) has gone.
  CHECK(on_stage(config, messages) == Cycles{22, 26});
}

TEST_CASE("per-port: a channel's pointer does not move for a nomination that was refused") {
  // Worms A (3->5), B and C (3->7) share the input port from node 3 at node 4 on VCs 0, 1 and 2; all flits wait there
  // before the VCs are given out (delay 12, depth 2, two flits each). A gets its VC in 26, B in 27, C in 28 (headers
  // wait from 14, 15, 16).
  // Channel 3->4 carries A B C A B C at 13..18. At node 4: 26: A. 27: A against B: pointer 1, B; A is left with one
  // flit. 28: A nominates from VC 0, 4->7 nominates (pointer 1 of its own VCs: B holds its VC 0, C its VC 1) C; the
  // port's pointer is 2: C (input VC 2). 29: pointer 0: A against B (4->7's pointer back at its VC 0): A, done. 30: B.
  // 31: C.
  RouterConfig config = plain(3);
  config.routing_delay = 12;
  config.crossbar = Crossbar::per_port;
  CHECK(on_stage(config, {{3, 5, 2, 0}, {3, 7, 2, 0}, {3, 7, 2, 0}}) == Cycles{30, 31, 32});
}

TEST_CASE("hand-over of a VC: atomic reuse waits for the tail and its credit, at-tail reuse for the tail to be sent") {
  // Worm A 1->2 crosses at 1..M. B 0->2 waits at node 1 meanwhile. Atomic: A's tail leaves node 2 in M + l, B crosses
  // from M + 2 l on.
  // At-tail: B crosses from M + 1 on.
  RouterConfig config = plain(1);
  for (const std::uint32_t length : {4U, 9U}) {
    for (const std::uint32_t latency : {1U, 2U, 3U}) {
      config.channel_latency = static_cast<int>(latency);
      config.buffer_depth = 2 * config.channel_latency;
      const std::vector<Sent> messages = {{0, 2, length, 0}, {1, 2, length, 0}};
      CAPTURE(length, latency);
      config.vc_reuse = VcReuse::atomic;
      CHECK(ejections("mesh:3", config, messages) == Cycles{2 * length + 3 * latency - 1, length + latency});
      config.vc_reuse = VcReuse::tail;
      CHECK(ejections("mesh:3", config, messages) == Cycles{2 * length + latency, length + latency});
    }
  }
}

TEST_CASE("at-tail: one-flit worms queue in one buffer and follow each other without a gap") {
  // Depth 4, routing delay 0: injection at 0 1 2 3 4, each header crosses 0->1 in the next cycle and is handed over in
  // the one after.
  RouterConfig config = plain(1);
  config.buffer_depth = 4;
  const std::vector<Sent> messages = {{0, 1, 1, 0}, {0, 1, 1, 0}, {0, 1, 1, 0}, {0, 1, 1, 0}, {0, 1, 1, 0}};
  config.vc_reuse = VcReuse::tail;
  CHECK(ejections("mesh:2", config, messages) == Cycles{2, 3, 4, 5, 6});
  config.vc_reuse = VcReuse::atomic;  // the injection VC is free in the cycle after its tail left: injection at 0 2 4 6 8
  CHECK(ejections("mesh:2", config, messages) == Cycles{2, 4, 6, 8, 10});
  // Routing delay 2: the first waits from 1, crosses at 3; each following one begins to wait a cycle after the one
  // before it crossed.
  config.vc_reuse = VcReuse::tail;
  config.routing_delay = 2;
  CHECK(ejections("mesh:2", config, messages) == Cycles{4, 7, 10, 13, 16});
}

TEST_CASE("routing delay: a header that has to wait anyway does not pay it twice") {
  // 4->7 is held by the own worm: header waits from 1, crosses at 4..9 (delay 3), tail handed over in 10, VC free from
  // 11. The worm of node 3 is sent at 1, waits at node 3 from 2, crosses at 5, waits at node 4 from 6: ready at 9,
  // served at 11.
  RouterConfig config = plain(1);
  config.routing_delay = 3;
  CHECK(on_stage(config, {{4, 7, 6, 0}, {3, 7, 2, 1}}) == Cycles{10, 13});
}

TEST_CASE("ejection channel: no routing delay, one flit a cycle, and a VC free again in the cycle after its tail") {
  // Three one-VC worms for node 4 arrive together (headers wait from 2): ports 0, 1, 3, with no gap between tail and
  // next header.
  RouterConfig config = plain(1);
  config.ejection = Ejection::channel;
  config.routing_delay = 5;  // paid at the source only: headers cross at 6, wait at node 4 from 7
  CHECK(on_stage(config, {{1, 4, 3, 0}, {3, 4, 3, 0}, {5, 4, 3, 0}}) == Cycles{15, 12, 9});
  config.ejection = Ejection::ideal;
  CHECK(on_stage(config, {{1, 4, 3, 0}, {3, 4, 3, 0}, {5, 4, 3, 0}}) == Cycles{9, 9, 9});
}

TEST_CASE("160 headers of 10 input ports with 16 VCs each pass one router, one flit a cycle without a gap") {
  // On a 10-cube the neighbours of node 0 in dimensions 0..8 and node 0 itself send 16 one-flit messages each through
  // 0->512. The first is node 0's own and crosses at 1; the others arrive faster than one a cycle and 16 VCs never run
  // out.
  RouterConfig config = plain(16);
  std::vector<Sent> messages;
  for (int i = 0; i < 16; ++i) {
    messages.push_back({0, 512, 1, 0});
    for (std::uint32_t d = 0; d < 9; ++d) messages.push_back({1U << d, 512, 1, 0});
  }
  Cycles expected;
  for (Cycle t = 2; t <= 161; ++t) expected.push_back(t);
  for (const VcArbitration arbitration : {VcArbitration::fcfs, VcArbitration::round_robin}) {
    for (const Crossbar crossbar : {Crossbar::per_vc, Crossbar::per_port}) {
      if (!whole() && (arbitration == VcArbitration::fcfs) != (crossbar == Crossbar::per_vc)) continue;
      config.vc_arbitration = arbitration;
      config.crossbar = crossbar;
      Cycles cycles = ejections("hypercube:10", config, messages, 40);
      std::sort(cycles.begin(), cycles.end());
      CHECK(cycles == expected);
    }
  }
}
