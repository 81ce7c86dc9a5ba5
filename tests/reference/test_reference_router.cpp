// The reference machine against timing worked out by hand: sources one at a time, pipelines, credits of their own
// latency, allocation.
// Notation as in test_reference.cpp: l latency, r routing delay, R pipeline, C credits, d places, e the cycle of the
// tail at its destination.
#include <algorithm>
#include <catch2/catch.hpp>
#include <stdexcept>
#include <utility>
#include <vector>

#include "hand_cases.hpp"

using namespace dateline::reference;
using Config = ReferenceConfig;

namespace {

// (cycle, sequence number) of every flit that crosses the injection channel of the node, in order.
std::vector<std::pair<long long, int>> injections(const Config& config, const std::vector<ReferencePacket>& packets, int node) {
  ReferenceLog log;
  (void)simulate(config, packets, 10'000, log);
  std::vector<std::pair<long long, int>> result;
  for (const ReferenceEvent& e : log)
    if (e.kind == ReferenceEvent::Kind::flit_sent && e.vc.channel == ChannelKind::injection && e.vc.node == node)
      result.emplace_back(e.cycle, e.sequence);
  std::sort(result.begin(), result.end());
  return result;
}

}  // namespace

TEST_CASE("reference: a message alone takes h (l + r + R) + M + 1 cycles when the depth is at least l + R + C") {
  for (const int latency : {1, 3})
    for (const int delay : {0, 2})
      for (const int pipeline : {0, 1, 4})
        for (const int credit : {0, 1, 5})
          for (const auto ejection : {Config::Ejection::ideal, Config::Ejection::channel})
            for (const int h : {0, 1, 2, 5})
              for (const int length : {1, 2, 30}) {
                Config config = line(6, 1);
                config.channel_latency = latency;
                config.routing_delay = delay;
                config.router_pipeline = pipeline;
                config.credit_latency = credit;
                config.ejection = ejection;
                config.buffer_depth = latency + pipeline + (credit == 0 ? latency : credit);
                CAPTURE(latency, delay, pipeline, credit, h, length);
                CHECK(ejections(config, {{0, 0, h, length}}) == Cycles{h * (latency + delay + pipeline) + length});
              }
}

TEST_CASE("reference: a VC of d places passes d flits in l + R + C cycles, at most one a cycle") {
  // Flit i crosses 0->1 at 1 + R + (i / d) max(d, l + R + C) + i mod d, 1->2 l + R later, and is handed over l after
  // that.
  for (const int latency : {1, 2})
    for (const int pipeline : {0, 3})
      for (const int credit : {1, 2, 5})
        for (int depth = 1; depth <= 11; ++depth) {
          Config config = line(3, 1);
          config.channel_latency = latency;
          config.router_pipeline = pipeline;
          config.credit_latency = credit;
          config.buffer_depth = depth;
          const int length = 48;
          const int window = std::max(depth, latency + pipeline + credit);
          const int sent = 1 + pipeline + (length - 1) / depth * window + (length - 1) % depth;
          CAPTURE(latency, pipeline, credit, depth);
          CHECK(ejections(config, {{0, 0, 2, length}}) == Cycles{sent + 2 * latency + pipeline});
        }
}

TEST_CASE("reference: the injection channel's credits take a cycle, whatever those of the network take") {
  // To the own node, depth 1: injected at 0, 2, 4, handed over at 5. To the next, d = 2, R = 2, C = 9: a window of 4 at
  // the injection channel.
  Config config = line(2, 1);
  config.buffer_depth = 1;
  config.credit_latency = 9;
  CHECK(ejections(config, {{0, 0, 0, 3}}) == Cycles{5});
  config.buffer_depth = 2;
  config.router_pipeline = 2;
  // Injected at 0 1 4 5; 0->1 at 3 4 and, places coming back 10 after they were taken, 13 14.
  CHECK(ejections(config, {{0, 0, 1, 4}}) == Cycles{15});
  CHECK(injections(config, {{0, 0, 1, 4}}, 0) == std::vector<std::pair<long long, int>>{{0, 0}, {1, 0}, {4, 0}, {5, 0}});
}

TEST_CASE("reference: an atomic VC is free when its tail's credit is home, an at-tail VC is not kept by credits") {
  Config config = line(4, 1);
  config.buffer_depth = 4;
  config.credit_latency = 3;
  const std::vector<ReferencePacket> packets{{0, 0, 2, 4}, {1, 1, 2, 4}};
  CHECK(ejections(config, packets) == Cycles{6, 13});  // 1->2 at 2..5; the tail leaves at 6; 9..12
  config.vc_reuse = Config::VcReuse::tail;
  CHECK(ejections(config, packets) == Cycles{6, 10});  // 2..5, 6..9
  config.channel_latency = 2;
  config.credit_latency = 1;
  config.vc_reuse = Config::VcReuse::atomic;
  // The second's header is at node 1 from 2: it crosses first, 2..5; the tail leaves at 7; the first crosses 8..11.
  CHECK(ejections(config, packets) == Cycles{13, 7});
}

TEST_CASE("reference: the pipeline is paid by flits that go on, not by those that stay behind them") {
  // A: eligible at node 0 from 4, 0->1 at 4, eligible at node 1 from 8, handed over at 9. B: 0->1 at 5, stays at node
  // 1, at the front from 9.
  Config config = line(3, 1);
  config.vc_reuse = Config::VcReuse::tail;
  config.router_pipeline = 3;
  config.buffer_depth = 4;
  CHECK(ejections(config, {{0, 0, 2, 1}, {0, 0, 1, 1}}) == Cycles{9, 9});
  CHECK(ejections(config, {{0, 0, 1, 1}, {0, 0, 0, 1}}) == Cycles{5, 5});  // A leaves the injection buffer at 4
}

TEST_CASE("reference: one at a time, the next message begins in the cycle after the tail of the one before") {
  Config config = line(3, 2);
  config.buffer_depth = 4;
  const std::vector<ReferencePacket> packets{{0, 1, 0, 3}, {0, 1, 2, 2}, {9, 1, 0, 1}};
  using Flits = std::vector<std::pair<long long, int>>;
  CHECK(injections(config, packets, 1) == Flits{{0, 0}, {1, 1}, {2, 0}, {3, 1}, {4, 0}, {9, 2}});
  config.source = Config::Source::one_at_a_time;
  CHECK(injections(config, packets, 1) == Flits{{0, 0}, {1, 0}, {2, 0}, {3, 1}, {4, 1}, {9, 2}});
  config.injection_vcs = 1;  // atomic: the tail of the first leaves its buffer at 3
  CHECK(injections(config, packets, 1) == Flits{{0, 0}, {1, 0}, {2, 0}, {4, 1}, {5, 1}, {9, 2}});
}

TEST_CASE("reference: one at a time, a message held up holds up those behind it") {
  // Depth 1, routing delay 4: of the first, flits are injected at 0, 6 and 8; the header crosses at 5.
  Config config = line(3, 2);
  config.buffer_depth = 1;
  config.routing_delay = 4;
  const std::vector<ReferencePacket> packets{{0, 1, 0, 3}, {0, 1, 2, 1}};
  CHECK(simulate(config, packets, 100)[1].injected == 1);
  config.source = Config::Source::one_at_a_time;
  CHECK(simulate(config, packets, 100)[1].injected == 9);
}

TEST_CASE("reference: one at a time, flits of two messages never mix on the injection channel") {
  Config config = cube(Config::Kind::torus, {4}, 4);
  config.source = Config::Source::one_at_a_time;
  std::vector<ReferencePacket> packets;
  for (int i = 0; i < 40; ++i) packets.push_back({i / 4, i % 4, (i * 7 + i / 5) % 4, 1 + i % 6});
  for (const auto reuse : {Config::VcReuse::atomic, Config::VcReuse::tail})
    for (int node = 0; node < 4; ++node) {
      config.vc_reuse = reuse;
      const auto flits = injections(config, packets, node);
      CHECK(std::is_sorted(flits.begin(), flits.end(), [](const auto& a, const auto& b) { return a.second < b.second; }));
    }
}

TEST_CASE("reference: what an allocation finds for an output whose pick the port refused") {
  // Node 1: X = 1->0 and Y = 1->2 in one injection port, B = 0->2 in the port of node 0; the oldest first. With C = 3
  // and d = 2, X crosses at 1 2 5 6 9 10. From 5 on Y and B want 1->2. One pass: Y is picked at 5 and 6, its port
  // grants X; Y crosses at 7 and 8, B at 9 and 10.
  Config config = line(3, 2);
  config.crossbar = Config::Crossbar::per_port;
  config.output_arbitration = Config::OutputArbitration::oldest;
  config.credit_latency = 3;
  const std::vector<ReferencePacket> packets{{0, 1, 0, 6}, {0, 1, 2, 6}, {3, 0, 2, 2}};
  using Kind = Config::SwitchAllocation::Kind;
  const auto last = [&](Kind kind, int passes) {
    config.allocation = {kind, passes};
    return ejections(config, packets).back();
  };
  CHECK(last(Kind::one_pass, 1) == 11);
  CHECK(last(Kind::iterate, 1) == 11);
  CHECK(last(Kind::iterate, 2) == 7);  // B at 5 and 6
  // Inputs: from node 2, from node 0, injection; outputs: to 2, to 0. At 5 diagonal 2 is first, with Y; at 6 diagonals
  // 0 and 1, with X and B; at 7 diagonal 1, with B.
  CHECK(last(Kind::wavefront, 1) == 8);
}

TEST_CASE("reference: allocations without ports, and passes beyond 8, are errors") {
  Config config = line(3, 1);
  config.allocation.kind = Config::SwitchAllocation::Kind::wavefront;
  CHECK_THROWS_AS(simulate(config, {}, 1), std::invalid_argument);
  config.crossbar = Config::Crossbar::per_port;
  CHECK_NOTHROW(simulate(config, {}, 1));
  config.allocation = {Config::SwitchAllocation::Kind::iterate, 9};
  CHECK_THROWS_AS(simulate(config, {}, 1), std::invalid_argument);
}
