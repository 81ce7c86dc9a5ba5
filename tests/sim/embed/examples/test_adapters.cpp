// The two adapters that the page Embed dateline shows, as their simulators would use them.
#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <memory>
#include <vector>

#include "sim/embed/examples/astra_sim.hpp"
#include "sim/embed/examples/clock_driven.hpp"

namespace {

constexpr std::uint64_t kBytes = 1000;

// A rank of a ring all-reduce, as ASTRA-sim's system layer goes about it: send and recv of a step, and when both have
// ended, the next step after the endpoint's delay.
struct Rank {
  std::unique_ptr<AstraNpu> npu;
  int number = 0, ranks = 0, steps = 0, open = 0;
  long double end = 0, delay = 0;

  static void ended(void* rank) { static_cast<Rank*>(rank)->end_one(); }
  static void begin(void* rank) { static_cast<Rank*>(rank)->begin_step(); }
  void begin_step() {
    open = 2;
    npu->sim_recv(nullptr, kBytes, 0, (number + ranks - 1) % ranks, 7, nullptr, &Rank::ended, this);
    npu->sim_send(nullptr, kBytes, 0, (number + 1) % ranks, 7, nullptr, &Rank::ended, this);
  }
  void end_one() {
    if (--open > 0) return;
    end = npu->sim_get_time().time_val;
    if (--steps > 0) npu->sim_schedule({AstraSim::NS, delay}, &Rank::begin, this);
  }
};

}  // namespace

TEST_CASE("a ring all-reduce over the adapter for ASTRA-sim ends when its closed form says") {
  constexpr int kRanks = 8, kSteps = 2 * (kRanks - 1);
  AstraNetwork network("topology=torus:8 workload.flit-bytes=25 workload.cycle-time=0.5ns header-flits=0 router.channel-latency=20 buffer-depth=64");
  std::vector<Rank> ranks(kRanks);
  for (int r = 0; r < kRanks; ++r) {
    Rank& own = ranks[static_cast<std::size_t>(r)];
    own.npu = std::make_unique<AstraNpu>(r, network);
    own.number = r;
    own.ranks = kRanks;
    own.steps = kSteps;
    own.delay = 10;
    own.npu->sim_schedule({AstraSim::NS, 0}, &Rank::begin, &own);
  }
  network.run();
  // Cycles of half a nanosecond: 20 of the channel, 40 flits, 1; and 20 of the endpoint between two steps.
  for (const Rank& rank : ranks) CHECK(rank.end == ((20 + 40 + 1) * kSteps + 20 * (kSteps - 1)) / 2.0L);
}

TEST_CASE("messages that come before their recv wait for it, in order and by tag and size") {
  AstraNetwork network("topology=torus:4x4 workload.flit-bytes=16");
  AstraNpu sender(0, network), receiver(5, network);
  static std::vector<int> came;
  came.clear();
  const auto note = [](void* number) { came.push_back(*static_cast<int*>(number)); };
  int sent = 0, first = 1, second = 2, other = 3;
  for (int i = 0; i < 2; ++i) sender.sim_send(nullptr, 64, 0, 5, 1, nullptr, note, &sent);
  sender.sim_send(nullptr, 64, 0, 5, 2, nullptr, note, &sent);
  network.run();
  CHECK(came == std::vector<int>{0, 0, 0});
  receiver.sim_recv(nullptr, 64, 0, 0, 1, nullptr, note, &first);
  receiver.sim_recv(nullptr, 32, 0, 0, 2, nullptr, note, &other);  // no message of that size
  receiver.sim_recv(nullptr, 64, 0, 0, 1, nullptr, note, &second);
  CHECK(came.size() == 3);  // not within the call
  network.run();
  CHECK(came == std::vector<int>{0, 0, 0, 1, 2});
}

TEST_CASE("a delay of ASTRA-sim ends in the first cycle that is not before its end, and nothing is kept") {
  for (const char* const cycle : {"0.1ns", "0.8ns"}) {
    AstraNetwork network(std::string("topology=torus:4x4 workload.flit-bytes=16 workload.cycle-time=").append(cycle).c_str());
    AstraNpu npu(0, network), other(5, network);
    static std::vector<long double> came;
    came.clear();
    const auto note = [](void* at) { came.push_back(static_cast<AstraNpu*>(at)->sim_get_time().time_val); };
    for (const int delay : {3, 4, 7}) npu.sim_schedule({AstraSim::NS, static_cast<long double>(delay)}, note, &npu);
    network.run();
    // 4 ns are 5 cycles of 0.8 ns; 3 and 7 ns are 3.75 and 8.75.
    const std::vector<long double> fine = {3, 4, 7}, coarse = {3.2L, 4, 7.2L};
    for (std::size_t i = 0; i < 3; ++i) CHECK(std::abs(came.at(i) - (network.period < 0.5 ? fine : coarse)[i]) < 1e-9L);
    static int calls = 0;
    for (int tag = 0; tag < 100; ++tag) {
      npu.sim_send(
          nullptr, 64, 0, 5, tag, nullptr, [](void*) { ++calls; }, nullptr);
      if (tag % 2 == 0)
        other.sim_recv(
            nullptr, 64, 0, 0, tag, nullptr, [](void*) { ++calls; }, nullptr);
    }
    network.run();
    for (int tag = 1; tag < 100; tag += 2)
      other.sim_recv(
          nullptr, 64, 0, 0, tag, nullptr, [](void*) { ++calls; }, nullptr);
    network.run();
    CHECK(calls % 200 == 0);
    CHECK((network.calls.empty() && network.recvs.empty() && network.early.empty()));
  }
}

TEST_CASE("a message of ASTRA-sim that is lost ends the simulation") {
  AstraNetwork network("topology=torus:4x4 routing=sw-adaptive workload.flit-bytes=16 fault-events=fail@20:5");
  AstraNpu sender(0, network);
  sender.sim_send(
      nullptr, 6400, 0, 5, 1, nullptr, [](void*) { FAIL("it has not arrived"); }, nullptr);
  CHECK_THROWS_WITH(network.run(), Catch::Matchers::Contains("lost"));
}

TEST_CASE("a clock-driven client is refused while its queue is full, and loses nothing") {
  std::uint64_t received = 0, refused = 0, sent = 0;
  ClockedNetwork network("topology=torus:4x4 workload.flit-bytes=16 packet-length=9 vcs=2", 3, [&](const dateline::Event& event) {
    CHECK(event.kind == dateline::Event::arrived);
    received += event.user;
  });
  for (dateline::Cycle cycle = 0; cycle < 400; ++cycle) {
    CHECK(network.now() == cycle);
    const bool room = network.can_send(0);
    CHECK(network.send(0, 10, 128, 1) == room);
    sent += network.can_send(3) ? 1 : 0;
    refused += network.send(3, 12, 128, 1) ? 0 : 1;
    network.tick();
  }
  CHECK(refused > 100);
  for (int i = 0; i < 1000 && !network.tick(); ++i) {
  }
  CHECK(network.tick());
  CHECK(received > sent);
  network.catch_up(1'000'000);
  CHECK(network.now() == 1'000'000);
}

TEST_CASE("the adapter for ASTRA-sim has at most 65 lines") {
  std::ifstream file(std::string(DATELINE_TEST_DATA) + "/../../sim/embed/examples/astra_sim.hpp");
  int lines = 0;
  for (std::string line; std::getline(file, line);) ++lines;
  CHECK(lines > 30);
  CHECK(lines <= 65);
}
