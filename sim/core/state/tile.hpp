// The state of a range of routers, part by part; today one tile is the whole network. The phases of a cycle are
// functions over it (docs/machine.md, section 2):
//   phase 0  link arrival        delayed_events.hpp          what was sent over longer channels takes effect  EventWheel
//   phase 1  injection           injection.hpp               queued packets take injection VCs                SourceQueues
//   phase 2  route computation   route_computation.hpp       head flits are asked where they go on            WaitingHeads
//            VC allocation       vc_allocator.hpp            and given VCs
//   phase 3  switch allocation   output_arbitration.hpp,     every channel, then every input port, grants     SwitchState
//                                input_arbitration.hpp       one of its requests
//   phase 4  switch and link     switch_traversal.hpp,       the granted flits move                           VcStore,
//            traversal           buffer_write.hpp,                                                            SwitchState
//                                credit_return.hpp
//   the end  delivery            deliveries.hpp              complete packets are delivered                   DeliveryQueue
//                                absorption.hpp              those absorbed on their way queue again          Absorption
// Watchdog, audit and counts (deadlock.hpp, audit.hpp, counts.hpp) only read it.
#pragma once

#include <memory>

#include "sim/core/layout/vc_sets.hpp"
#include "sim/core/packet/deliveries.hpp"
#include "sim/core/packet/packet_pool.hpp"
#include "sim/core/packet/source_queues.hpp"
#include "sim/core/packet/vc_set_queues.hpp"
#include "sim/core/state/absorption.hpp"
#include "sim/core/state/crossbar_ports.hpp"
#include "sim/core/state/event_wheel.hpp"
#include "sim/core/state/switch_state.hpp"
#include "sim/core/state/vc_store.hpp"
#include "sim/core/state/waiting_heads.hpp"

namespace dateline {

class ExternalRouters;

struct Tile {
  Tile(const RouterConfig& options, const Wiring& wiring, const RoutingRelation& routing);
  ~Tile();

  RouterConfig config;
  const RoutingRelation* relation;
  std::uint64_t mixed_seed;
  bool plain_starts;              // of the relation
  std::vector<NodeId> router_of;  // per terminal
  VcSets vc_sets;
  VcNumbering numbering;
  VcStore store;
  EventWheel events;
  SourceQueues sources;
  VcSetQueues set_queues;
  WaitingHeads heads;
  SwitchState switches;
  PacketPool packets;
  DeliveryQueue delivery_queue;
  Absorption absorption;
  // Per network channel, flits of the packets that were given a VC of it; empty unless config.count_granted.
  IdVector<ChannelId, std::uint64_t> granted_flits;
  std::unique_ptr<const CrossbarPorts> crossbar_ports;  // for the wavefront allocator
  std::unique_ptr<ExternalRouters> external;            // null: the core routes everywhere
  Cycle now = 0;

  // Receiver to sender: `vc` can be allocated again; what waits for its channel is examined in the next phase 1 or
  // 2.
  void release(VcView& view, VcId vc) {
    if (view.release(vc)) wake(numbering.channel_of(vc));
  }
  // The packet at the front of the buffer of `at` leaves the network there (ideal ejection): its head flit in this
  // cycle, and with lazy ejection every flit in the cycle after it was sent. Only its head flit is in the buffer.
  [[gnu::always_inline]] void eject(VcId at) {
    VcView view = store.view();
    view.ownership.act_as_receiver(at);
    InputVcState& half = view.receiver(at);
    half.front = VcGlobalState::ejecting;
    if (!switches.lazy_ejection()) return switches.draining().push_back(at);
    if (external) return eject_explicitly(at);
    half.present = 0;
    view.being_ejected(at);
    switches.tails_due().push_if(at, view.records[at.value()].sender.to_send == 0);
  }
  // Beside external nodes, whose slots are counted.
  void eject_explicitly(VcId at);
  // The same of a packet that has waited: flits that have queued up leave one by one.
  void eject_queued(VcId at);
  // The tail of the packet has left the network in this cycle: it has arrived, or was absorbed.
  template <typename Observer>
  [[gnu::always_inline]] void complete(PacketId id, Observer& observer) {
    if (absorption.used() && absorbed(id, observer)) return;
    if constexpr (Observer::kActive) observer.packet_delivered(now, id);
    delivery_queue.add(id, packets, now);
  }
  // Cycles until a flit that crosses to `vc` now can be seen there: its channel's latency, and the pipeline of a router
  // that it goes on from.
  [[nodiscard]] int flit_delay(VcId vc) const {
    const int latency = std::max<int>(store.channel(numbering.channel_of(vc)).latency, 1);
    return store.delivers(vc) ? latency : latency + store.delays().pipeline;
  }
  // The channel by which packets leave the network into the memory of a node; kNoChannel with ideal ejection.
  [[nodiscard]] ChannelId absorbing_channel(NodeId node) const {
    return config.ejection == Ejection::channel ? numbering.ejection_channel(absorption.terminal_at(node)) : kNoChannel;
  }
  // What the relation offers the head flit of `packet`, appended.
  void ask_next(const HeaderQuery& query, const Packet& packet, Candidates& out) const {
    if (vc_sets.several()) return vc_sets.next(query, packet.order.vc_set, out);
    relation->next(query.node, query.in, query.destination, query.state, out);
  }
  // The classes by which it may leave the network through an ejection channel.
  [[nodiscard]] std::uint16_t classes_out(const Packet& packet) const {
    return vc_sets.several() ? vc_sets.own(VcNumbering::kAllClasses, packet.order.vc_set) : VcNumbering::kAllClasses;
  }
  // The head flit at the front of the buffer of `vc`, as the relation is asked about it.
  [[nodiscard]] HeaderQuery query_of(VcId vc) const {
    const ChannelId channel = numbering.channel_of(vc);
    const Packet& packet = packets[store.packets(vc).front];
    return {store.channel(channel).to, numbering.is_network(channel) ? channel : kNoChannel, router_of[packet.order.destination.value()],
            packet.state};
  }

 private:
  void wake(ChannelId channel);
  template <typename Observer>
  [[gnu::noinline]] bool absorbed(PacketId id, Observer& observer) {
    if (!absorption.takes(id)) {
      absorption.forget(id);
      return false;
    }
    if constexpr (Observer::kActive) observer.packet_absorbed(now, id);
    absorption.complete(id);
    return true;
  }
};

}  // namespace dateline
