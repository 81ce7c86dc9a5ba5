// Phase 1: the oldest messages of each source take the free VCs of its injection channel.
#pragma once

#include "sim/core/route_computation/foreseen_exit.hpp"
#include "sim/core/route_computation/selection.hpp"
#include "sim/core/state/tile.hpp"

namespace dateline {

// The message's first header state; a weighted choice among several is drawn.
void start_message(Message& message, const RoutingRelation& relation, const std::vector<NodeId>& router_of);

// The message holds an injection VC from now on.
template <typename Observer>
[[gnu::always_inline]] inline void send_over(MachineParts& p, Observer& observer, VcView& view, VcId vc, MessageId message) {
  view.ownership.act_as_sender(vc);
  view.allocate(vc, VcId(), message, p.messages[message].order.length);
  if (p.store.announced().covers(vc)) p.store.announced().send(vc, message);
  if (p.store.delays().pipeline > 0) foresee_exit(p, vc);
  if constexpr (Observer::kActive) observer.vc_allocated(p.now, vc, message);
}

// Absorbed messages queued at the terminal's node take free VCs of its injection channel, oldest first. Returns the
// `free` lanes that are left.
template <typename Observer>
[[gnu::noinline]] std::uint32_t inject_again(MachineParts& p, Observer& observer, TerminalId terminal, std::uint32_t free) {
  const ChannelId id = p.numbering.injection_channel(terminal);
  VcView view = p.store.view();
  for (MessageId message_id; free != 0 && p.absorption.first_queued(terminal, p.now, message_id);) {
    const Message& message = p.messages[message_id];
    const std::uint32_t own = free & p.vc_sets.injection_lanes(message.order.vc_set);
    if (own == 0) break;
    p.absorption.begin_leaving(message_id);
    const std::uint32_t lane = select_lane(p.config.selection, p.store.channel(id), own, message, Purpose::injection_vc);
    free &= ~(1U << lane);
    send_over(p, observer, view, p.numbering.vc(id, lane), message_id);
    if (!p.sources.one_at_a_time()) continue;
    p.sources.begin_sending(terminal);
    free = 0;
  }
  return free;
}

template <bool kAbsorbs, typename Observer>
void inject_waking(MachineParts& p, Observer& observer) {
  const std::uint32_t lanes = p.numbering.all_injection_lanes();
  const bool alone = p.sources.one_at_a_time();
  VcView view = p.store.view();
  p.sources.take_waking([&](TerminalId terminal, Sources::Source& source) {
    const ChannelId id = p.numbering.injection_channel(terminal);
    ChannelState& channel = p.store.channel(id);
    std::uint32_t free = p.store.free_lanes(id, lanes);
    if (alone && p.sources.sending(terminal)) free = 0;
    if constexpr (kAbsorbs) free = inject_again(p, observer, terminal, free);
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
      if (!p.plain_starts) start_message(message, *p.relation, p.router_of);
      const std::uint32_t lane = select_lane(p.config.selection, channel, free, message, Purpose::injection_vc);
      free &= ~(1U << lane);
      send_over(p, observer, view, p.numbering.vc(id, lane), message_id);
      if (!alone) continue;
      p.sources.begin_sending(terminal);
      free = 0;
    }
    channel.wanted = source.queue.empty() && !(kAbsorbs && p.absorption.queues(terminal)) ? 0 : 1;
  });
}

template <typename Observer>
void inject_by_set(MachineParts& p, Observer& observer);  // injection_by_vc_set.hpp

template <typename Observer>
void inject(MachineParts& p, Observer& observer) {
  if (p.vc_sets.several()) return inject_by_set(p, observer);
  if (!p.absorption.used()) return inject_waking<false>(p, observer);
  p.absorption.take_due(p.now, [&](TerminalId terminal) { p.sources.wake(terminal); });
  inject_waking<true>(p, observer);
}

}  // namespace dateline
