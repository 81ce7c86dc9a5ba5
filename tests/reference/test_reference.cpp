// The reference machine and the rigid worm against timing worked out by hand from docs/reference/router-cycle.md.
// Notation in the comments: a worm "crosses a->b at 2..5" if its flits cross that channel in cycles 2, 3, 4, 5. A flit
// sent in cycle t over a channel of latency l can leave its buffer from t + l on; e is the cycle in which the tail is
// handed to the destination.
#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <random>
#include <stdexcept>
#include <utility>
#include <vector>

#include "hand_cases.hpp"
#include "rigid_worm.hpp"
#include "tests/support/sample.hpp"

using namespace dateline::reference;
using Config = ReferenceConfig;

namespace {

void check_alone(const Config& config) {
  const int nodes = std::accumulate(config.radices.begin(), config.radices.end(), 1, [](int x, int y) { return x * y; });
  for (const int length : dateline::test::sample(std::vector{1, 2, 5, 11}, {1, 5}))
    for (const int source : dateline::test::sample(std::vector{0, nodes - 1}, {0}))
      for (int destination = 0; destination < nodes; ++destination) {
        const ReferenceDelivery d = simulate(config, {{7, source, destination, length}}, 10'000).front();
        const int h = distance(config, source, destination);
        CAPTURE(source, destination, length, config.channel_latency, config.routing_delay, config.buffer_depth);
        REQUIRE(d.hops == h);
        REQUIRE(d.injected == 7);
        REQUIRE(d.ejected + 1 - 7 == h * (config.channel_latency + config.routing_delay) + length + 1);
      }
}

std::vector<int> random_permutation(int size, unsigned seed) {
  std::mt19937 generator(seed);
  std::vector<int> result(static_cast<std::size_t>(size));
  std::iota(result.begin(), result.end(), 0);
  for (std::size_t i = result.size() - 1; i > 0; --i) std::swap(result[i], result[generator() % (i + 1)]);
  return result;
}

}  // namespace

TEST_CASE("reference: a message alone takes h (l + r) + M + 1 cycles when the depth is at least 2 l") {
  for (Config config : {cube(Config::Kind::torus, {5, 4}, 2), cube(Config::Kind::mesh, {3, 4}, 1), cube(Config::Kind::hypercube, {2, 2, 2}, 1)})
    for (const int latency : dateline::test::sample(std::vector{1, 2, 3}, {1, 3}))
      for (const int delay : dateline::test::sample(std::vector{0, 1, 3}, {0, 3}))
        for (const int slack : {0, 1})
          for (const bool other : {false, true}) {
            config.channel_latency = latency;
            config.routing_delay = delay;
            config.buffer_depth = 2 * latency + slack;
            config.ejection = other ? Config::Ejection::channel : Config::Ejection::ideal;
            config.vc_reuse = other ? Config::VcReuse::tail : Config::VcReuse::atomic;
            config.crossbar = slack == 0 ? Config::Crossbar::per_port : Config::Crossbar::per_vc;
            check_alone(config);
          }
}

TEST_CASE("reference: depth 1 streams at half rate") {
  // Flit i crosses channel j (0 is injection) at 2 i + j, and is handed over at 2 i + h + 1.
  Config config = line(5, 1);
  config.buffer_depth = 1;
  for (const auto ejection : {Config::Ejection::ideal, Config::Ejection::channel})
    for (int h = 0; h < 5; ++h) {
      config.ejection = ejection;
      CHECK(ejections(config, {{0, 0, h, 6}}) == Cycles{2 * 5 + h + 1});
    }
}

TEST_CASE("reference: with latency 2 a place comes back 2 cycles after its flit left, so depth 2 moves 2 flits in 4 cycles") {
  // Handed over at 3 4 7 8 11.
  Config config = line(2, 1);
  config.channel_latency = 2;
  CHECK(ejections(config, {{0, 0, 1, 5}}) == Cycles{11});
  config.buffer_depth = 3;  // 3 4 5 7 8
  CHECK(ejections(config, {{0, 0, 1, 5}}) == Cycles{8});
}

TEST_CASE("reference: two worms share a channel flit by flit, or the older goes first") {
  // Both headers wait at node 1 from 2; the network port is scanned before the injection port.
  const std::vector<ReferencePacket> packets{{0, 0, 2, 4}, {1, 1, 2, 4}};
  Config config = line(4, 2);
  CHECK(ejections(config, packets) == Cycles{9, 10});  // 1->2 at 2 4 6 8 and 3 5 7 9
  config.output_arbitration = Config::OutputArbitration::oldest;
  CHECK(ejections(config, packets) == Cycles{6, 10});  // 2..5 and 6..9
}

TEST_CASE("reference: an atomic VC waits for its tail to leave the buffer, an at-tail VC for its tail to be sent") {
  Config config = line(4, 1);
  const std::vector<ReferencePacket> packets{{0, 0, 2, 4}, {1, 1, 2, 4}};
  CHECK(ejections(config, packets) == Cycles{6, 11});  // 1->2 at 2..5; the tail leaves at 6; 7..10
  config.vc_reuse = Config::VcReuse::tail;
  CHECK(ejections(config, packets) == Cycles{6, 10});  // 2..5, 6..9
}

TEST_CASE("reference: an atomic VC of latency 2 is free 2 cycles after its tail left the buffer") {
  Config config = line(4, 1);
  config.channel_latency = 2;
  config.buffer_depth = 4;
  const std::vector<ReferencePacket> packets{{0, 0, 2, 4}, {2, 1, 2, 4}};
  CHECK(ejections(config, packets) == Cycles{8, 15});  // 1->2 at 3..6; the tail leaves at 8; 10..13
  config.vc_reuse = Config::VcReuse::tail;
  CHECK(ejections(config, packets) == Cycles{8, 12});  // 3..6, 7..10
}

TEST_CASE("reference: the injection VC of an atomic interface is free in the cycle after the tail left its buffer") {
  Config config = line(3, 2);
  config.injection_vcs = 1;
  const std::vector<ReferencePacket> packets{{0, 0, 1, 4}, {0, 0, 1, 4}};
  CHECK(simulate(config, packets, 1000)[1].injected == 5);
  config.vc_reuse = Config::VcReuse::tail;
  CHECK(simulate(config, packets, 1000)[1].injected == 4);
  config.injection_vcs = 2;  // alternating flits from the start
  CHECK(simulate(config, packets, 1000)[1].injected == 1);
}

TEST_CASE("reference: a header behind another worm begins to wait when that worm's tail has left") {
  // The first: injected at 0, waits from 1, crosses 0->1 at 4. The second: injected at 1, at the front from 5, crosses
  // at 8.
  Config config = line(3, 1);
  config.vc_reuse = Config::VcReuse::tail;
  config.routing_delay = 3;
  config.buffer_depth = 4;
  CHECK(ejections(config, {{0, 0, 1, 1}, {0, 0, 1, 1}}) == Cycles{5, 9});
}

TEST_CASE("reference: per-port lets one flit per cycle out of an input port") {
  // Routing delay 7 lets both worms gather in the injection buffers; the headers go to different ports from 8 and 9 on.
  Config config = line(3, 2);
  config.buffer_depth = 4;
  config.routing_delay = 7;
  const std::vector<ReferencePacket> packets{{0, 1, 0, 4}, {0, 1, 2, 4}};
  CHECK(ejections(config, packets) == Cycles{12, 13});  // 8..11 and 9..12
  config.crossbar = Config::Crossbar::per_port;
  CHECK(ejections(config, packets) == Cycles{15, 16});  // 8 10 12 14 and 9 11 13 15: the lone grant at 8 moved the pointer
  config.output_arbitration = Config::OutputArbitration::oldest;
  CHECK(ejections(config, packets) == Cycles{12, 16});  // 8..11 and 12..15
}

TEST_CASE("reference: the ejection channel takes one flit per cycle and is free in the cycle after a tail") {
  // The worm from node 2 arrives at port 0, the one from node 0 at port 1; both headers wait from 2.
  Config config = line(3, 2);
  const std::vector<ReferencePacket> packets{{0, 0, 1, 4}, {0, 2, 1, 4}};
  CHECK(ejections(config, packets) == Cycles{5, 5});
  config.ejection = Config::Ejection::channel;
  CHECK(ejections(config, packets) == Cycles{9, 8});
  config.vcs = 1;
  CHECK(ejections(config, packets) == Cycles{9, 5});
}

TEST_CASE("reference: fcfs serves the header that waited longest, round-robin the one behind the last served") {
  // The first worm holds 1->2 until 7. The second waits at port 1 from 3, the third at the injection port from 7.
  Config config = line(4, 1);
  config.injection_vcs = 2;
  const std::vector<ReferencePacket> packets{{0, 1, 2, 6}, {1, 0, 2, 2}, {6, 1, 2, 2}};
  CHECK(ejections(config, packets) == Cycles{7, 10, 13});
  config.vc_arbitration = Config::VcArbitration::round_robin;
  CHECK(ejections(config, packets) == Cycles{7, 13, 10});
}

TEST_CASE("reference: the header pointer stands behind the first header served in a scan, and an ideal delivery does not move it") {
  // At 2 node 1 serves ports 0 and 1 in one scan, at 7 a message for itself from port 1, at 12 ports 1 and 2 compete
  // for 1->2.
  Config config = line(4, 1);
  config.vc_arbitration = Config::VcArbitration::round_robin;
  const std::vector<ReferencePacket> packets{{0, 0, 2, 1}, {0, 2, 0, 1}, {5, 0, 1, 1}, {10, 0, 2, 4}, {11, 1, 2, 4}};
  CHECK(ejections(config, packets) == Cycles{3, 3, 7, 16, 21});
  config.ejection = Config::Ejection::channel;  // the grant at 7 moves the pointer behind port 1
  CHECK(ejections(config, packets) == Cycles{3, 3, 7, 21, 16});
}

TEST_CASE("reference: round-robin selection goes on behind the last VC chosen") {
  // The first message uses VC 0 of 1->2 and leaves the arbitration pointer at VC 1, which the second (lowest: the
  // third) holds.
  Config config = line(4, 2);
  const std::vector<ReferencePacket> packets{{0, 1, 2, 1}, {10, 0, 2, 4}, {11, 1, 2, 4}};
  CHECK(ejections(config, packets) == Cycles{2, 20, 19});
  config.selection = Config::Selection::round_robin;
  CHECK(ejections(config, packets) == Cycles{2, 19, 20});
}

TEST_CASE("reference: on a torus a worm changes class behind the wrap-around channel") {
  // 3->1 crosses 0->1 in class 1, 0->1 in class 0: they alternate on 0->1 from cycle 2, VC 0 first.
  CHECK(ejections(cube(Config::Kind::torus, {4}, 2), {{0, 3, 1, 8}, {1, 0, 1, 8}}) == Cycles{18, 17});
}

TEST_CASE("reference: split keeps worms of one class to its VCs, relaxed and shared let them use more") {
  // 1->3 (a tie, taken plus) and 2->3 meet on 2->3 at cycle 2, both in class 0.
  const std::vector<ReferencePacket> packets{{0, 1, 3, 8}, {1, 2, 3, 8}};
  Config config = cube(Config::Kind::torus, {4}, 2);
  CHECK(ejections(config, packets) == Cycles{10, 19});
  config.vc_policy = Config::VcPolicy::relaxed;
  CHECK(ejections(config, packets) == Cycles{17, 18});  // VC 0 and VC 1
  config.vc_policy = Config::VcPolicy::shared;
  CHECK(ejections(config, packets) == Cycles{10, 19});  // only escape VC 0
  config.vcs = 3;
  CHECK(ejections(config, packets) == Cycles{18, 17});  // VC 2 and escape VC 0
}

TEST_CASE("reference: a relaxed worm that used class 1 stays in it until the dimension ends") {
  // The first worm holds VC 0 of 0->1, so the second crosses 0->1 on VC 1, and meets the third at node 1 in cycle 3.
  // In the same dimension it must take VC 1 again: the third has VC 0 and goes first. In a new dimension it takes VC 0
  // and goes first.
  Config config = cube(Config::Kind::torus, {5, 4}, 2);
  config.vc_policy = Config::VcPolicy::relaxed;
  CHECK(ejections(config, {{0, 0, 1, 20}, {1, 0, 2, 4}, {2, 1, 2, 4}}) == Cycles{25, 11, 10});
  CHECK(ejections(config, {{0, 0, 1, 20}, {1, 0, 6, 4}, {2, 1, 6, 4}}) == Cycles{25, 10, 11});
}

TEST_CASE("reference: static gives a worm over the wrap-around channel class 1 before it too") {
  // 2->3 and 2->0 share the injection channel of 2 and meet on 2->3. Under split both are in class 0: the second fills
  // its two places and waits until the first, which is injected in cycles 0, 2, 4..9, has left the buffer at 3 in cycle
  // 11. Under static they alternate all the way.
  const std::vector<ReferencePacket> packets{{0, 2, 3, 8}, {0, 2, 0, 8}};
  Config config = cube(Config::Kind::torus, {4}, 2);
  CHECK(ejections(config, packets) == Cycles{11, 21});
  config.vc_policy = Config::VcPolicy::fixed;
  CHECK(ejections(config, packets) == Cycles{16, 18});
}

TEST_CASE("reference: the parity rule sends a tie from an odd coordinate in the minus direction") {
  Config config = cube(Config::Kind::torus, {4}, 2);
  config.tie_rule = Config::TieRule::parity;
  CHECK(ejections(config, {{0, 1, 3, 8}, {1, 2, 3, 8}}) == Cycles{10, 10});
  CHECK(ejections(config, {{0, 0, 2, 8}, {1, 1, 2, 8}}) == Cycles{10, 19});
}

TEST_CASE("reference: under load every combination of options delivers every worm and keeps its invariants, shared VCs of early reuse excepted") {
  std::mt19937 generator(1);
  const auto draw = [&generator](int count) { return static_cast<int>(generator() % static_cast<unsigned>(count)); };
  const std::vector<std::pair<Config::Kind, std::vector<int>>> shapes{{Config::Kind::torus, {4, 3}},
                                                                      {Config::Kind::torus, {2, 5}},
                                                                      {Config::Kind::torus, {6}},
                                                                      {Config::Kind::mesh, {3, 2, 2}},
                                                                      {Config::Kind::hypercube, {2, 2, 2}}};
  for (int run = 0; run < dateline::test::sample(300); ++run) {
    const auto& [kind, radices] = shapes[static_cast<std::size_t>(draw(5))];
    Config config = cube(kind, radices, (kind == Config::Kind::torus ? 2 : 1) + draw(3));
    config.injection_vcs = draw(4);
    config.buffer_depth = 1 + draw(4);
    config.routing_delay = draw(3);
    config.channel_latency = 1 + draw(3);
    config.tie_rule = static_cast<Config::TieRule>(draw(2));
    config.vc_policy = static_cast<Config::VcPolicy>(draw(4));
    config.crossbar = static_cast<Config::Crossbar>(draw(2));
    config.vc_reuse = static_cast<Config::VcReuse>(draw(4));
    const bool early = config.vc_reuse == Config::VcReuse::place || config.vc_reuse == Config::VcReuse::tail;
    if (config.vc_policy == Config::VcPolicy::shared && early) config.vc_reuse = Config::VcReuse::whole;
    config.ejection = static_cast<Config::Ejection>(draw(2));
    config.vc_arbitration = static_cast<Config::VcArbitration>(draw(2));
    config.output_arbitration = static_cast<Config::OutputArbitration>(draw(2));
    config.selection = static_cast<Config::Selection>(draw(2));
    config.source = static_cast<Config::Source>(draw(2));
    config.router_pipeline = draw(4);
    config.credit_latency = draw(5);
    if (config.crossbar == Config::Crossbar::per_port) config.allocation = {static_cast<Config::SwitchAllocation::Kind>(draw(3)), 1 + draw(8)};
    const int nodes = std::accumulate(radices.begin(), radices.end(), 1, [](int x, int y) { return x * y; });
    std::vector<ReferencePacket> packets;
    for (long long cycle = 0; cycle < 60; ++cycle)
      for (int source = 0; source < nodes; ++source)
        if (draw(10) == 0) packets.push_back({cycle, source, draw(nodes), 1 + draw(12)});
    CAPTURE(run);
    const auto deliveries = simulate(config, packets, 20'000);
    for (std::size_t m = 0; m < packets.size(); ++m) {
      REQUIRE(deliveries[m].injected >= packets[m].generated);
      REQUIRE(deliveries[m].hops == distance(config, packets[m].source, packets[m].destination));
      const int way = deliveries[m].hops * (config.channel_latency + config.routing_delay + config.router_pipeline);
      REQUIRE(deliveries[m].ejected >= deliveries[m].injected + way + packets[m].length);
    }
  }
}

TEST_CASE("reference: shared VCs reused at the tail can deadlock a ring that split VCs and atomic reuse do not") {
  // At cycle 2 every header takes VC 2 of its second channel, whose only place holds the next header; none can turn to
  // its escape VC.
  Config config = cube(Config::Kind::torus, {4}, 3);
  config.buffer_depth = 1;
  config.vc_policy = Config::VcPolicy::shared;
  const std::vector<ReferencePacket> packets{{0, 0, 2, 1}, {0, 1, 3, 1}, {0, 2, 0, 1}, {0, 3, 1, 1}};
  CHECK_NOTHROW(simulate(config, packets, 100));
  for (const auto reuse : {Config::VcReuse::whole, Config::VcReuse::place}) {  // of one flit: the same
    config.vc_reuse = reuse;
    CHECK_NOTHROW(simulate(config, packets, 100));
  }
  config.vc_reuse = Config::VcReuse::tail;
  CHECK_THROWS_AS(simulate(config, packets, 10'000), std::runtime_error);
  config.vc_policy = Config::VcPolicy::split;
  CHECK_NOTHROW(simulate(config, packets, 100));
}

TEST_CASE("reference: undelivered messages and random options are errors") {
  Config config = line(3, 1);
  CHECK_THROWS_AS(simulate(config, {{0, 0, 2, 4}}, 6), std::runtime_error);
  CHECK_NOTHROW(simulate(config, {{0, 0, 2, 4}}, 7));
  CHECK_THROWS_AS(simulate(config, {{5, 0, 2, 4}, {4, 0, 2, 4}}, 100), std::invalid_argument);
  config.selection = Config::Selection::random;
  CHECK_THROWS_AS(simulate(config, {}, 1), std::invalid_argument);
  Config ring = cube(Config::Kind::torus, {4}, 2);
  ring.tie_rule = Config::TieRule::split;
  CHECK_THROWS_AS(simulate(ring, {}, 1), std::invalid_argument);
  CHECK_THROWS_AS(simulate(cube(Config::Kind::torus, {4}, 1), {}, 1), std::invalid_argument);
}

TEST_CASE("rigid worm: the last message of the three mappings of hypercube:8 completes in the published cycle") {
  std::vector<int> bit_reverse(256), reverse_flip(256), transpose(256);
  for (std::size_t x = 0; x < 256; ++x) {
    int reversed = 0;
    for (unsigned i = 0; i < 8; ++i) reversed |= static_cast<int>((x >> (7 - i)) & 1U) << i;
    bit_reverse[x] = reversed;
    reverse_flip[x] = reversed ^ 255;
    transpose[x] = static_cast<int>(((x >> 4) | (x << 4)) & 255U);
  }
  const auto last = [](const std::vector<int>& permutation, int bytes) {
    const auto completions = rigid_packet_completions(8, permutation, bytes + 1);
    return *std::max_element(completions.begin(), completions.end());
  };
  CHECK(Cycles{last(bit_reverse, 16), last(bit_reverse, 64), last(bit_reverse, 256)} == Cycles{149, 533, 2069});
  CHECK(Cycles{last(reverse_flip, 16), last(reverse_flip, 64), last(reverse_flip, 256)} == Cycles{149, 533, 2069});
  CHECK(Cycles{last(transpose, 16), last(transpose, 64), last(transpose, 256)} == Cycles{185, 665, 2585});
}

TEST_CASE("rigid worm: alone over D dimensions a message completes in cycle M + D + 1, and a fixed point sends nothing") {
  CHECK(rigid_packet_completions(3, {7, 1, 2, 3, 4, 5, 6, 0}, 5) == Cycles{9, 0, 0, 0, 0, 0, 0, 9});
  CHECK_THROWS_AS(rigid_packet_completions(1, {1, 1}, 5), std::invalid_argument);
}

TEST_CASE("rigid worm: a shared channel passes a header every M + 1 cycles") {
  // 1->3 and 0->7 share the channel of dimension 1 out of node 1: headers cross it at 1 and 7.
  CHECK(rigid_packet_completions(3, {7, 3, 2, 1, 4, 5, 6, 0}, 5) == Cycles{14, 7, 0, 7, 0, 0, 0, 9});
}

TEST_CASE("rigid worm: of two headers that arrive together the one from the lower input dimension goes first") {
  // 2->15 (by dimension 0) and 1->7 (by dimension 1) both want dimension 2 out of node 3 from cycle 2; headers cross it
  // at 2 and 8.
  std::vector<int> permutation(16);
  std::iota(permutation.begin(), permutation.end(), 0);
  std::swap(permutation[2], permutation[15]);
  std::swap(permutation[1], permutation[7]);
  const Cycles completions = rigid_packet_completions(4, permutation, 5);
  CHECK(completions[2] == 9);
  CHECK(completions[1] == 14);
}

TEST_CASE("rigid worm: the header that arrived first goes first, whatever its input dimension") {
  // Dimension 3 out of node 7 is wanted by 7->15 from 1, by 3->31 (input dimension 2) from 2 and by 4->47 (input
  // dimension 1) from 3.
  std::vector<int> permutation(64);
  std::iota(permutation.begin(), permutation.end(), 0);
  std::swap(permutation[7], permutation[15]);
  std::swap(permutation[3], permutation[31]);
  std::swap(permutation[4], permutation[47]);
  const Cycles completions = rigid_packet_completions(6, permutation, 5);
  CHECK(completions[7] == 7);
  CHECK(completions[3] == 14);
  CHECK(completions[4] == 20);
}

TEST_CASE("the machine with one VC, depth 2 and an ejection channel is the rigid worm when M >= 2 n - 3") {
  // A worm whose header waits for its j-th channel (injection is channel 0, so j <= n) can close up to two flits per
  // buffer. Buffers 2 .. j - 1 hold 2 j - 4 flits; if M >= 2 j - 3 the tail has not left the buffer of network channel
  // 1, and no network channel is given up earlier than by the rigid worm. Shorter worms can give up channels earlier:
  // the two models then differ.
  for (int n = 2; n <= 6; ++n)
    for (const int length : {std::max(1, 2 * n - 3), 2 * n + 1, 33})
      for (unsigned seed = 0; seed < 10; ++seed) {
        const std::vector<int> permutation = random_permutation(1 << n, seed);
        Config config = cube(Config::Kind::hypercube, std::vector<int>(static_cast<std::size_t>(n), 2), 1);
        config.ejection = Config::Ejection::channel;
        std::vector<ReferencePacket> packets;
        Cycles expected;
        const Cycles rigid = rigid_packet_completions(n, permutation, length);
        for (std::size_t x = 0; x < permutation.size(); ++x)
          if (rigid[x] != 0) {
            packets.push_back({0, static_cast<int>(x), permutation[x], length});
            expected.push_back(rigid[x] - 1);
          }
        CAPTURE(n, length, seed);
        CHECK(ejections(config, packets) == expected);
      }
}
