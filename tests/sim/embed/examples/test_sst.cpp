// The adapter for SST that the page Embed dateline shows, as SST would use it: components and links of a stand-in. A
// cycle is 1000 ps; a link takes one too.
#include <catch2/catch.hpp>
#include <fstream>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "sim/embed/examples/sst_network.hpp"
#include "sim/embed/examples/sst_nic.hpp"

namespace {

using Request = SST::Interfaces::SimpleNetwork::Request;

struct Payload final : SST::Event {
  explicit Payload(int own) : number(own) {}
  Event* clone() override { return new Payload(*this); }
  int number;
};

int number_of(const Request& request) { return static_cast<const Payload&>(*request.inspectPayload()).number; }

struct System {
  explicit System(const std::string& options, int terminals, const std::string& buffer = "8192") {
    SST::BaseComponent::current = &simulation;
    SST::Params params({{"options", options}});
    network = std::make_unique<DatelineNetwork>(1, params);
    for (int t = 0; t < terminals; ++t) {
      SST::Params own({{"id", std::to_string(t)}, {"out_buf", buffer}});
      nics.push_back(std::make_unique<DatelineNic>(2 + t, own, 2));
      simulation.connect(network->link("nic" + std::to_string(t)), nics.back()->link("network"), 1000);
    }
  }
  SST::Interfaces::SimpleNetwork& nic(int number) { return *nics.at(static_cast<std::size_t>(number)); }
  static Request* request(int from, int to, std::size_t bits, int number) { return new Request(to, from, bits, true, true, new Payload(number)); }

  SST::Simulation simulation;
  std::unique_ptr<DatelineNetwork> network;
  std::vector<std::unique_ptr<DatelineNic>> nics;
};

// When it was called; it stays until it was called as often as it is wanted.
struct Calls {
  explicit Calls(const SST::Simulation& own, std::size_t often = 1000) : simulation(own), wanted(often) {}
  bool called(int vn) {
    at.push_back(simulation.now());
    vns.push_back(vn);
    return at.size() < wanted;
  }
  using Handler = SST::Interfaces::SimpleNetwork::Handler<Calls, &Calls::called>;
  const SST::Simulation& simulation;
  std::size_t wanted;
  std::vector<SST::SimTime_t> at;
  std::vector<int> vns;
  Handler handler{this};
};

}  // namespace

TEST_CASE("a request of SST arrives when its closed form says, with its virtual network and what it carries") {
  System system("topology=torus:8 workload.flit-bytes=8", 8);
  Calls received(system.simulation);
  system.nic(3).setNotifyOnReceive(&received.handler);
  CHECK(system.nic(3).isNetworkInitialized());
  CHECK(system.nic(3).getEndpointID() == 3);
  CHECK(system.nic(0).send(System::request(0, 3, 190, 42), 1));
  system.simulation.run(1'000'000);
  // A link, and the tick after it; 3 hops, 4 flits with the head, 1; the link back is the last of these cycles.
  CHECK(received.at == std::vector<SST::SimTime_t>{1000 * (1 + 1 + 3 + 4 + 1)});
  CHECK(received.vns == std::vector<int>{1});
  CHECK_FALSE(system.nic(3).requestToReceive(0));
  CHECK(system.nic(3).recv(0) == nullptr);
  REQUIRE(system.nic(3).requestToReceive(1));
  const std::unique_ptr<Request> came(system.nic(3).recv(1));
  CHECK((came->dest == 3 && came->src == 0 && came->vn == 1 && came->size_in_bits == 190));
  CHECK(number_of(*came) == 42);
  CHECK_FALSE(system.nic(3).requestToReceive(1));
}

TEST_CASE("the output buffer of a virtual network of SST is full until the last flit has left the source") {
  System system("topology=torus:8 workload.flit-bytes=8", 8, "256");
  Calls sent(system.simulation);
  system.nic(0).setNotifyOnSend(&sent.handler);
  CHECK(system.nic(0).spaceToSend(0, 256));
  CHECK_FALSE(system.nic(0).spaceToSend(0, 257));
  CHECK(system.nic(0).send(System::request(0, 3, 192, 1), 0));
  CHECK(system.nic(0).spaceToSend(0, 64));
  CHECK_FALSE(system.nic(0).spaceToSend(0, 65));
  CHECK(system.nic(0).spaceToSend(1, 256));
  const std::unique_ptr<Request> refused(System::request(0, 3, 192, 2));
  CHECK_FALSE(system.nic(0).send(refused.get(), 0));
  system.simulation.run(6000);
  CHECK_FALSE(system.nic(0).spaceToSend(0, 65));
  system.simulation.run(1'000'000);
  // Its flits cross the injection channel in cycles 2, 3, 4, 5; the link's end has it in cycle 6.
  CHECK(sent.at == std::vector<SST::SimTime_t>{6000});
  CHECK(sent.vns == std::vector<int>{0});
  CHECK(system.nic(0).spaceToSend(0, 256));
  delete system.nic(3).recv(0);
}

TEST_CASE("the clock of SST stands still while nothing is under way, and a handler that is done is called no more") {
  System system("topology=torus:8 workload.flit-bytes=8", 8);
  Calls received(system.simulation, 1);
  system.nic(3).setNotifyOnReceive(&received.handler);
  system.simulation.run(5'000'500);
  CHECK(system.simulation.ticks() == 1);
  system.nic(0).send(System::request(0, 3, 192, 1), 0);
  system.simulation.run(900'000'000);
  // At the network between two ticks, so from tick 5002 on.
  CHECK(received.at == std::vector<SST::SimTime_t>{1000 * (5002 + 3 + 4 + 1)});
  system.nic(0).send(System::request(0, 3, 192, 2), 0);
  system.simulation.run(901'000'000);
  CHECK(received.at.size() == 1);
  for (const int number : {1, 2}) {
    const std::unique_ptr<Request> came(system.nic(3).recv(0));
    REQUIRE(came != nullptr);
    CHECK(number_of(*came) == number);
  }
  CHECK(system.simulation.ticks() < 40);
}

TEST_CASE("what endpoints of SST tell each other before the run reaches one, or all others") {
  System system("topology=torus:4", 4);
  system.nic(0).sendUntimedData(System::request(0, 2, 0, 5));
  system.nic(1).sendUntimedData(System::request(1, SST::Interfaces::SimpleNetwork::INIT_BROADCAST_ADDR, 0, 6));
  system.network->init(0);
  std::vector<std::vector<int>> came(4);
  for (int t = 0; t < 4; ++t) {
    while (Request* request = system.nic(t).recvUntimedData()) {
      came[static_cast<std::size_t>(t)].push_back(number_of(*request));
      delete request;
    }
  }
  CHECK(came == std::vector<std::vector<int>>{{6}, {}, {5, 6}, {6}});
  system.nic(3).sendUntimedData(System::request(3, 0, 0, 7));
  system.network->complete(0);
  const std::unique_ptr<Request> last(system.nic(0).recvUntimedData());
  REQUIRE(last != nullptr);
  CHECK(number_of(*last) == 7);
}

TEST_CASE("of many requests of SST each arrives once, and all buffers are empty in the end") {
  System system("topology=torus:4x4 workload.flit-bytes=8 vcs=2", 16, "1024");
  std::mt19937 random(7);
  std::vector<int> came(2000);
  int sent = 0, refused = 0;
  SST::SimTime_t now = 0;
  for (; sent < 2000 || now < 10'000'000; now += 1000) {
    system.simulation.run(now);
    for (int t = 0; t < 16; ++t) {
      const int vn = static_cast<int>(random() % 2), to = static_cast<int>(random() % 16);
      const std::size_t bits = 1 + random() % 512;
      if (sent < 2000) {
        const bool room = system.nic(t).spaceToSend(vn, static_cast<int>(bits));
        std::unique_ptr<Request> own(System::request(t, to, bits, sent));
        CHECK(system.nic(t).send(own.get(), vn) == room);
        if (room)
          own.release(), ++sent;
        else
          ++refused;
      }
      for (int v = 0; v < 2; ++v) {
        while (const std::unique_ptr<Request> request{system.nic(t).recv(v)}) {
          CHECK((request->dest == t && request->vn == v));
          ++came[static_cast<std::size_t>(number_of(*request))];
        }
      }
    }
  }
  CHECK(refused > 100);
  CHECK(came == std::vector<int>(2000, 1));
  for (int t = 0; t < 16; ++t) CHECK((system.nic(t).spaceToSend(0, 1024) && system.nic(t).spaceToSend(1, 1024)));
}

TEST_CASE("an event of SST has all that it holds serialized") {
  SST::Core::Serialization::serializer ser;
  DatelineEvent().serialize_order(ser);
  CHECK(ser.members == 3);
}

TEST_CASE("the adapters for SST have at most 65 lines each") {
  for (const char* name : {"sst_network.hpp", "sst_nic.hpp"}) {
    std::ifstream file(std::string(DATELINE_TEST_DATA) + "/../../sim/embed/examples/" + name);
    int lines = 0;
    for (std::string line; std::getline(file, line);) ++lines;
    CHECK(lines > 30);
    CHECK(lines <= 65);
  }
}
