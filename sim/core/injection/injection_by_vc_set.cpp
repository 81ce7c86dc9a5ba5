#include "sim/core/injection/injection_by_vc_set.hpp"

namespace dateline {

std::uint32_t sets_with(const VcSets& sets, std::uint32_t free) {
  std::uint32_t with = 0;
  for (std::size_t set = 0; set < sets.count(); ++set) with |= (free & sets.injection_vcs_of(set)) != 0 ? 1U << set : 0;
  return with;
}

void sort_by_set(InjectionView p, TerminalId terminal, SourceQueues::Source& source) {
  p.sources().hand_on(source, [&](const PacketRequest& order, std::uint64_t sequence) { p.set_queues().push(terminal, {order, sequence}); });
}

PacketId begin_injection(InjectionView p, TerminalId terminal, const VcSetQueues::Queued& first) {
  const PacketId id = p.packets().take();
  Packet& packet = p.packets()[id];
  packet.order = first.order;
  packet.sequence = first.sequence;
  p.set_queues().pop(terminal, packet.order.vc_set);
  p.sources().leave_queue();
  packet.source = terminal;
  packet.key = packet_key(p.routing().mixed_seed, terminal.value(), packet.sequence);
  packet.hops = 0;
  packet.state = {};
  const RoutingRelation& relation = p.routing().vc_sets.relation(packet.order.vc_set);
  if (!relation.starts_plain()) start_packet(packet, relation, p.routing().router_of);
  return id;
}

}  // namespace dateline
