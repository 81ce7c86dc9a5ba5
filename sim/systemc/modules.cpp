#include "sim/systemc/modules.hpp"

#include <fmt/format.h>

#include "models/base/error.hpp"
#include "sim/systemc/scheduler.hpp"

namespace dateline {

void Router::end_of_elaboration() {
  int outgoing = 0, incoming = 0;
  for (int p = 0; p < topology_->ports(); ++p) {
    const Port port(static_cast<std::uint16_t>(p));
    const BoundEnd end{BoundEnd::Kind::router, port, node_, this};
    if (topology_->out(node_, port) != kNoChannel && outgoing++ < out.size()) out[outgoing - 1]->publish_sender(end);
    if (topology_->in(node_, port) != kNoChannel && incoming++ < in.size()) in[incoming - 1]->publish_receiver(end);
  }
  if (out.size() < outgoing || in.size() - incoming != out.size() - outgoing) {
    throw InvariantError(fmt::format("{}: {} channels out and {} in, but {} links out and {} in", name(), outgoing, incoming, out.size(), in.size()));
  }
  const BoundEnd to_interfaces{BoundEnd::Kind::router, Port(), node_, this};
  for (int i = outgoing; i < out.size(); ++i) out[i]->publish_sender(to_interfaces);
  for (int i = incoming; i < in.size(); ++i) in[i]->publish_receiver(to_interfaces);
}

void Router::report_wires(Wiring& wiring) const {
  int i = 0;
  for (int p = 0; p < topology_->ports(); ++p) {
    const ChannelId channel = topology_->out(node_, Port(static_cast<std::uint16_t>(p)));
    if (channel == kNoChannel) continue;
    const BoundEnd& peer = out[i++]->receiver();
    if (peer.kind != BoundEnd::Kind::router) throw InvariantError(fmt::format("{}: link {} leads to no router", name(), i - 1));
    const Channel& c = topology_->channel(channel);
    wiring.channels[channel.value()] = {node_, peer.node, peer.port, c.latency, c.from_port};
    wiring.set_bandwidth(channel.value(), c.bandwidth);
  }
}

void Router::carry_links(ExternalRouters& nodes, const VcNumbering& numbering, const CycleOfTime& time) {
  int i = 0;
  for (int p = 0; p < topology_->ports(); ++p) {
    const ChannelId channel = topology_->out(node_, Port(static_cast<std::uint16_t>(p)));
    if (channel == kNoChannel) continue;
    ExternalLink* const link = nodes.link(channel);
    const BoundEnd& peer = out[i]->receiver();
    const Channel& c = topology_->channel(channel);
    if (link != nullptr) {
      out[i]->carry(LinkTraffic(*link, nodes, numbering, time), {true, c.from_port, peer.node.value(), c.dimension, c.sign},
                    {true, peer.port, node_.value(), c.dimension, c.sign});
    }
    ++i;
  }
}

NetworkInterface::NetworkInterface(const sc_core::sc_module_name& name, TerminalId terminal, NodeId router, std::uint32_t terminals,
                                   Scheduler& scheduler)
    : sc_module(name), terminal_(terminal), router_(router), terminals_(terminals), scheduler_(scheduler) {
  packets.bind(*this);
  scheduler.modules().attach(*this);
}

void NetworkInterface::end_of_elaboration() {
  const BoundEnd end{BoundEnd::Kind::interface, Port(), router_, this};
  to_router->publish_sender(end);
  from_router->publish_receiver(end);
}

void NetworkInterface::carry_links(ExternalRouters& nodes, const VcNumbering& numbering, const CycleOfTime& time) {
  if (!nodes.is_external(router_)) return;
  const ChannelId injection = numbering.injection_channel(terminal_), ejection = numbering.ejection_channel(terminal_);
  const LinkDirection here{false, Port(), terminal_.value(), -1, 0};
  to_router->carry(LinkTraffic(*nodes.link(injection), nodes, numbering, time), here, here);
  if (ejection.value() < numbering.channels()) from_router->carry(LinkTraffic(*nodes.link(ejection), nodes, numbering, time), here, here);
}

void NetworkInterface::start_of_simulation() {
  const BoundEnd& router = to_router->receiver();
  const BoundEnd& back = from_router->sender();
  if (router.kind != BoundEnd::Kind::router || router.node != router_ || back.kind != BoundEnd::Kind::router || back.node != router_) {
    throw InvariantError(fmt::format("{}: not bound to the router of its terminal", name()));
  }
}

std::uint64_t NetworkInterface::send(TerminalId destination, std::uint32_t length, std::uint32_t tag) {
  if (destination.value() >= terminals_) {
    throw ConfigError(name(), "destination", std::to_string(destination.value()), fmt::format("not in 0..{}", terminals_ - 1));
  }
  if (length < 1 || length > kMaxPacketLength) {
    throw ConfigError(name(), "length", std::to_string(length), fmt::format("not in 1..{}", kMaxPacketLength));
  }
  if (!scheduler_.has_begun()) {
    throw ConfigError(name(), "destination", std::to_string(destination.value()), "is sent to before time begins; allowed: from time 0 on");
  }
  return scheduler_.send(terminal_, {0, destination, length, tag, true});
}

}  // namespace dateline
