#include "sim/core/injection/injection_queues.hpp"

namespace dateline {

void QueuePerVcSet::sort(TerminalId terminal, SourceQueues::Source& source) const {
  p_.sources().hand_on(source, [&](const PacketRequest& order, std::uint64_t sequence) { p_.set_queues().push(terminal, {order, sequence}); });
}

void QueuePerVcSet::take_next(TerminalId terminal, SourceQueues::Source& /*source*/, Packet& packet) const {
  const VcSetQueues::Queued first = p_.set_queues().take(terminal, next_);
  packet.order = first.order;
  packet.sequence = first.sequence;
  p_.sources().leave_queue();
}

const RoutingRelation* QueuePerVcSet::starts_of(const Packet& packet) const {
  const RoutingRelation& relation = p_.routing().vc_sets.relation(packet.order.vc_set);
  return relation.starts_plain() ? nullptr : &relation;
}

}  // namespace dateline
