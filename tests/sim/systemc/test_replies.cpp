// Messages that a user sends from within receive(): they belong to the next cycle, and change nothing for others.
#include <catch2/catch.hpp>
#include <optional>

#include "sim/systemc/network.hpp"
#include "tests/support/harness.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

// Sends once at its time, and answers what it receives as often as it may; notes all that it receives.
class Replier final : public sc_core::sc_module, public PacketSinkIf {
 public:
  SC_HAS_PROCESS(Replier);  // NOLINT: SystemC's macro
  sc_core::sc_port<PacketPortIf> network{"network"};
  Replier(const sc_core::sc_module_name& name, NetworkModule& net, std::uint32_t at, std::optional<std::uint32_t> sends_to, int replies)
      : sc_module(name), sends_to_(sends_to), replies_(replies) {
    SC_METHOD(serve);
    network.bind(net.interface(TerminalId(at)).packets);
    net.interface(TerminalId(at)).sink.bind(*this);
  }
  void receive(const Delivery& delivery) override {
    received.push_back(delivery);
    if (replies_-- > 0) network->send(delivery.packet.source, 8, 1);
  }
  std::vector<Delivery> received;

 private:
  void serve() {
    if (sends_to_) network->send(TerminalId(*sends_to_), 8, 0);
  }
  std::optional<std::uint32_t> sends_to_;
  int replies_;
};

RouterConfig two_vcs() {
  RouterConfig config;
  config.vcs = config.injection_vcs = 2;
  return config;
}

}  // namespace

TEST_CASE("a reply from receive() is generated one cycle after the message it answers was ejected, and bystanders do not notice") {
  // A row of mesh:6x6 for the two that play, the last row for the bystander: a message of its own, from time 0, on its
  // way meanwhile.
  const TestNetwork net("mesh:6x6", 2);
  OpenNetwork driver;
  NetworkModule network("network", *net.topology, *net.relation, two_vcs(), driver);
  Replier left("left", network, 0, 1, 1), right("right", network, 1, std::nullopt, 1);
  Replier far("far", network, 30, 35, 0), end("end", network, 35, std::nullopt, 0);
  sc_core::sc_start();
  network.scheduler().rethrow();
  REQUIRE(right.received.size() == 2);
  REQUIRE(left.received.size() == 1);
  REQUIRE(end.received.size() == 1);
  const Delivery &first = right.received[0], &answer = left.received[0], &second = right.received[1];
  CHECK(first.packet.order.generated == 0);
  CHECK(first.latency() == 1 + 8 + 1);  // h + M + 1: handed over at the end of cycle 9
  CHECK(first.ejected == 9);
  CHECK(answer.packet.order.generated == first.ejected + 1);
  CHECK(answer.latency() == 1 + 8 + 1);
  CHECK(second.packet.order.generated == answer.ejected + 1);
  CHECK(second.latency() == 1 + 8 + 1);
  CHECK(end.received[0].packet.order.generated == 0);
  CHECK(end.received[0].ejected > answer.packet.order.generated);  // it was under way when the reply was sent
  CHECK(end.received[0].latency() == 5 + 8 + 1);
}
