// Phase 1 with VC sets: every terminal has a queue for each set, whose packets take injection VCs of the set alone
// (docs/reference/vc-classes.md).
#pragma once

#include "sim/core/injection/injection.hpp"

namespace dateline {

// The sets that have VCs among `free`.
[[nodiscard]] std::uint32_t sets_with(const VcSets& sets, std::uint32_t free);

// The packets that have come since then go from the source's queue to those of their sets.
void sort_by_set(InjectionView p, TerminalId terminal, SourceQueues::Source& source);

// A slot for the first packet of a set, which leaves its queue.
[[nodiscard]] PacketId begin_injection(InjectionView p, TerminalId terminal, const VcSetQueues::Queued& first);

template <typename Observer>
void inject_by_set(InjectionView p, Observer& observer) {
  const std::uint32_t vcs = p.numbering().all_injection_vcs();
  const bool alone = p.sources().one_at_a_time(), absorbs = p.absorption().used();
  const bool by_priority = p.config().output_arbitration == OutputArbitration::priority;
  VcView view = p.store().view();
  if (absorbs) p.absorption().take_due(p.now(), [&](TerminalId terminal) { p.sources().wake(terminal); });
  p.sources().take_waking([&](TerminalId terminal, SourceQueues::Source& source) {
    sort_by_set(p, terminal, source);
    const ChannelId id = p.numbering().injection_channel(terminal);
    ChannelState& channel = p.store().channel(id);
    std::uint32_t free = p.store().free_vcs(id, vcs);
    if (alone && p.sources().sending(terminal)) free = 0;
    if (absorbs) free = inject_again(p, observer, terminal, free);
    while (free != 0) {
      const VcSetQueues::Queued* const first = p.set_queues().first(terminal, sets_with(p.routing().vc_sets, free), by_priority);
      if (first == nullptr) break;
      const std::uint32_t own = free & p.routing().vc_sets.injection_vcs_of(first->order.vc_set);
      const PacketId packet = begin_injection(p, terminal, *first);
      const std::uint32_t vc_index = select_vc(p.config().selection, channel, own, p.packets()[packet], Purpose::injection_vc);
      free &= ~(1U << vc_index);
      send_over(p, observer, view, p.numbering().vc(id, vc_index), packet);
      if (!alone) continue;
      p.sources().begin_sending(terminal);
      free = 0;
    }
    channel.wanted = p.set_queues().empty(terminal) && !(absorbs && p.absorption().memories().first_queued(terminal) != nullptr) ? 0 : 1;
  });
}

}  // namespace dateline
