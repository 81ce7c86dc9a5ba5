// What a caller does wrong: refused by CompiledNetwork in one sentence, and the network goes on as if it had not been.
#include <catch2/catch.hpp>

#include "models/base/error.hpp"
#include "tests/support/harness.hpp"

using namespace dateline;
using namespace dateline::test;
using Catch::Matchers::Contains;

namespace {

struct Arrivals final : DeliveryObserver {
  void delivered(const Delivery& d) override { cycles.push_back(d.ejected); }
  std::vector<Cycle> cycles;
};

// In so many tiles, and what arrived.
struct Tiled {
  explicit Tiled(int tiles) : machine(config_of(tiles), Wiring::of(*network.topology), *network.relation, seen) {}
  static RouterConfig config_of(int tiles) {
    RouterConfig config;
    config.execution.tiles = tiles;
    return config;
  }
  TestNetwork network{"torus:4x4", 4};
  Arrivals seen;
  CompiledNetwork machine;
};

// Packets of a flit from 0 to 1, every tenth cycle, with mistakes between them or without.
std::vector<Cycle> arrivals(int tiles, bool mistakes) {
  Tiled tiled(tiles);
  CompiledNetwork& machine = tiled.machine;
  const auto refused = [&](TerminalId from, TerminalId to, std::uint32_t length) {
    if (!mistakes) return;
    CHECK_THROWS_AS(machine.send(from, {0, to, length}), InvariantError);
    CHECK_THROWS_WITH(machine.send(from, {0, to, length}), Contains("there are 16 terminals, and a packet has 1..65535 flits"));
  };
  for (Cycle now = 0; now < 100; ++now) {
    refused(TerminalId(0), TerminalId(16), 1);
    refused(TerminalId(16), TerminalId(0), 1);
    refused(TerminalId(~0U), TerminalId(~0U), 1);
    refused(TerminalId(0), TerminalId(1), 0);
    refused(TerminalId(0), TerminalId(1), 65536);
    refused(TerminalId(0), TerminalId(1), 70000);
    if (now % 10 == 0) CHECK(machine.send(TerminalId(0), {now, TerminalId(1), 1}) == now / 10);
    machine.step(now);
  }
  machine.audit();
  CHECK(machine.idle());
  CHECK(machine.totals().delivered == 10);
  return tiled.seen.cycles;
}

}  // namespace

TEST_CASE("a cycle that has passed, or comes after others that are left out while packets are under way, is refused") {
  for (const int tiles : {1, 2}) {
    Tiled tiled(tiles);
    CompiledNetwork& machine = tiled.machine;
    machine.send(TerminalId(0), {50, TerminalId(10), 3});
    machine.step(50);  // after 0..49, in which nothing was
    CHECK_THROWS_WITH(machine.step(52), Contains("cycle 52 is executed after cycle 50, but the network is not idle"));
    CHECK_THROWS_WITH(machine.step(50), Contains("cycle 50 is executed after cycle 50, not before"));
    CHECK_THROWS_AS(machine.step(49), InvariantError);
    for (Cycle now = 51; !machine.idle(); ++now) machine.step(now);
    CHECK(tiled.seen.cycles == std::vector<Cycle>{50 + 4 + 3});  // h + M + 1 cycles
    machine.audit();
  }
}

TEST_CASE("a packet with an end that is no terminal, or a length out of range, is refused and leaves no trace") {
  for (const int tiles : {1, 2}) {
    const std::vector<Cycle> wrong = arrivals(tiles, true);
    CHECK(wrong == arrivals(tiles, false));
    REQUIRE(wrong.size() == 10);
    CHECK(wrong.front() == 2);  // h + M + 1 cycles, the last of which is that of the tail
  }
}

TEST_CASE("a packet is not injected before the cycle in which it is generated") {
  for (const int tiles : {1, 2}) {
    Tiled tiled(tiles);
    CompiledNetwork& machine = tiled.machine;
    machine.send(TerminalId(0), {7, TerminalId(1), 1});
    CHECK_THROWS_WITH(machine.step(6), Contains("before the cycle in which it is generated"));
  }
}
