// Traces on the machine, cycle for cycle by hand: a message of M flits generated in cycle g and alone on its way over h
// hops is delivered in g + h + M. Packets of Netrace here: 9 flits of types 2, 3, ..., 1 flit of types 1, 5, ...
#include <catch2/catch.hpp>

#include "tests/support/cases/trace_run.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

constexpr std::uint64_t kFlitBytes = 8;

// "source.sequence flits generated-ejected" of every delivery: by cycle, then by destination.
std::vector<std::string> texts(const NotedRun& run) {
  std::vector<std::string> list;
  for (const Arrival& a : run.arrivals()) {
    list.push_back(std::to_string(a.source) + "." + std::to_string(a.sequence) + " " + std::to_string(a.flits) + " " + std::to_string(a.generated) +
                   "-" + std::to_string(a.ejected));
  }
  return list;
}

std::vector<std::string> pair_csv(const std::string& rows) {
  return texts(replay_csv("cycle,source,destination,flits\n" + rows, TestNetwork("hypercube:1", 4), deep_machine()));
}

std::vector<std::string> pair_netrace(const std::vector<NetracePacket>& packets) {
  return texts(replay_netrace(packets, kFlitBytes, TestNetwork("hypercube:1", 4), deep_machine()));
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("every row of a trace is generated in its cycle") {
  CHECK(pair_csv("0,0,1,4\n3,1,0,1\n10,1,1,2\n100,0,1,1\n") == Texts{"1.0 1 3-5", "0.0 4 0-5", "1.1 2 10-12", "0.1 1 100-102"});
}

TEST_CASE("a replay goes on until all is delivered, and is measured whole") {
  const NotedRun run =
      replay_csv("cycle,source,destination,flits,class\n7,0,1,4,3\n500,1,0,60000,0\n", TestNetwork("hypercube:1", 4), deep_machine());
  CHECK(texts(run) == Texts{"0.0 4 7-12", "1.0 60000 500-60501"});
  CHECK(run.result().completion_cycle == 60502);
  CHECK(run.result().simulated_cycles == 60502);
  CHECK(run.result().packets.measured == 2);
  CHECK(run.result().packets.in_flight == 0);
  CHECK(run.result().flit_hops == 60004);
  CHECK(run.result().latency.max == 60002);
}

TEST_CASE("a trace without packets ends at once") {
  const NotedRun run = replay_csv("cycle,source,destination,flits\n", TestNetwork("hypercube:1", 4), deep_machine());
  CHECK(run.result().completion_cycle == 0);
  CHECK(run.result().packets.generated == 0);
}

TEST_CASE("the rows of a source in one cycle keep their order") {
  // One injection VC: the second waits until the first has left.
  RouterConfig one = deep_machine(4);
  one.injection_vcs = 1;
  const NotedRun run = replay_csv("cycle,source,destination,flits\n2,0,1,3\n2,0,1,1\n2,0,1,2\n", TestNetwork("hypercube:1", 4), one);
  REQUIRE(run.arrivals().size() == 3);
  for (const Arrival& a : run.arrivals()) CHECK(a.flits == std::vector<std::uint32_t>{3, 1, 2}[a.sequence]);
  CHECK(run.arrivals()[0].ejected == 2 + 1 + 3);
}

TEST_CASE("a packet of Netrace waits for the delivery of every packet that names it") {
  // 10 arrives in 10; 20 can go in 11; 30 is named by both, and 50 is later than the last of them; nobody names 40.
  CHECK(pair_netrace({{0, 10, 2, 0, 1, {30, 20}}, {4, 20, 1, 1, 0, {30}}, {50, 30, 1, 0, 1}, {60, 40, 5, 1, 0}}) ==
        Texts{"0.0 9 0-10", "1.0 1 11-13", "0.1 1 50-52", "1.1 1 60-62"});
  // Of two that name it, the later one counts.
  CHECK(pair_netrace({{0, 1, 1, 0, 1, {3}}, {0, 2, 2, 1, 0, {3}}, {1, 3, 1, 0, 1}}) == Texts{"0.0 1 0-2", "1.0 9 0-10", "0.1 1 11-13"});
}

TEST_CASE("a chain of Netrace packets takes a cycle between a delivery and the next packet") {
  std::vector<NetracePacket> chain;
  for (std::uint32_t i = 0; i < 200; ++i) chain.push_back({0, i, 1, i % 2, 1 - i % 2, {i + 1}});  // 200 never comes
  const NotedRun run = replay_netrace(chain, kFlitBytes, TestNetwork("hypercube:1", 4), deep_machine());
  CHECK(run.result().completion_cycle == 200 * 3);
  CHECK(run.result().latency.max == 3);
}

TEST_CASE("a packet that is due after its dependencies goes in its own cycle") {
  CHECK(pair_netrace({{0, 1, 1, 0, 1, {2}}, {2, 2, 1, 1, 0, {3}}, {6, 3, 1, 0, 1}}) == Texts{"0.0 1 0-2", "1.0 1 3-5", "0.1 1 6-8"});
}

TEST_CASE("Netrace packets that become free in one cycle go in the order of the trace, before those of that cycle") {
  // 10 arrives in 2: 20, 21 and 22 go in 3, whatever order it names them in; then 30, of cycle 3.
  const NotedRun run = replay_netrace({{0, 10, 1, 0, 1, {22, 21, 20}}, {0, 20, 1, 1, 0}, {0, 21, 2, 1, 0}, {1, 22, 1, 1, 0}, {3, 30, 2, 1, 0}},
                                      kFlitBytes, TestNetwork("hypercube:1", 4), deep_machine());
  REQUIRE(run.arrivals().size() == 5);
  for (const Arrival& a : run.arrivals()) {
    if (a.source == 0) continue;
    CHECK(a.generated == 3);
    CHECK(a.flits == std::vector<std::uint32_t>{1, 9, 1, 9}[a.sequence]);
  }
}

TEST_CASE("a packet that is named twice by one waits for it once") {
  CHECK(pair_netrace({{0, 1, 1, 0, 1, {2, 2}}, {0, 2, 1, 1, 0}}) == Texts{"0.0 1 0-2", "1.0 1 3-5"});
}

TEST_CASE("random Netrace traces with dependencies are delivered whole, none before it may be") {
  RandomStream random(5, 0, Purpose::start);
  for (int round = 0; round < 20; ++round) {
    CAPTURE(round);
    std::vector<NetracePacket> packets;
    Cycle cycle = 0;
    for (std::uint32_t i = 0; i < 150; ++i) {
      cycle += random.below(4);
      NetracePacket p{cycle, i * 3 + 1, random.below(2) == 0 ? 1U : 2U, random.below(16), random.below(16), {}};
      for (std::uint64_t d = random.below(4); d > 0 && i + 1 < 150; --d)
        p.waiting.push_back(static_cast<std::uint32_t>((i + 1 + random.below(149 - i)) * 3 + 1));
      packets.push_back(p);
    }
    NetraceHeader header;
    header.nodes = 16;
    const ScratchFile file(netrace(header, packets), "netrace");
    const TestNetwork network("torus:4x4", 4);
    const NotedRun run = replay(network, deep_machine(), [&] {
      return std::make_unique<NetraceFile>(ValueSource{"test", "trace"}, file.path(), kFlitBytes);
    });
    REQUIRE(run.arrivals().size() == packets.size());
    CHECK(run.result().packets.in_flight == 0);
    // Packets and deliveries of a pair of nodes, both by cycle of generation: as often as they were sent.
    std::uint64_t flits = 0, sent = 0;
    for (const Arrival& a : run.arrivals()) flits += a.flits;
    for (const NetracePacket& p : packets) sent += p.type == 1 ? 1 : 9;
    CHECK(flits == sent);
    for (const Arrival& a : run.arrivals()) CHECK(a.ejected >= a.generated + a.hops + a.flits);
  }
}
