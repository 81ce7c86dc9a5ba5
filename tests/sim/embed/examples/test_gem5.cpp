// The adapter for gem5's Ruby that the page Embed dateline shows, as gem5 would use it: buffers and events of a
// stand-in.
#include <catch2/catch.hpp>
#include <fstream>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "sim/embed/examples/gem5_ruby.hpp"

namespace {

using namespace gem5;
using namespace gem5::ruby;

struct Payload final : Message {
  Payload(std::vector<MachineID> ids, MessageSizeType bytes, int own) : size(bytes), number(own) {
    for (const MachineID id : ids) to.add(id);
  }
  [[nodiscard]] MsgPtr clone() const override { return std::make_shared<Payload>(*this); }
  NetDest& getDestination() override { return to; }
  MessageSizeType& getMessageSize() override { return size; }
  bool functionalRead(Packet* packet) override { return packet->address == number; }
  bool functionalRead(Packet* packet, WriteMask& mask) override { return functionalRead(packet) && ++mask.bytes > 0; }
  bool functionalWrite(Packet* packet) override { return functionalRead(packet); }
  NetDest to;
  MessageSizeType size;
  int number;
};

MachineID cache(NodeID number) { return {MachineType_L1Cache, number}; }
MachineID directory(NodeID number) { return {MachineType_Directory, number}; }

// Ten caches, terminals 0 to 9, and six directories, 10 to 15; virtual network 1 is ordered.
struct System {
  explicit System(const std::string& options, std::size_t queue = 0, std::uint64_t depth = 4) {
    Simulation::current = &simulation;
    DatelineRubyParams params;
    params.controllers[0] = 10;
    params.controllers[1] = 6;
    params.vnets = 3;
    params.ordered = {false, true, false};
    params.queue = queue;
    params.options = options;
    params.depth = depth;
    network = std::make_unique<ruby::DatelineRuby>(params);
    network->init();
  }
  // At the present tick, to be seen by the network in the next cycle, as controllers send.
  void send(NodeID from, int vnet, std::vector<MachineID> to, int number, MessageSizeType size = MessageSizeType_Control) {
    network->to_network(from, vnet).enqueue(std::make_shared<Payload>(std::move(to), size, number), simulation.now, kPeriod);
  }
  // The message that is there now; null: none.
  std::shared_ptr<Payload> receive(NodeID at, int vnet) {
    MessageBuffer& buffer = network->from_network(at, vnet);
    if (!buffer.isReady(simulation.now)) return nullptr;
    auto message = std::static_pointer_cast<Payload>(buffer.peekMsgPtr());
    buffer.dequeue(simulation.now);
    return message;
  }
  void tick() { simulation.run(simulation.now += kPeriod); }

  Simulation simulation;
  std::unique_ptr<ruby::DatelineRuby> network;
};

const std::string kMesh = "topology=mesh:4x4 routing=dor workload.flit-bytes=8 header-flits=0";

}  // namespace

TEST_CASE("a message alone takes its zero-load latency through Ruby's buffers") {
  for (const MessageSizeType size : {MessageSizeType_Control, MessageSizeType_Data}) {
    System system(kMesh);
    system.send(0, 0, {directory(5)}, 7, size);  // terminal 15, six hops away
    int cycles = 0;
    std::shared_ptr<Payload> came;
    for (; came == nullptr && cycles < 100; ++cycles) {
      system.tick();
      came = system.receive(15, 0);
    }
    REQUIRE(came != nullptr);
    CHECK(came->number == 7);
    // One cycle into the buffer, hops + flits + 1 of the network, of which the last is that of the buffer it comes to.
    CHECK(cycles == 1 + 6 + (size == MessageSizeType_Control ? 1 : 9) + 1);
    CHECK(system.simulation.events.empty());  // it sleeps
  }
}

TEST_CASE("a message to several controllers comes to each of them, as one to it alone") {
  System system(kMesh);
  system.send(3, 2, {cache(0), cache(9), directory(0), directory(5)}, 11);
  system.simulation.run(100 * kPeriod);
  system.simulation.now = 100 * kPeriod;
  for (NodeID node = 0; node < 16; ++node) {
    const auto came = system.receive(node, 2);
    const bool wanted = node == 0 || node == 9 || node == 10 || node == 15;
    REQUIRE((came != nullptr) == wanted);
    if (!wanted) continue;
    CHECK(came->to.count() == 1);
    const MachineID only = came->to.smallestElement();
    CHECK((only.type == MachineType_L1Cache ? 0 : 10) + only.num == node);
    CHECK(system.receive(node, 2) == nullptr);
  }
}

TEST_CASE("messages of an ordered virtual network come in order, others may overtake, and none is lost") {
  // Adaptive, four VCs: packets of one pair overtake each other. Buffers from the network are small and read slowly.
  System system("topology=mesh:4x4 routing=duato vcs=4 workload.flit-bytes=8 header-flits=0", 2);
  std::mt19937 random(3);
  std::vector<int> next_sent(16 * 16 * 3, 0), next_came(16 * 16 * 3, 0);
  int sent = 0, came = 0, overtaken = 0;
  for (int cycle = 0; cycle < 40000 && (cycle < 3000 || came < sent); ++cycle) {
    for (NodeID from = 0; cycle < 3000 && from < 16; ++from) {
      if (random() % 8 != 0) continue;
      const NodeID to = (from + 1 + random() % 15) % 16;
      const int vnet = static_cast<int>(random() % 3);
      int& number = next_sent[(from * 16 + to) * 3 + static_cast<unsigned>(vnet)];
      system.send(from, vnet, {to < 10 ? cache(to) : directory(to - 10)}, static_cast<int>(from) << 20 | number++,
                  random() % 2 == 0 ? MessageSizeType_Control : MessageSizeType_Data);
      ++sent;
    }
    system.tick();
    for (NodeID at = 0; at < 16; ++at) {
      for (int vnet = 0; vnet < 3; ++vnet) {
        if ((static_cast<unsigned>(cycle) + at) % 3 != 0) continue;
        const auto message = system.receive(at, vnet);
        if (message == nullptr) continue;
        ++came;
        int& number = next_came[(static_cast<unsigned>(message->number >> 20) * 16 + at) * 3 + static_cast<unsigned>(vnet)];
        if (vnet == 1) REQUIRE((message->number & 0xfffff) == number);
        overtaken += (message->number & 0xfffff) != number ? 1 : 0;
        ++number;
      }
    }
  }
  CHECK(sent > 5000);
  CHECK(came == sent);
  CHECK(next_came == next_sent);
  CHECK(overtaken > 0);
  system.simulation.run(system.simulation.now + 10 * kPeriod);
  CHECK(system.simulation.events.empty());
}

TEST_CASE("functional accesses find a message wherever it is on its way") {
  System system(kMesh, 1, 1);
  for (int i = 0; i < 6; ++i) system.send(0, 0, {directory(5)}, 21, MessageSizeType_Data);
  system.send(1, 0, {directory(5), directory(4)}, 22);
  system.simulation.run(5 * kPeriod);
  system.simulation.now = 5 * kPeriod;
  Packet first{21}, second{22}, none{23};
  WriteMask mask;
  CHECK(system.network->functionalRead(&first));
  CHECK(system.network->functionalRead(&first, mask));
  CHECK(mask.bytes > 0);
  CHECK(system.network->functionalWrite(&second) == 2);
  CHECK_FALSE(system.network->functionalRead(&none));
  system.simulation.run(1000 * kPeriod);  // nothing takes them: one is in the buffer, the others wait before it
  CHECK(system.network->functionalWrite(&first) + system.network->functionalWrite(&second) == 6 + 2 - 2);
}

TEST_CASE("the adapter for gem5 has at most 65 lines a file") {
  for (const char* name : {"gem5_ruby.hpp", "gem5_messages.hpp"}) {
    std::ifstream file(std::string(DATELINE_TEST_DATA) + "/../../sim/embed/examples/" + name);
    int lines = 0;
    for (std::string line; std::getline(file, line);) ++lines;
    CHECK(lines > 30);
    CHECK(lines <= 65);
  }
}
