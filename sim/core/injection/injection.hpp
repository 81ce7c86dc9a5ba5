// Phase 1: the oldest packets of each source take the free VCs of its injection channel.
#pragma once

#include "models/base/error.hpp"
#include "sim/core/injection/injection_queues.hpp"
#include "sim/core/injection/nic_ports.hpp"
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
  if (p.store().announced().covers(vc)) p.store().announced().push(vc, packet);
  if (p.store().delays().pipeline > 0) foresee_exit(p.foreseen(), vc);
  if constexpr (Observer::kActive) observer.vc_allocated(p.now(), vc, packet);
}

// A packet takes a VC among `own`, which are free for it on one of its injection channels at least.
template <typename Ports, typename Observer>
[[gnu::always_inline]] inline void take_port(InjectionView p, Observer& observer, VcView& view, Ports& ports, PacketId id, std::uint32_t own) {
  const Packet& packet = p.packets()[id];
  const std::uint32_t length = packet.order.length;
  const std::uint32_t port = ports.of(packet, own);
  const ChannelId channel = ports.channel(port);
  const std::uint32_t vc_index =
      select_vc(p.config().selection, p.store().channel(channel), ports.free_among(own, port, length), packet, Purpose::injection_vc);
  send_over(p, observer, view, p.numbering().vc(channel, vc_index), id);
  ports.taken(port, vc_index);
}

// Absorbed packets queued at the terminal's node take free VCs of its injection channels, oldest first.
template <typename Ports, typename Observer>
[[gnu::noinline]] void inject_again(InjectionView p, Observer& observer, TerminalId terminal, Ports& ports) {
  VcView view = p.store().view();
  for (PacketId id; p.absorption().first_queued(terminal, p.now(), id);) {
    const PacketRequest& order = p.packets()[id].order;
    const std::uint32_t own = ports.free(order) & p.routing().vc_sets.injection_vcs_of(order.vc_set);
    if (own == 0) return;
    p.absorption().begin_leaving(id);
    take_port(p, observer, view, ports, id, own);
  }
}

// `Queues`: where the next packet of a terminal is; `Ports`: its injection channels.
template <typename Queues, typename Ports, bool kAbsorbs, typename Observer>
void inject_waking(InjectionView p, Observer& observer) {
  Queues queues(p);
  VcView view = p.store().view();
  p.sources().take_waking([&](TerminalId terminal, auto& source) __attribute__((always_inline)) {  // else a call for each source
    queues.sort(terminal, source);
    Ports ports(p, terminal);
    if constexpr (kAbsorbs) inject_again(p, observer, terminal, ports);
    while (const std::uint32_t own = queues.vcs_of_next(terminal, source, ports)) {
      const PacketId id = p.packets().take();
      Packet& packet = p.packets()[id];
      queues.take_next(terminal, source, packet);
      if (packet.order.generated > p.now()) throw InvariantError("a packet is injected before the cycle in which it is generated");
      packet.source = terminal;
      packet.key = packet_key(p.routing().mixed_seed, terminal.value(), packet.sequence);
      packet.hops = 0;
      packet.state = {};
      if (const RoutingRelation* const starts = queues.starts_of(packet)) start_packet(packet, *starts, p.routing().router_of);
      take_port(p, observer, view, ports, id, own);
    }
    ports.set_wanted(queues.empty(terminal, source) && !(kAbsorbs && p.absorption().memories().first_queued(terminal) != nullptr) ? 0 : 1);
  });
}

template <typename Queues, typename Ports, typename Observer>
void inject_from(InjectionView p, Observer& observer) {
  if (!p.absorption().used()) return inject_waking<Queues, Ports, false>(p, observer);
  p.absorption().take_due(p.now(), [&](TerminalId terminal) { p.sources().wake(terminal); });
  inject_waking<Queues, Ports, true>(p, observer);
}

template <typename Observer>
void inject(InjectionView p, Observer& observer) {
  if (p.config().execution.names_nic_ports) return inject_from<QueuePerNicPort, NicPorts<false>>(p, observer);
  const bool one = p.numbering().nic_ports() == 1 && !p.store().needs_room();
  if (p.routing().vc_sets.several()) {
    return one ? inject_from<QueuePerVcSet, NicPorts<true>>(p, observer) : inject_from<QueuePerVcSet, NicPorts<false>>(p, observer);
  }
  return one ? inject_from<OneQueue, NicPorts<true>>(p, observer) : inject_from<OneQueue, NicPorts<false>>(p, observer);
}

}  // namespace dateline
