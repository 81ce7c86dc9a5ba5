// Phase 1 with VC sets: every terminal has a queue for each set, whose messages take injection VCs of the set alone
// (docs/machine.md, section 7).
#pragma once

#include "sim/core/injection/injection.hpp"

namespace dateline {

// The sets that have lanes among `free`.
[[nodiscard]] std::uint32_t sets_with(const VcSets& sets, std::uint32_t free);

// The messages that have come since then go from the source's queue to those of their sets.
void sort_by_set(MachineParts& p, TerminalId terminal, Sources::Source& source);

// A slot for the first message of a set, which leaves its queue.
[[nodiscard]] MessageId begin_injection(MachineParts& p, TerminalId terminal, const SetQueues::Queued& first);

template <typename Observer>
void inject_by_set(MachineParts& p, Observer& observer) {
  const std::uint32_t lanes = p.numbering.all_injection_lanes();
  const bool alone = p.sources.one_at_a_time(), absorbs = p.absorption.used();
  const bool by_priority = p.config.channel_arbitration == ChannelArbitration::priority;
  VcView view = p.store.view();
  if (absorbs) p.absorption.take_due(p.now, [&](TerminalId terminal) { p.sources.wake(terminal); });
  p.sources.take_waking([&](TerminalId terminal, Sources::Source& source) {
    sort_by_set(p, terminal, source);
    const ChannelId id = p.numbering.injection_channel(terminal);
    ChannelState& channel = p.store.channel(id);
    std::uint32_t free = p.store.free_lanes(id, lanes);
    if (alone && p.sources.sending(terminal)) free = 0;
    if (absorbs) free = inject_again(p, observer, terminal, free);
    while (free != 0) {
      const SetQueues::Queued* const first = p.set_queues.first(terminal, sets_with(p.vc_sets, free), by_priority);
      if (first == nullptr) break;
      const std::uint32_t own = free & p.vc_sets.injection_lanes(first->order.vc_set);
      const MessageId message = begin_injection(p, terminal, *first);
      const std::uint32_t lane = select_lane(p.config.selection, channel, own, p.messages[message], Purpose::injection_vc);
      free &= ~(1U << lane);
      send_over(p, observer, view, p.numbering.vc(id, lane), message);
      if (!alone) continue;
      p.sources.begin_sending(terminal);
      free = 0;
    }
    channel.wanted = p.set_queues.empty(terminal) && !(absorbs && p.absorption.queues(terminal)) ? 0 : 1;
  });
}

}  // namespace dateline
