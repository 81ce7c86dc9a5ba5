// Far past saturation with faults, for every number of VCs from the least on: no deadlock, no message starves (memories
// may fill without bound, but when nothing new is offered all that was absorbed arrives), and with a memory of one
// message a node the run goes on or shows its cycle of waits.
#include <catch2/catch.hpp>

#include "models/network/faults/fault_map.hpp"
#include "tests/support/cases/random_case.hpp"
#include "tests/support/harness.hpp"
#include "tests/support/sample.hpp"
#include "traffic/patterns/surviving.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

struct Soak {
  std::string topology, routing;
  std::vector<NodeId> failed;
};

class Count final : public DeliveryObserver {
 public:
  void delivered(const Delivery& /*delivery*/) override { ++messages; }
  std::uint64_t messages = 0;
};

// Every source always has a message queued for so many cycles; then what is on its way is waited for. The cycle of
// waits that ended it, if any.
std::vector<CompiledNetwork::WaitFor> overload(const Soak& soak, RouterConfig config, Cycle cycles, Count& count) {
  const auto t = make_cube(soak.topology);
  RoutingOptions options;
  options.faults = std::make_shared<const FaultMap>(*t, soak.failed, std::vector<LinkEnd>{});
  const auto relation = make_relation(soak.routing, *t, options);
  const auto pattern = surviving(make_traffic("uniform", *t), options.faults.get());
  config.execution.count_channels = false;
  CompiledNetwork machine(config, Wiring::of(*t), *relation, count);
  std::vector<RandomStream> random;
  for (std::uint32_t v = 0; v < t->nodes(); ++v) random.emplace_back(7, v, Purpose::destination);
  for (Cycle now = 0; now < cycles || !machine.idle(); ++now) {
    REQUIRE(now < 3 * cycles);
    for (std::uint32_t v = 0; now < cycles && now % 8 == 0 && v < t->nodes(); ++v) {
      const TerminalId source(v);
      if (options.faults->failed(NodeId(v)) || machine.source(source).generated > machine.source(source).injected + 4) continue;
      machine.send(source, {now, pattern->sample(source, random[v]), 16, 0, false});
    }
    machine.step(now);
    if (now % 5000 != 4999) continue;
    machine.audit();
    auto waits = machine.find_deadlock();
    if (!waits.empty()) return waits;
  }
  return {};
}

void check_no_deadlock(const Soak& soak, int vcs, Cycle cycles) {
  CAPTURE(soak.topology, soak.routing, vcs);
  RouterConfig config;
  config.vcs = config.injection_vcs = vcs;
  Count count;
  CHECK(overload(soak, config, cycles, count).empty());
  CHECK(count.messages > cycles / 100);
}

void check_every_number_of_vcs(const Soak& soak, int least, Cycle cycles) {
  for (int vcs = least; vcs <= 10; ++vcs) check_no_deadlock(soak, vcs, cycles);
}

const std::vector<NodeId> kTwo = {NodeId(5), NodeId(10)};
const std::vector<NodeId> kFive = {NodeId(9), NodeId(18), NodeId(27), NodeId(28), NodeId(50)};

}  // namespace

TEST_CASE("past saturation around faults nothing deadlocks or starves, for every number of VCs") {
  check_every_number_of_vcs({"torus:4x4", "sw-deterministic", kTwo}, 2, sample(100'000U, 5'000U));
  check_every_number_of_vcs({"torus:4x4", "sw-adaptive", kTwo}, 3, sample(100'000U, 5'000U));
  check_every_number_of_vcs({"mesh:4x4", "sw-adaptive", kTwo}, 2, sample(100'000U, 5'000U));
  check_every_number_of_vcs({"hypercube:4", "sw-deterministic", kTwo}, 1, sample(100'000U, 5'000U));
}

TEST_CASE("past saturation around faults nothing deadlocks or starves in two million cycles with the fewest VCs", "[long]") {
  check_no_deadlock({"torus:8x8", "sw-deterministic", kFive}, 2, 2'000'000);
  check_no_deadlock({"torus:8x8", "sw-adaptive", kFive}, 3, 2'000'000);
}

TEST_CASE("with room for one absorbed message a node, a run goes on or shows its cycle of waits") {
  for (const char* const routing : {"sw-deterministic", "sw-adaptive"}) {
    for (int vcs = 3; vcs <= 6; ++vcs) {
      CAPTURE(routing, vcs);
      RouterConfig config;
      config.vcs = config.injection_vcs = vcs;
      config.absorption.limit = 1;
      Count count;
      const auto waits = overload({"torus:8x8", routing, kFive}, config, 100'000, count);
      if (waits.empty()) {
        CHECK(count.messages > 1000);
      } else {
        bool through_memory = false;  // without it there is no deadlock
        for (const auto& wait : waits) through_memory = through_memory || wait.wanted == kNoChannel;
        CHECK(through_memory);
      }
    }
  }
}
