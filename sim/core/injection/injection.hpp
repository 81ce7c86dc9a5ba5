// Phase 1: the oldest packets of each source take the free VCs of its injection channel.
#pragma once

#include "sim/core/injection/injection_queues.hpp"
#include "sim/core/route_computation/foreseen_exit.hpp"
#include "sim/core/route_computation/selection.hpp"

namespace dateline {

// The packet's first header state; a weighted choice among several is drawn.
void start_packet(Packet& packet, const RoutingRelation& relation, const std::vector<NodeId>& router_of);

// The packet holds an injection VC from now on.
template <typename Observer>
[[gnu::always_inline]] inline void send_over(InjectionView p, Observer& observer, VcView& view, VcId vc, PacketId packet) {
  view.ownership.act_as_sender(vc);
  view.allocate(vc, VcId(), packet, p.packets()[packet].order.length);
  if (p.store().announced().covers(vc)) p.store().announced().send(vc, packet);
  if (p.store().delays().pipeline > 0) foresee_exit(p.foreseen(), vc);
  if constexpr (Observer::kActive) observer.vc_allocated(p.now(), vc, packet);
}

// Absorbed packets queued at the terminal's node take free VCs of its injection channel, oldest first. Returns the
// `free` VCs that are left.
template <typename Observer>
[[gnu::noinline]] std::uint32_t inject_again(InjectionView p, Observer& observer, TerminalId terminal, std::uint32_t free) {
  const ChannelId id = p.numbering().injection_channel(terminal);
  VcView view = p.store().view();
  for (PacketId packet_id; free != 0 && p.absorption().first_queued(terminal, p.now(), packet_id);) {
    const Packet& packet = p.packets()[packet_id];
    const std::uint32_t own = free & p.routing().vc_sets.injection_vcs_of(packet.order.vc_set);
    if (own == 0) break;
    p.absorption().begin_leaving(packet_id);
    const std::uint32_t vc_index = select_vc(p.config().selection, p.store().channel(id), own, packet, Purpose::injection_vc);
    free &= ~(1U << vc_index);
    send_over(p, observer, view, p.numbering().vc(id, vc_index), packet_id);
    if (!p.sources().one_at_a_time()) continue;
    p.sources().begin_sending(terminal);
    free = 0;
  }
  return free;
}

// `Queues`: where the next packet of a terminal is.
template <typename Queues, bool kAbsorbs, typename Observer>
void inject_waking(InjectionView p, Observer& observer) {
  Queues queues(p);
  const std::uint32_t vcs = p.numbering().all_injection_vcs();
  const bool alone = p.sources().one_at_a_time();
  VcView view = p.store().view();
  p.sources().take_waking([&](TerminalId terminal, SourceQueues::Source& source) {
    queues.sort(terminal, source);
    const ChannelId id = p.numbering().injection_channel(terminal);
    ChannelState& channel = p.store().channel(id);
    std::uint32_t free = p.store().free_vcs(id, vcs);
    if (alone && p.sources().sending(terminal)) free = 0;
    if constexpr (kAbsorbs) free = inject_again(p, observer, terminal, free);
    while (free != 0) {
      const std::uint32_t own = queues.vcs_of_next(terminal, source, free);
      if (own == 0) break;
      const PacketId packet_id = p.packets().take();
      Packet& packet = p.packets()[packet_id];
      queues.take_next(terminal, source, packet);
      packet.source = terminal;
      packet.key = packet_key(p.routing().mixed_seed, terminal.value(), packet.sequence);
      packet.hops = 0;
      packet.state = {};
      if (const RoutingRelation* const starts = queues.starts_of(packet)) start_packet(packet, *starts, p.routing().router_of);
      const std::uint32_t vc_index = select_vc(p.config().selection, channel, own, packet, Purpose::injection_vc);
      free &= ~(1U << vc_index);
      send_over(p, observer, view, p.numbering().vc(id, vc_index), packet_id);
      if (!alone) continue;
      p.sources().begin_sending(terminal);
      free = 0;
    }
    channel.wanted = queues.empty(terminal, source) && !(kAbsorbs && p.absorption().memories().first_queued(terminal) != nullptr) ? 0 : 1;
  });
}

template <typename Observer>
void inject(InjectionView p, Observer& observer) {
  const bool several = p.routing().vc_sets.several();
  if (!p.absorption().used()) return several ? inject_waking<QueuePerVcSet, false>(p, observer) : inject_waking<OneQueue, false>(p, observer);
  p.absorption().take_due(p.now(), [&](TerminalId terminal) { p.sources().wake(terminal); });
  return several ? inject_waking<QueuePerVcSet, true>(p, observer) : inject_waking<OneQueue, true>(p, observer);
}

}  // namespace dateline
