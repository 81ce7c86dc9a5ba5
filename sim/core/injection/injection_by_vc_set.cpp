#include "sim/core/injection/injection_by_vc_set.hpp"

namespace dateline {

std::uint32_t sets_with(const VcSets& sets, std::uint32_t free) {
  std::uint32_t with = 0;
  for (std::size_t set = 0; set < sets.count(); ++set) with |= (free & sets.injection_lanes(set)) != 0 ? 1U << set : 0;
  return with;
}

void sort_by_set(MachineParts& p, TerminalId terminal, Sources::Source& source) {
  p.sources.hand_on(source, [&](const MessageOrder& order, std::uint64_t sequence) { p.set_queues.push(terminal, {order, sequence}); });
}

MessageId begin_injection(MachineParts& p, TerminalId terminal, const SetQueues::Queued& first) {
  const MessageId id = p.messages.take();
  Message& message = p.messages[id];
  message.order = first.order;
  message.sequence = first.sequence;
  p.set_queues.pop(terminal, message.order.vc_set);
  p.sources.leave_queue();
  message.source = terminal;
  message.key = message_key(p.mixed_seed, terminal.value(), message.sequence);
  message.hops = 0;
  message.state = {};
  const RoutingRelation& relation = p.vc_sets.relation(message.order.vc_set);
  if (!relation.starts_plain()) start_message(message, relation, p.router_of);
  return id;
}

}  // namespace dateline
