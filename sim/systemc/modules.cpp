#include "sim/systemc/modules.hpp"

#include <fmt/format.h>

#include "models/network/error.hpp"
#include "sim/systemc/scheduler.hpp"

namespace dateline {

Router::Router(const sc_core::sc_module_name& name, NodeId node, const Topology& topology)
    : sc_module(name), node_(node), terminals_(topology.terminals_of(node).size()) {
  for (int p = 0; p < topology.ports(); ++p) {
    const Port port(static_cast<std::uint16_t>(p));
    if (topology.in(node, port) != kNoChannel) in_ports_.push_back(port);
    const ChannelId channel = topology.out(node, port);
    if (channel == kNoChannel) continue;
    out_ports_.push_back(port);
    channels_.push_back(channel);
  }
}

void Router::end_of_elaboration() {
  if (out.size() != static_cast<int>(out_ports_.size()) || in.size() != static_cast<int>(in_ports_.size())) {
    throw InvariantError(
        fmt::format("{}: {} ports out and {} in, but {} links out and {} in", name(), out_ports_.size(), in_ports_.size(), out.size(), in.size()));
  }
  for (int i = 0; i < out.size(); ++i) out[i]->publish_sender({LinkEnd::Kind::router, node_, out_ports_[static_cast<std::size_t>(i)]});
  for (int i = 0; i < in.size(); ++i) in[i]->publish_receiver({LinkEnd::Kind::router, node_, in_ports_[static_cast<std::size_t>(i)]});
  if (from_interface.size() != static_cast<int>(terminals_) || to_interface.size() != static_cast<int>(terminals_)) {
    throw InvariantError(
        fmt::format("{}: {} terminals, but {} links from interfaces and {} to them", name(), terminals_, from_interface.size(), to_interface.size()));
  }
  for (int i = 0; i < from_interface.size(); ++i) from_interface[i]->publish_receiver({LinkEnd::Kind::router, node_, Port()});
  for (int i = 0; i < to_interface.size(); ++i) to_interface[i]->publish_sender({LinkEnd::Kind::router, node_, Port()});
}

void Router::report_wires(Wiring& wiring) const {
  for (int i = 0; i < out.size(); ++i) {
    const LinkEnd& peer = out[i]->receiver();
    if (peer.kind != LinkEnd::Kind::router) throw InvariantError(fmt::format("{}: link {} leads to no router", name(), i));
    wiring.channels[channels_[static_cast<std::size_t>(i)].value()] = {node_, peer.node, peer.port};
  }
}

NetworkInterface::NetworkInterface(const sc_core::sc_module_name& name, TerminalId terminal, NodeId router, std::uint32_t terminals,
                                   Scheduler& scheduler)
    : sc_module(name), terminal_(terminal), router_(router), terminals_(terminals), scheduler_(scheduler) {
  messages.bind(*this);
}

void NetworkInterface::end_of_elaboration() {
  const LinkEnd end{LinkEnd::Kind::interface, router_, Port()};
  to_router->publish_sender(end);
  from_router->publish_receiver(end);
}

void NetworkInterface::start_of_simulation() {
  const LinkEnd& router = to_router->receiver();
  const LinkEnd& back = from_router->sender();
  if (router.kind != LinkEnd::Kind::router || router.node != router_ || back.kind != LinkEnd::Kind::router || back.node != router_) {
    throw InvariantError(fmt::format("{}: not bound to the router of its terminal", name()));
  }
}

std::uint64_t NetworkInterface::send(TerminalId destination, std::uint32_t length, std::uint32_t tag) {
  if (destination.value() >= terminals_) {
    throw ConfigError(name(), "destination", std::to_string(destination.value()), fmt::format("not in 0..{}", terminals_ - 1));
  }
  if (length < 1 || length > kMaxMessageLength) {
    throw ConfigError(name(), "length", std::to_string(length), fmt::format("not in 1..{}", kMaxMessageLength));
  }
  return scheduler_.send(terminal_, {0, destination, length, tag, true});
}

}  // namespace dateline
