// The state of a range of routers, part by part. A tile numbers its routers, terminals, channels and VCs from 0, by the
// wiring that it is made of: today that is the whole network's, and a network has one tile. The phases of a cycle are
// functions over it (docs/reference/router-cycle.md, section 2):
//   phase 0  link arrival        delayed_events.hpp          what was sent over longer channels takes effect  EventWheel
//   phase 1  injection           injection.hpp               queued packets take injection VCs                SourceQueues
//   phase 2  route computation   route_computation.hpp       head flits are asked where they go on            WaitingHeads
//            VC allocation       vc_allocator.hpp            and given VCs                                     VcArbiterPointers
//   phase 3  switch allocation   output_arbitration.hpp,     every channel, then every input port, grants     SwitchState
//                                input_arbitration.hpp       one of its requests
//   phase 4  switch and link     switch_traversal.hpp,       the granted flits move                           VcStore,
//            traversal           buffer_write.hpp,                                                            SwitchState,
//                                credit_return.hpp                                                            EjectionState
//   the end  delivery            sent_packets.hpp            packets that were sent are reported              SentPackets
//                                deliveries.hpp              complete packets are delivered                   DeliveryQueue
//                                absorption.hpp              those absorbed on their way queue again          Absorption
// Watchdog, audit and counts (deadlock.hpp, audit.hpp, counts.hpp) only read it.
#pragma once

#include <memory>

#include "sim/core/state/absorption.hpp"
#include "sim/core/state/crossbar_ports.hpp"
#include "sim/core/state/ejection_state.hpp"
#include "sim/core/state/event_wheel.hpp"
#include "sim/core/state/external_ports.hpp"
#include "sim/core/state/layout/channel_rates.hpp"
#include "sim/core/state/layout/late_flits.hpp"
#include "sim/core/state/packet/border.hpp"
#include "sim/core/state/packet/deliveries.hpp"
#include "sim/core/state/packet/packet_errors.hpp"
#include "sim/core/state/packet/packet_pool.hpp"
#include "sim/core/state/packet/sent_packets.hpp"
#include "sim/core/state/packet/source_queues.hpp"
#include "sim/core/state/packet/split_queues.hpp"
#include "sim/core/state/routing_context.hpp"
#include "sim/core/state/switch_state.hpp"
#include "sim/core/state/vc_arbiter_pointers.hpp"
#include "sim/core/state/vc_store.hpp"
#include "sim/core/state/waiting_heads.hpp"

namespace dateline {

struct Tile {
  Tile(const RouterConfig& options, const Wiring& wiring, const RoutingRelation& relation);

  RouterConfig config;
  RoutingContext routing;
  VcNumbering numbering;
  VcStore store;
  EventWheel events;
  SourceQueues sources;
  SplitQueues split_queues;
  WaitingHeads heads;
  VcArbiterPointers vc_pointers;         // of no router but with round-robin VC arbitration
  VcMatchingPointers matching_pointers;  // of no VC but with the islip VC allocator
  SwitchState switches;
  CrossbarPointers crossbar_pointers;  // of no channel but with the islip switch allocator
  ChannelRates rates;
  ErrorState errors;
  EjectionState ejection;
  PacketPool packets;
  SentPackets sent;
  DeliveryQueue delivery_queue;
  Absorption absorption;
  std::unique_ptr<PortMatchingState> port_matching;  // of the wavefront and islip switch allocators; null: another
  std::unique_ptr<ExternalRouters> external;         // null: the core routes everywhere
  std::unique_ptr<Border> border;                    // null: the tile has the whole network
  Cycle now = 0;

  // Between two cycles, of a network without external routers.
  template <typename Archive>
  void io(Archive& archive) {
    auto& [c, r, n, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, p, e, b, t] = *this;
    static_cast<void>(c);
    static_cast<void>(r);
    static_cast<void>(n);
    static_cast<void>(p);
    static_cast<void>(e);
    static_cast<void>(b);
    archive(a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, t);
  }
};

// Cycles until a flit that crosses to `vc` now can be seen there: its channel's delay, and the pipeline of a router
// that it goes on from.
[[nodiscard]] inline int flit_delay(const Tile& tile, VcId vc) {
  const int delay = std::max(tile.store.delay_of(tile.numbering.channel_of(vc)).flit, 1);
  return tile.store.delivers(vc) ? delay : delay + tile.store.delays().pipeline;
}
// The channel by which a packet in the buffer of `at` leaves for a terminal there; with ejection channels.
[[nodiscard]] inline ChannelId ejection_channel(const Tile& tile, TerminalId terminal, VcId at) {
  return tile.numbering.ejection_channel(terminal, tile.store.channel(tile.numbering.channel_of(at)).port);
}
// The channel by which it leaves the network into the memory of the node; kNoChannel with ideal ejection.
[[nodiscard]] inline ChannelId absorbing_channel(const Tile& tile, NodeId node, VcId at) {
  return tile.config.ejection == Ejection::channel ? ejection_channel(tile, tile.absorption.memories().terminal_at(node), at) : kNoChannel;
}
// The head flit at the front of the buffer of `vc`, as the relation is asked about it.
[[nodiscard]] inline HeaderQuery query_of(const Tile& tile, VcId vc) {
  const ChannelId channel = tile.numbering.channel_of(vc);
  const Packet& packet = tile.packets[tile.store.packets(vc).front];
  return {tile.store.channel(channel).to, tile.numbering.is_network(channel) ? channel : kNoChannel, tile.routing.destination(packet), packet.state};
}
// All that the relation offers a waiting head flit, of its drawn route only; absorption with the channel that it
// leaves by.
void offers_of(const Tile& tile, const WaitingHead& head, Candidates& out);

}  // namespace dateline
