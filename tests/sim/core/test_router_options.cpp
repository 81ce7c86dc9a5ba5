// Options of the router held against what docs/reference/router-cycle.md says of them, in closed form: router-pipeline,
// credit-latency, source, allocation.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "models/base/error.hpp"
#include "tests/support/harness.hpp"
#include "tests/support/shape.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

class Received final : public DeliveryObserver {
 public:
  void delivered(const Delivery& d) override { all.push_back(d); }
  std::vector<Delivery> all;
};

// A line of nodes, one VC a channel, one message of `length` flits over so many hops, alone: its latency.
Cycle alone(const RouterConfig& config, int hops, std::uint32_t length) {
  TestNetwork network("mesh:" + std::to_string(std::max(2, hops + 1)), config.vcs);
  Received seen;
  CompiledNetwork machine(config, Wiring::of(*network.topology), *network.relation, seen);
  machine.send(TerminalId(0), {0, TerminalId(static_cast<std::uint32_t>(hops)), length, 0, true});
  for (Cycle t = 0; !machine.idle(); ++t) {
    machine.step(t);
    machine.audit();
  }
  REQUIRE(seen.all.size() == 1);
  return seen.all.front().latency();
}

}  // namespace

TEST_CASE("a message alone takes h (l + r + R) + M + 1 cycles, to the own node M + 1") {
  RouterConfig config;
  config.vcs = config.injection_vcs = 1;
  for (const VcReuse reuse : {VcReuse::atomic, VcReuse::whole, VcReuse::place, VcReuse::tail}) {
    for (const Ejection ejection : {Ejection::ideal, Ejection::channel}) {
      for (const int pipeline : {0, 1, 4}) {
        for (const int latency : {1, 3}) {
          for (const int credit : {0, 1, 5}) {
            for (const int delay : {0, 2}) {
              config.vc_reuse = reuse;
              config.ejection = ejection;
              config.router_pipeline = pipeline;
              config.channel_latency = latency;
              config.credit_latency = credit;
              config.routing_delay = delay;
              config.buffer_depth = latency + pipeline + (credit == 0 ? latency : credit);
              CAPTURE(static_cast<int>(reuse), static_cast<int>(ejection), pipeline, latency, credit, delay);
              for (const int hops : {0, 1, 4}) {
                for (const std::uint32_t length : {1U, 2U, 9U}) {
                  const int per_hop = latency + delay + pipeline;
                  CHECK(alone(config, hops, length) == static_cast<Cycle>(hops * per_hop) + length + 1);
                }
              }
            }
          }
        }
      }
    }
  }
}

// A place comes back after l + R + C cycles: of d places, the n-th flit waits for the (n - d)-th. Over one channel, the
// injection channel being fast.
TEST_CASE("a buffer of d places passes d flits every l + R + C cycles") {
  RouterConfig config;
  config.vcs = config.injection_vcs = 1;
  config.channel_latency = 2;
  config.router_pipeline = 3;
  config.credit_latency = 4;
  const int round_trip = 2 + 3 + 4;
  for (const int depth : {2, 3, 5, 8, 9}) {
    config.buffer_depth = depth;
    constexpr int kWindows = 20;
    const auto length = [&](int windows) { return static_cast<std::uint32_t>(windows * depth); };
    // Two hops: the first channel ends at a router that forwards, whose buffer is what limits.
    const Cycle more = alone(config, 2, length(2 * kWindows)) - alone(config, 2, length(kWindows));
    CAPTURE(depth);
    CHECK(more == static_cast<Cycle>(kWindows * std::max(depth, round_trip)));
  }
}

TEST_CASE("one at a time: a source begins a message in the cycle after the tail of the one before, by any VC") {
  RouterConfig config;
  config.vcs = config.injection_vcs = 4;
  config.buffer_depth = 8;
  config.source = SourcePolicy::one_at_a_time;
  TestNetwork network("mesh:3x3", config.vcs);
  Received seen;
  CompiledNetwork machine(config, Wiring::of(*network.topology), *network.relation, seen);
  // To four different outputs, so that nothing but the source delays them.
  const std::vector<std::uint32_t> destinations = {1, 3, 5, 7};
  constexpr std::uint32_t kLength = 6;
  for (const std::uint32_t d : destinations) machine.send(TerminalId(4), {0, TerminalId(d), kLength, d, true});
  for (Cycle t = 0; !machine.idle(); ++t) {
    machine.step(t);
    machine.audit();
  }
  REQUIRE(seen.all.size() == destinations.size());
  for (const Delivery& d : seen.all) {
    CAPTURE(d.packet.sequence);
    CHECK(d.packet.injected == d.packet.sequence * kLength);
    CHECK(d.network_latency() == 1 + kLength + 1);
  }
}

TEST_CASE("interleaved: worms of one source share the injection channel") {
  RouterConfig config;
  config.vcs = config.injection_vcs = 2;
  config.buffer_depth = 8;
  TestNetwork network("mesh:3", config.vcs);
  Received seen;
  CompiledNetwork machine(config, Wiring::of(*network.topology), *network.relation, seen);
  machine.send(TerminalId(1), {0, TerminalId(0), 6, 0, true});
  machine.send(TerminalId(1), {0, TerminalId(2), 6, 0, true});
  for (Cycle t = 0; !machine.idle(); ++t) machine.step(t);
  REQUIRE(seen.all.size() == 2);
  for (const Delivery& d : seen.all) CHECK(d.packet.injected == d.packet.sequence);  // cycles 0 and 1
}

TEST_CASE("allocators are refused without a per-port crossbar") {
  RouterConfig config;
  config.allocation = {SwitchAllocation::Kind::wavefront, 1};
  CHECK_THROWS_AS(check(config), ConfigError);
  config.crossbar = Crossbar::per_port;
  CHECK_NOTHROW(check(config));
  config.allocation = {SwitchAllocation::Kind::iterate, kMaxPasses + 1};
  CHECK_THROWS_AS(check(config), ConfigError);
  config.allocation = {SwitchAllocation::Kind::islip, kMaxPasses};
  CHECK_NOTHROW(check(config));
  config.output_arbitration = OutputArbitration::oldest;
  CHECK_THROWS_WITH(check(config), Catch::Contains("router.switch-allocator=islip:8 needs router.output-arbitration=round-robin"));
}

TEST_CASE("every number of the table has its default in its range, and is refused by its option's name beyond it") {
  for (const RouterNumber& row : kRouterNumbers) {
    CAPTURE(row.option);
    const auto refusal = [&](int value) {
      RouterConfig config;
      config.*row.field = value;
      try {
        check(config, "here");
      } catch (const ConfigError& e) {
        return std::string(e.what());
      }
      return std::string();
    };
    for (const int value : {RouterConfig().*row.field, row.booksim.value_or(row.low), row.low, row.high}) CHECK(refusal(value).empty());
    for (const int value : {row.low - 1, row.high + 1}) {
      CHECK(refusal(value) == "here: " + std::string(row.option) + "=" + std::to_string(value) + " not in " + std::to_string(row.low) + ".." +
                                  std::to_string(row.high));
    }
  }
}

TEST_CASE(
    "delays of routers are taken up to 64 cycles, of channels up to 4095; a channel has at least one, and a credit latency of 0 is the channel's") {
  const auto taken = [](int RouterConfig::*option, int value) {
    RouterConfig config;
    config.*option = value;
    try {
      check(config);
    } catch (const ConfigError&) {
      return false;
    }
    return true;
  };
  for (int RouterConfig::*const option :
       {&RouterConfig::routing_delay, &RouterConfig::router_pipeline, &RouterConfig::credit_latency, &RouterConfig::channel_latency}) {
    const bool of_channels = option == &RouterConfig::credit_latency || option == &RouterConfig::channel_latency;
    const int most = of_channels ? 4095 : 64;
    CHECK(taken(option, most));
    CHECK_FALSE(taken(option, most + 1));
    CHECK_FALSE(taken(option, -1));
    CHECK(taken(option, 0) == (option != &RouterConfig::channel_latency));
  }
}
