// Results of an embedded network depend on what its client does, and on nothing else: not on where run() is split, and
// not on other networks beside it.
#include <catch2/catch.hpp>
#include <thread>

#include "models/base/numbers/random.hpp"
#include "sim/core/compiled_network.hpp"
#include "sim/embed/embedded_machine.hpp"
#include "tests/sim/embed/script.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

const std::vector<std::string> kNetworks = {
    "topology=torus:4x4 workload.flit-bytes=16 packet-length=9",
    "topology=mesh:5x3 routing=duato vcs=3 workload.flit-bytes=4 packet-length=33 router.channel-latency=3",
    "topology=hypercube:4 routing=e-cube vcs=1 header-flits=0 workload.flit-bytes=32 router=onchip nic-ports=2",
    "topology=torus:4x4 routing=sw-adaptive workload.flit-bytes=8 packet-length=17 fault-events=fail@150:5,repair@900:5",
    "topology=torus:4x4 routing=sw-adaptive packet-length=17 flit-error=0.05 fault-events=fail@150:5,fail@400:0-1,repair@900:5",
};

std::string played(const std::string& options, std::uint64_t seed, std::uint64_t split) {
  Network network(options);
  Script script(seed);
  script.begin(network);
  return script.play(network, 3000, split);
}

}  // namespace

TEST_CASE("run(a) and then run(b) do what run(b) does, in 200 random scripts") {
  for (std::uint64_t seed = 1; seed <= sample<std::uint64_t>(200); ++seed) {
    const std::string& options = kNetworks[seed % kNetworks.size()];
    INFO(options << " seed " << seed);
    const std::string whole = played(options, seed, 0);
    CHECK(whole.size() > 1000);
    CHECK(played(options, seed, seed + 1) == whole);
  }
}

TEST_CASE("four networks in four threads do what each does alone") {
  std::vector<std::string> alone(kNetworks.size()), together(kNetworks.size());
  for (std::size_t i = 0; i < kNetworks.size(); ++i) alone[i] = played(kNetworks[i], 7 + i, 0);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < kNetworks.size(); ++i) threads.emplace_back([&, i] { together[i] = played(kNetworks[i], 7 + i, 3); });
  for (std::thread& thread : threads) thread.join();
  CHECK(together == alone);
}

TEST_CASE("after a failure what is queued goes on as in a queue that holds it all") {
  struct Held final : DeliveryObserver {
    std::vector<std::pair<Cycle, std::uint64_t>> all;
    void delivered(const Delivery& d) override { all.emplace_back(d.ejected + 1, d.packet.order.tag); }
  } held;
  const std::string options = "topology=torus:4x4 routing=sw-adaptive header-flits=0 fault-events=fail@60:5";
  Network network(options);
  EmbeddedMachine parts(options);
  CompiledNetwork machine(parts.config, Wiring::of(*parts.network.topology), *parts.network.relation, held);
  for (std::uint32_t i = 0; i < 600; ++i) {
    const TerminalId from(static_cast<std::uint32_t>(mix(2 * i) % 16)), to(static_cast<std::uint32_t>(mix(2 * i + 1) % 16));
    network.send(0, from, to, 8, i);
    PacketRequest order;
    order.destination = to;
    order.length = 8;
    order.tag = i;
    machine.send(from, order);
  }
  for (Cycle now = 0; !machine.idle(); ++now) {
    if (now == 60) machine.change(*parts.changes.front().relation, now);
    machine.step(now);
  }
  std::vector<std::pair<Cycle, std::uint64_t>> came;
  while (!network.idle()) {
    network.run(Network::kNever);
    for (const Event& e : take_all(network)) {
      if (e.kind == Event::arrived) came.emplace_back(e.at, e.user);
    }
  }
  REQUIRE(held.all.size() > 400);
  CHECK(came == held.all);
}

TEST_CASE("a network that is moved goes on") {
  Network first(kNetworks[0]);
  Script script(5);
  script.begin(first);
  std::string text = script.play(first, 200, 0);
  Network second(std::move(first));
  text += script.play(second, 3000, 0);
  CHECK(text == played(kNetworks[0], 5, 0));
}
