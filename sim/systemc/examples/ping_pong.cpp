// A user's own SystemC modules on the network: node 0 pings node 27 of an 8x8 torus, which answers; ten rounds, then
// the time is printed.
#include <cstdio>

#include "routing/registry/registry.hpp"
#include "sim/systemc/network.hpp"

using namespace dateline;

class Player : public sc_core::sc_module, public PacketSinkIf {
 public:
  sc_core::sc_port<PacketPortIf> network{"network"};
  Player(const sc_core::sc_module_name& name, TerminalId opponent, int serves) : sc_module(name), opponent_(opponent), serves_(serves) {
    SC_HAS_PROCESS(Player);
    SC_METHOD(serve);  // runs once, at time 0
  }
  void receive(const Delivery& ball) override {
    std::printf("node %u: packet %u after %llu cycles\n", ball.packet.order.destination.value(), ball.packet.order.tag,
                static_cast<unsigned long long>(ball.latency()));
    if (ball.packet.order.tag < 10) network->send(opponent_, 32, ball.packet.order.tag + 1);
  }

 private:
  void serve() {
    if (serves_ > 0) network->send(opponent_, 32, 1);
  }
  TerminalId opponent_;
  int serves_;
};

extern "C" int sc_main(int, char*[]) {
  const auto torus = make_cube("torus:8x8");
  const auto routing = make_relation("dor", *torus, {});
  OpenNetwork driver;
  NetworkModule network("network", *torus, *routing, RouterConfig{}, driver);
  Player ping("ping", TerminalId(27), 1), pong("pong", TerminalId(0), 0);
  ping.network.bind(network.interface(TerminalId(0)).packets);
  network.interface(TerminalId(0)).sink.bind(ping);
  pong.network.bind(network.interface(TerminalId(27)).packets);
  network.interface(TerminalId(27)).sink.bind(pong);
  sc_core::sc_start();
  network.scheduler().rethrow();
  return 0;
}
