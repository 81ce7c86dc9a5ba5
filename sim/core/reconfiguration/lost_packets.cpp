#include "sim/core/reconfiguration/lost_packets.hpp"

namespace dateline {

void retire_packets(PacketPool& packets, Absorption& absorption, const std::vector<std::uint8_t>& marks, std::vector<Packet>& lost) {
  for (std::uint32_t i = 0; i < marks.size(); ++i) {
    if (marks[i] == 0) continue;
    lost.push_back(packets[PacketId(i)]);
    if (absorption.used()) absorption.drop(PacketId(i));
    packets.give_back(PacketId(i));
  }
}

void drop_requests(SourceQueues& sources, const RoutingContext& routing, const FaultMap& faults, Removal removal, Cycle now,
                   std::vector<Packet>& lost) {
  for (std::uint32_t t = 0; t < routing.router_of.size(); ++t) {
    const TerminalId terminal(t);
    const bool own = faults.failed(routing.router_of[t]);
    sources.remove(terminal, now, [&](const PacketRequest& order, std::uint64_t sequence) {
      if (!own && (removal == Removal::unseen || !faults.failed(routing.router_of[order.destination.value()]))) return false;
      Packet packet;
      packet.order = order;
      packet.source = terminal;
      packet.sequence = sequence;
      lost.push_back(packet);
      return true;
    });
  }
}

}  // namespace dateline
