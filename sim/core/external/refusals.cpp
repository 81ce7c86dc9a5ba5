#include "sim/core/external/refusals.hpp"

#include <fmt/format.h>

#include "sim/core/inspect/deadlock.hpp"

namespace dateline {

std::string name_of(const PacketPool& packets, PacketId id) {
  if (!packets.has_slot(id)) return fmt::format("packet number {}, which there is not", id.value());
  const Packet& m = packets[id];
  return fmt::format("packet {}->{} #{}", m.source.value(), m.order.destination.value(), m.sequence);
}

std::string position_of(CallCheckView p, VcId vc, bool output) {
  const ChannelId channel = p.numbering().channel_of(vc);
  const ChannelState& state = p.store().channel(channel);
  const std::string port = !p.numbering().is_network(channel) ? "to its interface"
                           : output                           ? fmt::format("output port {}", p.external().from_port(channel).value())
                                                              : fmt::format("input port {}", state.port);
  return fmt::format("node {}, {} ({}) vc {}", (output ? state.from : state.to).value(), port, describe_channel(p.numbering(), p.store(), channel),
                     p.numbering().vc_index(vc));
}

void refuse(CallCheckView p, VcId vc, bool output, const std::string& what) {
  throw ExternalRouterError(fmt::format("cycle {}: external router at {}: {}", p.now(), position_of(p, vc, output), what));
}

}  // namespace dateline
