#include "sim/core/injection/injection_queues.hpp"

namespace dateline {

void SeveralQueues::take_next(TerminalId terminal, SourceQueues::Source& /*source*/, Packet& packet) const {
  const SplitQueues::Queued first = p_.split_queues().take(terminal, next_);
  packet.order = first.order;
  packet.sequence = first.sequence;
  p_.sources().leave_queue();
}

const RoutingRelation* QueuePerVcSet::starts_of(const Packet& packet) const {
  const RoutingRelation& relation = p_.routing().vc_sets.relation(packet.order.vc_set);
  return relation.starts_plain() ? nullptr : &relation;
}

void sort_by_nic_port(InjectionView tile) {
  const QueuePerNicPort queues(tile);
  for (std::uint32_t t = 0; t < tile.numbering().terminals(); ++t) queues.sort(TerminalId(t), tile.sources()[TerminalId(t)]);
}

}  // namespace dateline
