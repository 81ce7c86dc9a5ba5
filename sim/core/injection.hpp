// Phase 1: the oldest messages of each source take the free VCs of its injection channel.
#pragma once

#include "sim/core/header_choice.hpp"
#include "sim/core/machine_parts.hpp"

namespace dateline {

// The message's first header state; a weighted choice among several is drawn.
void start_message(Message& message, const RoutingRelation& relation, const std::vector<NodeId>& router_of);

template <typename Observer>
void inject(MachineParts& p, Observer& observer) {
  const std::uint32_t lanes = p.numbering.all_injection_lanes();
  const bool alone = p.sources.one_at_a_time();
  VcView view = p.store.view();
  p.sources.take_waking([&](TerminalId terminal, Sources::Source& source) {
    const ChannelId id = p.numbering.injection_channel(terminal);
    ChannelState& channel = p.store.channel(id);
    std::uint32_t free = p.store.free_lanes(id, lanes);
    if (alone && p.sources.sending(terminal)) free = 0;
    while (!source.queue.empty() && free != 0) {
      const MessageId message_id = p.messages.take();
      Message& message = p.messages[message_id];
      message.order = source.queue.front();
      p.sources.pop(source);
      message.source = terminal;
      message.sequence = source.next_injection++;
      message.key = message_key(p.mixed_seed, terminal.value(), message.sequence);
      message.hops = 0;
      message.state = {};
      if (!p.plain_starts) start_message(message, p.relation, p.router_of);
      const std::uint32_t lane = select_lane(p.config.selection, channel, free, message, Purpose::injection_vc);
      free &= ~(1U << lane);
      view.ownership.act_as_sender(p.numbering.vc(id, lane));
      view.allocate(p.numbering.vc(id, lane), VcId(), message_id, message.order.length);
      if (p.store.announced().covers(p.numbering.vc(id, lane))) p.store.announced().send(p.numbering.vc(id, lane), message_id);
      if constexpr (Observer::kActive) observer.vc_allocated(p.now, p.numbering.vc(id, lane), message_id);
      if (!alone) continue;
      p.sources.begin_sending(terminal);
      free = 0;
    }
    channel.wanted = source.queue.empty() ? 0 : 1;
  });
}

}  // namespace dateline
