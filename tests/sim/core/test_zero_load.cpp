// A message alone in the network, held against the closed formula h (l + r) + M + 1 with h from coordinates
// (docs/reference/router-cycle.md, section 3).
// One machine serves a whole network: the next message is sent when the machine is idle, so start cycles and pointers
// differ.
#include <catch2/catch.hpp>

#include "tests/support/harness.hpp"
#include "tests/support/sample.hpp"
#include "tests/support/shape.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

class LastDelivery final : public DeliveryObserver {
 public:
  void delivered(const Delivery& d) override {
    last = d;
    ++count;
  }
  Delivery last;
  std::uint64_t count = 0;
};

// Sends one message after another and measures each alone.
class Alone {
 public:
  Alone(const Shape& shape, const RouterConfig& config, TieRule tie = TieRule::split)
      : network_(shape.name(), config.vcs, tie), machine_(config, Wiring::of(*network_.topology), *network_.relation, seen_) {}

  Delivery deliver(std::uint32_t from, std::uint32_t to, std::uint32_t length) {
    machine_.send(TerminalId(from), {now_, TerminalId(to), length, 0, true});
    const std::uint64_t before = seen_.count;
    while (!machine_.idle()) machine_.step(now_++);
    if (seen_.count != before + 1) throw std::runtime_error("not delivered exactly once");
    return seen_.last;
  }
  void audit() const { machine_.audit(); }

 private:
  TestNetwork network_;
  LastDelivery seen_;
  CompiledNetwork machine_;
  Cycle now_ = 0;
};

// Every `stride`-th ordered pair, the own node included; returns the sum of the latencies of pairs of different nodes.
std::uint64_t check_pairs(const Shape& shape, const RouterConfig& config, std::uint32_t length, std::uint32_t stride = 1) {
  INFO(shape.name() << " M " << length << " delay " << config.routing_delay << " latency " << config.channel_latency);
  Alone network(shape, config);
  const auto per_hop = static_cast<std::uint32_t>(config.channel_latency + config.routing_delay);
  std::uint64_t sum = 0;
  std::uint64_t wrong = 0;
  for (std::uint32_t pair = 0; pair < shape.nodes() * shape.nodes(); pair += stride) {
    const std::uint32_t from = pair / shape.nodes();
    const std::uint32_t to = pair % shape.nodes();
    const std::uint32_t h = shape.hops(from, to);
    const Delivery d = network.deliver(from, to, length);
    const Cycle latency = h * per_hop + length + 1;
    if (d.latency() != latency || d.network_latency() != latency || d.packet.hops != h || d.packet.source.value() != from ||
        d.packet.order.destination.value() != to || d.packet.order.length != length) {
      ++wrong;
      CAPTURE(from, to, h, d.packet.hops, d.latency());
      CHECK(d.latency() == latency);
      if (wrong > 5) break;
    }
    if (from != to) sum += d.latency();
  }
  network.audit();
  CHECK(wrong == 0);
  return sum;
}

}  // namespace

TEST_CASE("alone on an 8x8 torus every pair takes h + M + 1 cycles, 37.0635 on average for M = 32") {
  const Shape shape = torus({8, 8});
  check_pairs(shape, {}, 1);
  check_pairs(shape, {}, 8);
  const double mean = static_cast<double>(check_pairs(shape, {}, 32)) / (64.0 * 63.0);
  CHECK(mean == Approx(37.063492063).epsilon(1e-10));
}

TEST_CASE("alone on an 8x8x8 torus every pair takes h + M + 1 cycles, 39.0117 on average for M = 32") {
  const Shape shape = torus({8, 8, 8});
  const std::uint64_t sum = check_pairs(shape, {}, 32, sample(1U, 13U));
  if (whole()) CHECK(static_cast<double>(sum) / (512.0 * 511.0) == Approx(39.011741683).epsilon(1e-10));
  check_pairs(shape, {}, 1, 17);
  check_pairs(shape, {}, 8, 23);
}

TEST_CASE("alone on hypercubes, meshes and mixed-radix tori every pair takes h + M + 1 cycles") {
  for (const Shape& shape : {hypercube(6), mesh({5, 7}), torus({7, 4, 3}), torus({2, 2, 3}), torus({2}), mesh({2})}) {
    for (const std::uint32_t length : {1U, 8U, 32U}) check_pairs(shape, {}, length);
  }
}

TEST_CASE("alone a message takes h (l + r) + M + 1 cycles for every routing delay, latency, ejection, crossbar and reuse at depth 2 l") {
  RouterConfig config;
  config.vcs = config.injection_vcs = 2;
  for (config.routing_delay = 0; config.routing_delay <= 3; ++config.routing_delay) {
    for (config.channel_latency = 1; config.channel_latency <= 3; ++config.channel_latency) {
      config.buffer_depth = 2 * config.channel_latency;
      for (int options = 0; options < 8; ++options) {
        config.ejection = (options & 1) != 0 ? Ejection::channel : Ejection::ideal;
        config.crossbar = (options & 2) != 0 ? Crossbar::per_port : Crossbar::per_vc;
        config.vc_reuse = (options & 4) != 0 ? VcReuse::tail : VcReuse::atomic;
        for (const Shape& shape : {torus({4, 3}), mesh({3, 2, 2}), hypercube(3)}) {
          for (const std::uint32_t length : {1U, 2U, 9U}) check_pairs(shape, config, length);
        }
      }
    }
  }
}

TEST_CASE("a router of the destination that takes its delays adds r + R, over no channel too; a stage of VC allocation adds nothing") {
  RouterConfig config;
  config.vcs = config.injection_vcs = 2;
  config.ejection = Ejection::channel;
  config.ejection_delay = EjectionDelay::router;
  for (config.routing_delay = 1; config.routing_delay <= 3; ++config.routing_delay) {
    for (config.router_pipeline = 0; config.router_pipeline <= 2; ++config.router_pipeline) {
      config.buffer_depth = 2 + config.router_pipeline;
      for (config.vc_stage = VcStage::merged;; config.vc_stage = VcStage::own) {
        Alone network(torus({4, 3}), config);
        const auto delay = static_cast<std::uint32_t>(config.routing_delay + config.router_pipeline);
        for (std::uint32_t to = 0; to < 12; ++to) {
          const std::uint32_t h = torus({4, 3}).hops(5, to);
          for (const std::uint32_t length : {1U, 2U, 9U}) CHECK(network.deliver(5, to, length).latency() == h * (1 + delay) + delay + length + 1);
        }
        network.audit();
        if (config.vc_stage == VcStage::own) break;
      }
    }
  }
}

TEST_CASE("one VC, one injection VC or sixteen of each make no difference to a message alone") {
  for (const int vcs : {1, 2, 3, 16}) {
    RouterConfig config;
    config.vcs = vcs;
    config.injection_vcs = 17 - vcs;
    config.vc_arbitration = VcArbitration::round_robin;
    config.output_arbitration = OutputArbitration::oldest;
    check_pairs(hypercube(4), config, 5);
    if (vcs >= 2) check_pairs(torus({5, 4}), config, 5);
  }
}

TEST_CASE("depth 1 streams at half rate: M flits cross a channel in 2 M - 1 cycles") {
  // Flit i leaves buffer j (0: injection) in cycle 2 i + j + 1, so the tail is handed over in cycle 2 (M - 1) + h + 1.
  RouterConfig config;
  config.vcs = config.injection_vcs = 2;
  config.buffer_depth = 1;
  for (const Ejection ejection : {Ejection::ideal, Ejection::channel}) {
    for (const VcReuse reuse : {VcReuse::atomic, VcReuse::tail}) {
      config.ejection = ejection;
      config.vc_reuse = reuse;
      Alone network(torus({5, 4}), config);
      for (const std::uint32_t length : {1U, 2U, 8U, 32U}) {
        for (std::uint32_t to = 0; to < 20; ++to) {
          const std::uint32_t h = torus({5, 4}).hops(0, to);
          CHECK(network.deliver(0, to, length).latency() == 2 * length - 1 + h + 1);
        }
      }
    }
  }
}

TEST_CASE("with latency l and depth B below 2 l, B flits cross in 2 l cycles") {
  // A place taken in cycle t is free again in t + 2 l: the flit is in the buffer from t + l, leaves at once, and the
  // place is back l later.
  // So flit i leaves the source's router in cycle 1 + 2 l (i / B) + i % B.
  RouterConfig config;
  config.vcs = config.injection_vcs = 2;
  for (const Ejection ejection : {Ejection::ideal, Ejection::channel}) {
    config.ejection = ejection;
    for (config.channel_latency = 2; config.channel_latency <= 4; ++config.channel_latency) {
      for (config.buffer_depth = 2; config.buffer_depth <= 2 * config.channel_latency; ++config.buffer_depth) {
        const auto depth = static_cast<std::uint32_t>(config.buffer_depth);
        const auto latency = static_cast<std::uint32_t>(config.channel_latency);
        Alone network(mesh({5}), config);
        for (const std::uint32_t length : {1U, 2U, 7U, 20U}) {
          const std::uint32_t last = length - 1;
          for (std::uint32_t h = 1; h < 5; ++h) {
            CAPTURE(depth, latency, length, h);
            CHECK(network.deliver(0, h, length).latency() == h * latency + 2 + 2 * latency * (last / depth) + last % depth);
          }
        }
      }
    }
  }
}

TEST_CASE("a message to the own node takes M + 1 cycles and no hop, whatever the routing delay and channel latency") {
  for (const Ejection ejection : {Ejection::ideal, Ejection::channel}) {
    RouterConfig config;
    config.vcs = config.injection_vcs = 2;
    config.ejection = ejection;
    config.routing_delay = 3;
    config.channel_latency = 2;
    Alone network(torus({4, 4}), config);
    for (const std::uint32_t length : {1U, 2U, 32U, 1000U}) {
      const Delivery d = network.deliver(6, 6, length);
      CHECK(d.latency() == length + 1);
      CHECK(d.packet.hops == 0);
    }
  }
}

TEST_CASE("the longest message there may be, 65535 flits, crosses in h + M + 1 cycles") {
  for (const bool general : {false, true}) {
    RouterConfig config;
    config.execution.general_path = general;
    Alone network(torus({4, 4}), config);
    CHECK(network.deliver(0, 10, kMaxPacketLength).latency() == 4 + 65535 + 1);
    network.audit();
  }
}
