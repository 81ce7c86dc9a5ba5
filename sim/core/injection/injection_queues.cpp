#include "sim/core/injection/injection_queues.hpp"

namespace dateline {

void QueuePerVcSet::sort(TerminalId terminal, SourceQueues::Source& source) const {
  p_.sources().hand_on(source, [&](const PacketRequest& order, std::uint64_t sequence) { p_.set_queues().push(terminal, {order, sequence}); });
}

std::uint32_t QueuePerVcSet::vcs_of_next(TerminalId terminal, const SourceQueues::Source& /*source*/, std::uint32_t free) {
  const VcSets& sets = p_.routing().vc_sets;
  std::uint32_t with_vcs = 0;  // sets that have VCs among them
  for (std::size_t set = 0; set < sets.count(); ++set) with_vcs |= (free & sets.injection_vcs_of(set)) != 0 ? 1U << set : 0;
  const VcSetQueues::Queued* const first = p_.set_queues().first(terminal, with_vcs, by_priority_);
  if (first == nullptr) return 0;
  next_ = first->order.vc_set;
  return free & sets.injection_vcs_of(next_);
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
