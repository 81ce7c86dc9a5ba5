// What goes into an embedded network and what comes out, cycle by cycle: latencies against h (l + r) + M + 1
// (docs/reference/router-cycle.md, section 3), the order of a cycle's events, sizes, faults, deadlock, mistakes.
#include <catch2/catch.hpp>

#include "models/base/error.hpp"
#include "sim/core/compiled_network.hpp"
#include "tests/sim/embed/script.hpp"
#include "tests/support/scratch_file.hpp"

using namespace dateline;
using namespace dateline::test;
using Catch::Matchers::Contains;

namespace {

constexpr const char* kTorus = "topology=torus:8x8 workload.flit-bytes=16 packet-length=65";

TerminalId terminal(std::uint32_t number) { return TerminalId(number); }

std::vector<Event> next_events(Network& network) {
  network.run(Network::kNever);
  return take_all(network);
}

Event alone(Network& network, std::uint32_t from, std::uint32_t to, std::uint64_t bytes) {
  network.send(network.now(), terminal(from), terminal(to), bytes, 7);
  const std::vector<Event> events = next_events(network);
  REQUIRE(events.size() == 1);
  return events.front();
}

}  // namespace

TEST_CASE("a message arrives h + M + 1 cycles after it was offered, each packet with a header flit") {
  Network network(kTorus);
  CHECK(network.terminals() == 64);
  for (const std::uint64_t bytes : std::initializer_list<std::uint64_t>{0, 1, 16, 17, 1024}) {
    const std::uint64_t flits = (bytes + 15) / 16 + 1;
    const Cycle begin = network.now();
    const Event event = alone(network, 0, 9 * 2, bytes);  // (2, 2): four hops
    CHECK(event.kind == Event::arrived);
    CHECK(event.at == begin + 4 + flits + 1);
    CHECK(event.at == network.now());
    CHECK(event.offered == begin);
    CHECK(event.hops == 4);
    CHECK(event.bytes == bytes);
    CHECK(event.user == 7);
    CHECK(event.packets == 1);
    CHECK(event.source == terminal(0));
    CHECK(event.destination == terminal(18));
  }
}

TEST_CASE("without header flits a message has only the flits of its bytes, and at least one") {
  Network network(std::string(kTorus) + " header-flits=0");
  for (const std::uint64_t bytes : std::initializer_list<std::uint64_t>{0, 1, 16, 17, 1040}) {
    const Cycle begin = network.now();
    CHECK(alone(network, 0, 1, bytes).at == begin + 1 + std::max<std::uint64_t>(1, (bytes + 15) / 16) + 1);
  }
  CHECK(alone(network, 0, 1, 1041).packets == 2);
}

TEST_CASE("a message is cut into packets of at most packet-length flits") {
  Network network(kTorus);
  CHECK(alone(network, 0, 1, 1024).packets == 1);
  CHECK(alone(network, 0, 1, 1025).packets == 2);
  CHECK(alone(network, 5, 1, 102400).packets == 100);
}

TEST_CASE("a message has been sent when its last flit has left the source, where the sender asks") {
  Network network(kTorus);
  network.send(7, terminal(0), terminal(1), 1024, 1, {true});
  const std::vector<Event> sent = next_events(network);
  REQUIRE(sent.size() == 1);
  CHECK(sent[0].kind == Event::sent);
  CHECK(sent[0].at == 7 + 65);
  CHECK(sent[0].injected == 7);
  CHECK(next_events(network).at(0).kind == Event::arrived);
  network.send(network.now(), terminal(0), terminal(1), 5000, 2);
  CHECK(next_events(network).at(0).kind == Event::arrived);
}

TEST_CASE("a gigabyte in packets of a kilobyte takes no more than a few places") {
  Network network(kTorus);
  network.send(0, terminal(0), terminal(1), 1'000'000'000, 1);
  CHECK(network.queued(terminal(0)) == 976563);
  network.send(0, terminal(0), terminal(1), Network::kMostBytes, 2);
  CHECK(network.queued(terminal(0)) == 976563 + 976562500000);
  CHECK(network.machine().source(terminal(0)).generated == 8);  // two for each injection VC
  network.run(66000);
  CHECK(network.queued(terminal(0)) < 976563 + 976562500000 - 900);  // 65 flits each, one a cycle
  CHECK(network.machine().totals().queued <= 8);
  CHECK_FALSE(network.idle());
}

TEST_CASE("events of a cycle: timers by when they were asked for, then what was sent, then what arrived") {
  Network network("topology=torus:4x4 workload.flit-bytes=16 header-flits=0");
  // Both arrive in the same cycle: 1 + 8 + 1 and 2 + 7 + 1 cycles; the second's injection ends in cycle 6.
  network.send(0, terminal(5), terminal(4), 8 * 16, 1);
  network.send(0, terminal(0), terminal(2), 7 * 16, 2);
  network.send(2, terminal(9), terminal(10), 8 * 16, 3, {true});  // sent in cycle 9
  network.wake(10, 4);
  network.wake(10, 5);
  network.wake(3, 6);
  CHECK(network.run(100) == 3);
  std::vector<Event> events = take_all(network);
  REQUIRE(events.size() == 1);
  CHECK(events[0].kind == Event::timer);
  CHECK(events[0].user == 6);
  CHECK(network.run(100) == 10);
  CHECK(network.run(100) == 10);  // events wait
  events = take_all(network);
  std::vector<std::uint64_t> users;
  for (const Event& event : events) {
    users.push_back(event.user);
    CHECK(event.at == 10);
  }
  CHECK(users == std::vector<std::uint64_t>{4, 5, 3, 2, 1});
  CHECK(events[2].kind == Event::sent);
}

TEST_CASE("what is due later begins in its cycle, in the order of calls") {
  Network network("topology=torus:4x4 workload.flit-bytes=16 header-flits=0 router.source=one-at-a-time");
  network.send(50, terminal(0), terminal(1), 16 * 10, 1);
  CHECK(network.run(50) == 50);
  network.send(50, terminal(0), terminal(1), 16, 2);
  const std::vector<Event> first = next_events(network);
  CHECK(first.at(0).user == 1);
  CHECK(first.at(0).at == 50 + 1 + 10 + 1);
  CHECK(first.at(0).offered == 50);
  CHECK(next_events(network).at(0).user == 2);
  CHECK(network.idle());
}

TEST_CASE("idle cycles are not executed, however many") {
  Network network(kTorus);
  CHECK(network.run(Network::kLast) == Network::kLast);
  CHECK(network.machine().tile().now == 0);
  CHECK(network.run(Network::kNever) == Network::kLast);
  network.send(Network::kLast, terminal(0), terminal(1), 16, 1);
  CHECK(next_events(network).at(0).at == Network::kLast + 4);
}

TEST_CASE("a timer of the present cycle is an event at once") {
  Network network(kTorus);
  network.wake(0, 3);
  CHECK_FALSE(network.idle());
  CHECK(network.run(100) == 0);
  CHECK(take_all(network).at(0).user == 3);
  CHECK(network.idle());
}

TEST_CASE("mistakes are refused by name and change nothing") {
  Network network(kTorus), untouched(kTorus);
  for (Network* one : {&network, &untouched}) one->send(0, terminal(3), terminal(60), 5000, 1);
  network.run(10);
  CHECK_THROWS_WITH(network.send(9, terminal(0), terminal(1), 1, 1), Contains("send, at=9 has passed; the next cycle is 10"));
  CHECK_THROWS_WITH(network.send(10, terminal(64), terminal(1), 1, 1), Contains("send, from=64 not in 0..63"));
  CHECK_THROWS_WITH(network.send(10, terminal(0), terminal(4000000000), 1, 1), Contains("send, to=4000000000 not in 0..63"));
  CHECK_THROWS_WITH(network.send(10, terminal(0), terminal(1), Network::kMostBytes + 1, 1), Contains("not in 0..1000000000000000"));
  CHECK_THROWS_WITH(network.send(Network::kNever, terminal(0), terminal(1), 1, 1), Contains("is after the last cycle"));
  CHECK_THROWS_WITH(network.wake(0, 1), Contains("wake, at=0 has passed"));
  CHECK_THROWS_WITH(network.queued(terminal(64)), Contains("queued, from=64"));
  untouched.run(10);
  CHECK(text_of(next_events(network).at(0)) == text_of(next_events(untouched).at(0)));
}

TEST_CASE("options are those of simulate, with its refusals") {
  const auto refused = [](const std::string& options, const std::string& text) { CHECK_THROWS_WITH(Network(options), Contains(text)); };
  refused("", "network: topology is missing");
  refused("topology=torus:8x8 vcs=0", "network: vcs=0 not in 1..16");
  refused("topology=torus:8x8 vcz=4", "vcs");
  refused("topology=torus:8x8 vcs=4 vcs=4", "is given twice");
  refused("topology=torus:8x8 load=0.5", "--load");
  refused("topology=torus:8x8 buffer-depth", "is no KEY=VALUE");
  refused("topology=torus:8x8 =4", "is no KEY=VALUE");
  refused("topology=\"torus:8x8", "has a quote that does not end it");
  refused("topology=torus:8x8 packet-length=1", "allowed: 2..65535, or header-flits=0");
  refused("topology=torus:8x8 header-flits=2", "not in 0..1");
  refused("topology=torus:8x8 packet-length=1..4", "packet-length");
  refused("topology=torus:8x8 routing=duato vcs=2", "is too few");
  refused("topology=torus:8x8 absorption.delay=3", "it absorbs no packet");
  refused("topology=torus:8x8 workload.cycle-time=1", "cycle-time");
  refused("topology=torus:8x8 workload.flit-bytes=0", "workload.flit-bytes=0 not in 1..1000000000");
  CHECK_NOTHROW(Network("\n topology=\"torus:8x8\"\tflit-bytes=16\n"));  // the old name too
  CHECK(Network("topology=torus:8x8 cycle-time=0.5ns").cycle_time().cycles("1us") == 2000);
}

TEST_CASE("a network that is not proved safe is refused, or runs into an event of its deadlock") {
  // One way round a ring of four, in one class of VCs.
  std::string channels, paths;
  for (int v = 0; v < 4; ++v) {
    channels += fmt::format("{} > {}\n", v, (v + 1) % 4);
    std::string path = fmt::format("1: {}", v);
    for (int hop = 1; hop < 4; ++hop) {
      path += fmt::format(" {}@0", (v + hop) % 4);
      paths += path + "\n";
    }
  }
  const ScratchFile graph(channels), table(paths);
  const std::string options = fmt::format("topology=graph:{} routing=table:{} vcs=1 header-flits=0 packet-length=32", graph.path(), table.path());
  CHECK_THROWS_WITH(Network(options), Contains("is not safe"));
  Network network(options + " prove=never");
  for (std::uint32_t t = 0; t < 4; ++t) network.send(0, terminal(t), terminal((t + 2) % 4), 32, t);
  bool deadlock = false;
  for (int i = 0; i < 10 && !deadlock; ++i) {
    network.run(2000);
    for (const Event& event : take_all(network)) deadlock = deadlock || event.kind == Event::deadlock;
  }
  REQUIRE(deadlock);
  CHECK(network.now() == 1000);
  CHECK_THAT(network.deadlock(), Contains("packets wait for each other in a cycle: packet"));
  CHECK_FALSE(network.idle());
  CHECK_THROWS_WITH(network.run(2000), Contains("deadlock at cycle 1000"));
}

TEST_CASE("a fault on the way loses a message, once") {
  Network network("topology=torus:4x4 routing=sw-adaptive workload.flit-bytes=1 packet-length=17 fault-events=fail@20:2");
  network.send(0, terminal(0), terminal(2), 160, 1);  // ten packets, on their way when the destination fails
  network.send(25, terminal(1), terminal(2), 16, 2);  // to a node that has failed by then
  network.send(25, terminal(1), terminal(3), 16, 3);
  std::string text;
  while (!network.idle()) {
    for (const Event& e : next_events(network))
      text += fmt::format("{}:{}@{} ", static_cast<unsigned>(e.kind), e.user, e.kind == Event::lost ? e.at : 0);
  }
  CHECK(text == "3:1@20 3:2@25 0:3@0 ");
}

TEST_CASE("nodes that have failed from the beginning neither send nor receive") {
  Network network("topology=torus:4x4 routing=sw-adaptive faults=nodes:2");
  CHECK_THROWS_WITH(network.send(0, terminal(2), terminal(1), 1, 1), Contains("send, from=2 is a terminal whose node has failed"));
  CHECK_THROWS_WITH(network.send(0, terminal(1), terminal(2), 1, 1), Contains("send, to=2"));
  network.send(0, terminal(1), terminal(3), 1, 1);
  CHECK(next_events(network).at(0).kind == Event::arrived);
}
