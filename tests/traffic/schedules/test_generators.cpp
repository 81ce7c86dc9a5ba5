// Generators by hand, whom grids and the FFT make talk, and what is refused.
#include <catch2/catch.hpp>

#include "models/network/topology/topologies.hpp"
#include "tests/support/cases/schedule_graph.hpp"
#include "tests/support/scratch_file.hpp"
#include "traffic/schedules/generators/registry.hpp"

using namespace dateline;
using namespace dateline::test;
using Catch::Contains;

namespace {

using Ranks = std::vector<std::uint32_t>;

Ranks partners(const ScheduleGraph& graph, std::uint32_t rank, OperationKind kind) {
  Ranks list;
  for (const std::uint32_t i : graph.of(rank, kind)) list.push_back(graph.peer(i));
  return list;
}

std::vector<std::uint64_t> heard(const Schedule& schedule) { return ScheduleGraph(schedule).heard(); }

}  // namespace

TEST_CASE("a halo of 2 x 3 ranks by hand") {
  const Schedule schedule = generated("halo:2d,bytes=5", 6);  // rank = x + 2 y
  const ScheduleGraph graph(schedule);
  CHECK(partners(graph, 0, OperationKind::send) == Ranks{1, 1, 2, 4});
  CHECK(partners(graph, 0, OperationKind::recv) == Ranks{1, 1, 4, 2});
  CHECK(partners(graph, 3, OperationKind::send) == Ranks{2, 2, 5, 1});
  CHECK(partners(graph, 5, OperationKind::send) == Ranks{4, 4, 1, 3});
}

TEST_CASE("a halo of 2 x 2 x 3 ranks has six neighbours, the sides in ascending order") {
  const Schedule schedule = generated("halo:3d,bytes=5", 12);  // rank = x + 2 y + 4 z
  const ScheduleGraph graph(schedule);
  CHECK(partners(graph, 0, OperationKind::send) == Ranks{1, 1, 2, 2, 4, 8});
  CHECK(partners(graph, 11, OperationKind::send) == Ranks{10, 10, 9, 9, 3, 7});
  CHECK(partners(ScheduleGraph(generated("halo:3d,bytes=5", 1)), 0, OperationKind::send).empty());
}

TEST_CASE("a sweep passes a rank when it has passed all to its south-west, and no others") {
  for (const std::uint32_t a : {1U, 2U, 3U, 5U, 7U}) {
    for (const std::uint32_t b : {a, a + 1}) {
      const auto knows = heard(generated("sweep,bytes=4", a * b));
      for (std::uint32_t x = 0; x < a * b; ++x) {
        std::uint64_t wanted = 0;
        for (std::uint32_t y = 0; y <= x; ++y) wanted |= y % a <= x % a ? std::uint64_t{1} << y : 0;
        CHECK(knows[x] == wanted);
      }
    }
  }
  CHECK(heard(generated("pipeline,bytes=4", 5)) == std::vector<std::uint64_t>{1, 3, 7, 15, 31});
}

TEST_CASE("a pipeline that computes, by hand") {
  const Schedule schedule = generated("pipeline,bytes=4,compute=2us,repeat=3", 3);
  const ScheduleGraph graph(schedule);
  CHECK(schedule.repeat() == 3);
  CHECK(schedule.messages() == 6);
  const auto text = [&] {
    std::string all;
    for (std::uint32_t i = 0; i < schedule.size(); ++i) {
      all += std::to_string(schedule[i].rank) + (graph.is(i, OperationKind::compute) ? "c" : graph.is(i, OperationKind::send) ? "s" : "r");
      all += std::to_string(std::uint64_t{schedule[i].amount});
      for (const std::uint32_t w : graph.waits[i]) all += "<" + std::to_string(w - schedule.begin(schedule[i].rank));
      all += " ";
    }
    return all;
  };
  CHECK(text() == "0c2000 0s4<0 1r4 1c2000<0 1s4<1 2r4 ");
}

TEST_CASE("an FFT of 8 ranks: bit-reversed first, then the three dimensions") {
  const Schedule schedule = generated("fft:32", 8);
  const ScheduleGraph graph(schedule);
  CHECK(partners(graph, 0, OperationKind::send) == Ranks{1, 2, 4});
  CHECK(partners(graph, 1, OperationKind::send) == Ranks{4, 0, 3, 5});
  CHECK(partners(graph, 6, OperationKind::recv) == Ranks{3, 7, 4, 2});
  CHECK(schedule[0].amount == 16 * 4);
  CHECK(heard(generated("fft:64", 64)) == std::vector<std::uint64_t>(64, ~std::uint64_t{0}));
}

TEST_CASE("an FFT computes its own stages before and after the exchanges, and halves behind each") {
  // 4^2 points a rank on 2 ranks: two stages of 8 butterflies of 1.1 cycles, 16 halves of 0.3, each sum rounded up.
  const auto made = [](const std::string& text, std::uint32_t ranks) {
    const CycleTime cycle_time({"test", "cycle-time"}, "10ns");
    return generate_schedule({"test", "workload"}, text, ranks, nullptr, cycle_time);
  };
  const auto computed = [&](const std::string& text, std::uint32_t ranks, std::uint32_t rank) {
    const Schedule schedule = made(text, ranks);
    const ScheduleGraph graph(schedule);
    std::vector<std::uint64_t> amounts;
    for (const std::uint32_t i : graph.of(rank, OperationKind::compute)) amounts.push_back(schedule[i].amount);
    return amounts;
  };
  using Cycles = std::vector<std::uint64_t>;
  CHECK(computed("fft:32,butterfly=11ns,half-butterfly=3ns", 2, 0) == Cycles{18, 5, 18});
  CHECK(computed("fft:128,butterfly=3,half-butterfly=2", 8, 6) == Cycles{3 * 2 * 8, 2 * 16, 2 * 16, 2 * 16, 3 * 2 * 8});
  CHECK(computed("fft:8,butterfly=3,half-butterfly=2", 8, 0) == Cycles{2, 2, 2});
  CHECK(computed("fft:32,half-butterfly=1", 8, 7) == Cycles{4, 4, 4});
  CHECK(computed("fft:32,butterfly=0", 8, 7).empty());
  CHECK(computed("fft:16,butterfly=2", 1, 0) == Cycles{2 * 2 * 8, 2 * 2 * 8});

  // Every operation waits for the one before it; an exchange's recv does too, and what follows waits for both.
  const Schedule schedule = made("fft:8,butterfly=5,half-butterfly=7", 2);
  const ScheduleGraph graph(schedule);
  const std::uint32_t first = schedule.begin(1);
  REQUIRE(schedule.begin(2) - first == 5);
  CHECK(graph.waits[first].empty());
  CHECK(graph.waits[first + 1] == std::vector<std::uint32_t>{first});
  CHECK(graph.waits[first + 2] == std::vector<std::uint32_t>{first});
  CHECK(graph.waits[first + 3] == std::vector<std::uint32_t>{first + 1, first + 2});
  CHECK(graph.waits[first + 4] == std::vector<std::uint32_t>{first + 3});
}

TEST_CASE("a broadcast goes to the nearest child first, a reduce waits for all children") {
  const Schedule down = generated("broadcast,bytes=4", 11), up = generated("reduce,bytes=4", 11);
  const ScheduleGraph broadcast(down), reduce(up);
  CHECK(partners(broadcast, 0, OperationKind::send) == Ranks{1, 2, 4, 8});
  CHECK(partners(broadcast, 1, OperationKind::send) == Ranks{3, 5, 9});
  CHECK(partners(broadcast, 3, OperationKind::send) == Ranks{7});
  CHECK(partners(reduce, 0, OperationKind::recv) == Ranks{8, 4, 2, 1});
  CHECK(partners(reduce, 2, OperationKind::recv) == Ranks{10, 6});
  const auto sent = reduce.of(2, OperationKind::send);
  CHECK(reduce.waits[sent.at(0)] == reduce.of(2, OperationKind::recv));
}

TEST_CASE("unknown generators and bad parameters are refused, naming what is allowed") {
  const auto refused = [](const std::string& text, const std::vector<std::string>& says, std::uint32_t ranks = 8) {
    const std::string line = generator_refusal(text, ranks);
    INFO(text << ": " << line);
    CHECK(line.rfind("test: ", 0) == 0);
    for (const std::string& part : says) CHECK_THAT(line, Contains(part));
  };
  refused("broadcst,bytes=1", {"workload=broadcst", "unknown", "broadcast"});
  refused("", {"workload=''", "unknown"});
  refused("all-reduce,bytes=1", {"is written", "all-reduce:ring", "all-reduce:torus"});
  refused("all-reduce:rings,bytes=1", {"unknown; nearest: all-reduce:ring, "});
  refused("all-to-all:ring,bytes=1", {"unknown; known: all-to-all:direct, all-to-all:pairwise, all-to-all:xor"});
  refused("broadcast:ring,bytes=1", {"is written broadcast"});
  refused("broadcast", {"needs bytes", "broadcast,bytes="});
  refused("broadcast,bytes", {"needs a value for bytes"});
  refused("broadcast,bytes=", {"bytes=''", "whole number"});
  refused("broadcast,bytes=-1", {"bytes=-1", "whole number", "1000000000000000"});
  refused("broadcast,bytes=1.5", {"bytes=1.5", "whole number"});
  refused("broadcast,bytes=1000000000000001", {"bytes=1000000000000001", "0..1000000000000000"});
  refused("broadcast,bytes=1,bytes=1", {"bytes twice"});
  refused("broadcast,bytes=1,size=2", {"'size'", "bytes=, repeat=, compute="});
  refused("broadcast,bytes=1,", {"''", "bytes=, repeat=, compute="});
  refused("broadcast,bytes=1,repeat=0", {"repeat=0", "1.."});
  refused("broadcast,bytes=1,compute=-1", {"compute=-1"});
  refused("broadcast,bytes=1,compute=1s", {"compute=1s"});
  refused("barrier:dissemination,bytes=1", {"'bytes'", "repeat="});
  refused("fft:64,bytes=1", {"'bytes'", "repeat=, compute=, butterfly=, half-butterfly="});
  refused("fft:8,compute=1,butterfly=2", {"compute", "butterfly, half-butterfly"});
  refused("fft:8,butterfly=x", {"butterfly=x"});
  refused("fft:8,butterfly=1,butterfly=1", {"butterfly twice"});
  refused("fft:8589934592,half-butterfly=18014398509481983", {"2^54 - 1"});
  refused("broadcast,bytes=1,butterfly=1", {"'butterfly'"});
  refused("all-to-all:direct,bytes=1,compute=5", {"'compute'", "bytes=, repeat="});
  refused("fft", {"is written fft:M"});
  refused("fft:", {"is written fft:M"});
  refused("fft:x", {"fft=x", "whole number"});
  refused("fft:0", {"fft=0"});
  refused("fft:16", {"2^(n+2d)", "8, 32, 128"});
  refused("fft:4", {"2^(n+2d)"});
  refused("fft:96", {"2^(n+2d)"});
  refused("fft:36", {"2^(n+2d)"}, 4);
  refused("fft:64", {"6 ranks", "power of two"}, 6);
  refused("fft:4611686018427387904", {"10^15 bytes"}, 1);
  refused("pipeline,bytes=1", {"0 ranks"}, 0);
  refused("pipeline,bytes=1", {"ranks"}, (1U << 24) + 1);
  refused("broadcast,bytes=1,repeat=1000000001", {"repeat=1000000001", "1..1000000000"});
  refused("all-to-all:direct,bytes=1", {"messages", "1073741824"}, 1U << 20);
}

TEST_CASE("rings of a topology need its radices, and a rank on every node") {
  const auto refusal = [](std::uint32_t ranks, const char* name) {
    const auto topology = make_topology(name);
    return generator_refusal("all-reduce:torus,bytes=1", ranks, topology.get());
  };
  CHECK_THAT(generator_refusal("all-reduce:torus,bytes=1", 8), Contains("needs a topology"));
  CHECK_THAT(refusal(15, "torus:4x4"), Contains("15 ranks") && Contains("16") && Contains("torus:4x4"));
  const ScratchFile triangle("0 1\n1 2\n2 0\n");
  CHECK_THAT(refusal(3, ("graph:" + triangle.path()).c_str()), Contains("coordinates"));
  CHECK(refusal(16, "torus:4x4").empty());
  CHECK(refusal(16, "mesh:4x4").empty());
}

TEST_CASE("what would not fit the memory is refused before it is made") {
  const auto make = [](double memory) {
    return generate_schedule({"test", "workload"}, "all-to-all:pairwise,bytes=1", 5000, nullptr, CycleTime(), memory);
  };
  CHECK_THROWS_WITH(make(1e9), Contains("24995000 messages") && Contains("needs about 3.3 GiB of memory, available are 0.9 GiB"));
}
