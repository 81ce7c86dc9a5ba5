// The state of one machine, part by part. The phases of a cycle are functions over it (docs/machine.md, section 2):
//   phase 0  delayed_events.hpp        what was sent over longer channels takes effect         Timeline
//   phase 1  injection.hpp         queued messages take injection VCs                      Sources
//   phase 2  route_computation.hpp, vc_allocator.hpp   headers are routed and given VCs      HeaderStage
//   phase 3  output_arbitration.hpp, input_arbitration.hpp      every channel picks a VC              SwitchStage
//   phase 4  switch_traversal.hpp, buffer_write.hpp, credit_return.hpp   the picked flits move            VcStore, SwitchStage
//   the end  deliveries.hpp         complete messages are handed over                       HandOver, MessagePool
//            absorption.hpp        and those absorbed on their way queue again             Absorption
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

class OpenNodes;

struct MachineParts {
  MachineParts(const MachineConfig& options, const Wiring& wiring, const RoutingRelation& routing);
  ~MachineParts();

  MachineConfig config;
  const RoutingRelation* relation;
  std::uint64_t mixed_seed;
  bool plain_starts;              // of the relation
  std::vector<NodeId> router_of;  // per terminal
  VcSets vc_sets;
  VcNumbering numbering;
  VcStore store;
  Timeline timeline;
  Sources sources;
  SetQueues set_queues;
  HeaderStage headers;
  SwitchStage switches;
  MessagePool messages;
  HandOver hand_over;
  Absorption absorption;
  // Per network channel, flits of the messages that were given a VC of it; empty unless config.count_granted.
  IdVector<ChannelId, std::uint64_t> granted_flits;
  std::unique_ptr<const CrossbarPlaces> crossbar_places;  // for the wavefront allocator
  std::unique_ptr<OpenNodes> open;                        // null: the core routes everywhere
  Cycle now = 0;

  // Receiver to sender: `vc` can be allocated again; whoever waits for its channel is looked at in the next phase 1 or
  // 2.
  void release(VcView& view, VcId vc) {
    if (view.release(vc)) wake(numbering.channel_of(vc));
  }
  // The worm at the front of the buffer of `at` leaves the network there (ideal ejection): its header in this cycle,
  // and with lazy ejection every flit in the cycle after it was sent. Only its header is in the buffer.
  [[gnu::always_inline]] void eject(VcId at) {
    VcView view = store.view();
    view.ownership.act_as_receiver(at);
    ReceiverHalf& half = view.receiver(at);
    half.front = Front::ejecting;
    if (!switches.lazy_ejection()) return switches.draining().push_back(at);
    if (open) return eject_explicitly(at);
    half.present = 0;
    view.being_ejected(at);
    switches.tails_due().push_if(at, view.records[at.value()].sender.to_send == 0);
  }
  // Beside open nodes, whose places are counted.
  void eject_explicitly(VcId at);
  // The same of a worm that has waited: flits that have queued up leave one by one.
  void eject_queued(VcId at);
  // The tail of the message has left the network in this cycle: it has arrived, or was absorbed.
  template <typename Observer>
  [[gnu::always_inline]] void complete(MessageId id, Observer& observer) {
    if (absorption.used() && absorbed(id, observer)) return;
    if constexpr (Observer::kActive) observer.message_delivered(now, id);
    hand_over.add(id, messages, now);
  }
  // Cycles until a flit that crosses to `vc` now can be seen there: its channel's latency, and the pipeline of a router
  // that it goes on from.
  [[nodiscard]] int flit_delay(VcId vc) const {
    const int latency = std::max<int>(store.channel(numbering.channel_of(vc)).latency, 1);
    return store.delivers(vc) ? latency : latency + store.delays().pipeline;
  }
  // The channel by which messages leave the network into the memory of a node; kNoChannel with ideal ejection.
  [[nodiscard]] ChannelId absorbing_channel(NodeId node) const {
    return config.ejection == Ejection::channel ? numbering.ejection_channel(absorption.terminal_at(node)) : kNoChannel;
  }
  // What the relation offers the header of `message`, appended.
  void ask_next(const HeaderQuery& query, const Message& message, Candidates& out) const {
    if (vc_sets.several()) return vc_sets.next(query, message.order.vc_set, out);
    relation->next(query.node, query.in, query.destination, query.state, out);
  }
  // The classes by which it may leave the network through an ejection channel.
  [[nodiscard]] std::uint16_t classes_out(const Message& message) const {
    return vc_sets.several() ? vc_sets.own(VcNumbering::kAllClasses, message.order.vc_set) : VcNumbering::kAllClasses;
  }
  // The header at the front of the buffer of `vc`, as the relation is asked about it.
  [[nodiscard]] HeaderQuery query_of(VcId vc) const {
    const ChannelId channel = numbering.channel_of(vc);
    const Message& message = messages[store.worms(vc).front];
    return {store.channel(channel).to, numbering.is_network(channel) ? channel : kNoChannel, router_of[message.order.destination.value()],
            message.state};
  }

 private:
  void wake(ChannelId channel);
  template <typename Observer>
  [[gnu::noinline]] bool absorbed(MessageId id, Observer& observer) {
    if (!absorption.takes(id)) {
      absorption.forget(id);
      return false;
    }
    if constexpr (Observer::kActive) observer.message_absorbed(now, id);
    absorption.complete(id);
    return true;
  }
};

}  // namespace dateline
