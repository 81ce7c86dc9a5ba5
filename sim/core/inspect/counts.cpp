#include "sim/core/inspect/counts.hpp"

#include <algorithm>

namespace dateline {
namespace {

// Which VCs a flit crossed to in the last cycle.
class LastPicks {
 public:
  explicit LastPicks(const Tile& p) : picked_(p.ejection.lazy() ? p.numbering.vcs() : 0) {
    if (picked_.empty()) return;
    for (const std::uint32_t* pick = p.switches.granted_vcs(); *pick != SwitchState::kEnd; ++pick) picked_[*pick] = true;
  }
  [[nodiscard]] bool holds(VcId vc) const { return picked_[vc.value()]; }

 private:
  std::vector<bool> picked_;  // with lazy ejection only, where it is asked for
};

PacketId leaving_through(const Tile& p, VcId vc) { return p.numbering.is_ejection(vc) ? p.store.packets(vc).holder : p.store.packets(vc).front; }

// Flits of the packet that is leaving through this VC - ejected from its buffer, or crossing it as an ejection channel
// - that are out: at their destination, or in the memory of a node on the way.
std::uint32_t handed_over(const Tile& p, const LastPicks& granted_vcs, VcId vc) {
  const VcState& record = p.store.record(vc);
  const VcPackets& packets = p.store.packets(vc);
  const std::uint32_t to_send = record.sender.to_send;
  if (p.numbering.is_ejection(vc)) return to_send == 0 ? 0 : p.packets[packets.holder].order.length - to_send;
  const VcGlobalState front = record.receiver.front;
  if (front != VcGlobalState::ejecting && front != VcGlobalState::draining) return 0;
  const std::uint32_t length = p.packets[packets.front].order.length;
  if (front == VcGlobalState::draining) return length - to_send - record.receiver.present;
  if (!p.ejection.lazy()) return length - record.receiver.to_come - record.receiver.present;
  // Lazily: all that crossed before the last cycle; what crossed in it is handed over in the next one.
  return length - to_send - (granted_vcs.holds(vc) ? 1U : 0U);
}

// Flits of this VC's buffer that are there, of any packet.
std::uint32_t buffered(const Tile& p, const LastPicks& granted_vcs, VcId vc) {
  const VcState& record = p.store.record(vc);
  if (record.receiver.front == VcGlobalState::ejecting && p.ejection.lazy()) {
    return p.packets[p.store.packets(vc).front].order.length - record.sender.to_send - handed_over(p, granted_vcs, vc);
  }
  std::uint32_t flits = record.receiver.present;
  p.store.queues().for_each(vc, [&](const QueuedPacket& queued) { flits += queued.present; });
  return flits;
}

std::vector<PartlyEjected> find_partly_ejected(const Tile& p, const LastPicks& granted_vcs) {
  std::vector<PartlyEjected> found;
  for (std::uint32_t v = 0; v < p.numbering.vcs(); ++v) {
    const VcId vc(v);
    const std::uint32_t out = handed_over(p, granted_vcs, vc);
    if (out > 0 && !p.absorption.records().takes(leaving_through(p, vc))) found.push_back({leaving_through(p, vc), out});
  }
  return found;
}

std::vector<std::uint64_t> count_ejected_flits(const Tile& p, const LastPicks& granted_vcs) {
  const auto& done = p.delivery_queue.counts().ejected_flits;
  std::vector<std::uint64_t> flits(done.begin(), done.end());
  for (const PartlyEjected& part : find_partly_ejected(p, granted_vcs)) flits[p.packets[part.packet].source.value()] += part.flits;
  return flits;
}

// Flits in the memories of nodes on the way: of packets queued there, and of those coming or leaving.
std::uint64_t count_absorbed_flits(const Tile& p, const LastPicks& granted_vcs) {
  std::uint64_t flits = 0;
  const NodeMemories& memories = p.absorption.memories();
  for (std::uint32_t node = 0; node < memories.nodes(); ++node) {
    for (const PacketId id : memories.queue_of(NodeId(node))) flits += p.packets[id].order.length;
  }
  for (std::uint32_t v = 0; v < p.numbering.vcs(); ++v) {
    const VcId vc(v);
    const std::uint32_t out = handed_over(p, granted_vcs, vc);
    if (out > 0 && p.absorption.records().takes(leaving_through(p, vc))) flits += out;
    const std::uint32_t to_send = p.store.record(vc).sender.to_send;
    if (p.numbering.is_injection(vc) && to_send > 0 && p.absorption.records().again(p.store.packets(vc).holder)) flits += to_send;
  }
  return flits;
}

}  // namespace

std::vector<PartlyEjected> find_partly_ejected(const Tile& p) {
  return p.errors.packets.used() ? std::vector<PartlyEjected>{} : find_partly_ejected(p, LastPicks(p));
}

std::vector<std::uint64_t> count_ejected_flits(const Tile& p) {
  if (!p.errors.packets.used()) return count_ejected_flits(p, LastPicks(p));
  const auto& complete = p.delivery_queue.counts().ejected_flits;
  return {complete.begin(), complete.end()};
}

ErrorCounts count_link_errors(const Tile& p) {
  ErrorCounts counts = p.rates.retry().counts(p.now + 1);
  counts.add(p.errors.packets.counts());
  return counts;
}

void add_resent_flits(const Tile& p, std::vector<std::uint64_t>& by_channel) {
  for (std::uint32_t c = 0; c < p.numbering.network_channels(); ++c) {
    const ChannelId in_network = p.numbering.in_network(ChannelId(c));
    if (in_network.value() < by_channel.size()) by_channel[in_network.value()] += p.rates.retry().resent(ChannelId(c), p.now + 1);
  }
}

void add_partly_handed_over(const Tile& p, std::vector<std::uint64_t>& by_router) {
  const LastPicks granted_vcs(p);
  for (std::uint32_t v = 0; v < p.numbering.first_ejection(); ++v) {
    const std::uint32_t out = handed_over(p, granted_vcs, VcId(v));
    if (out > 0) by_router[p.store.channel(p.numbering.channel_of(VcId(v))).to.value()] += out;
  }
}

// A packet has hops for every channel it was given; of those it has not crossed, flits are still to be sent.
std::uint64_t count_flit_hops(const Tile& p) {
  std::uint64_t flits = p.delivery_queue.counts().flit_hops;
  p.packets.for_each([&](PacketId, const Packet& m) { flits += std::uint64_t{m.hops} * m.order.length; });
  for (std::uint32_t v = 0; v < p.numbering.first_injection(); ++v) flits -= p.store.record(VcId(v)).sender.to_send;
  return flits;
}

Totals count_totals(const Tile& p) {
  Totals totals;
  const LastPicks granted_vcs(p);
  totals.queued = p.sources.queued();
  totals.in_network = p.packets.in_use();
  totals.delivered = p.delivery_queue.counts().delivered;
  totals.lost = p.delivery_queue.counts().lost;
  totals.lost_flits = p.delivery_queue.counts().lost_flits;
  totals.discarded = p.delivery_queue.counts().discarded;
  totals.discarded_flits = p.delivery_queue.counts().discarded_flits;
  totals.injected_flits = totals.lost_flits + totals.discarded_flits;
  for (const std::uint64_t flits : count_ejected_flits(p, granted_vcs)) totals.ejected_flits += flits;
  for (const std::uint64_t flits : p.delivery_queue.counts().ejected_flits) totals.injected_flits += flits;
  p.packets.for_each([&](PacketId, const Packet& m) { totals.injected_flits += m.order.length; });
  for (std::uint32_t v = 0; v < p.numbering.first_ejection(); ++v) {
    const std::uint32_t to_send = p.store.record(VcId(v)).sender.to_send;
    const bool first = v >= p.numbering.first_injection() && to_send > 0 && !p.absorption.records().again(p.store.packets(VcId(v)).holder);
    totals.injected_flits -= first ? to_send : 0;
    totals.buffered_flits += buffered(p, granted_vcs, VcId(v));
  }
  if (p.absorption.used()) totals.absorbed_flits = count_absorbed_flits(p, granted_vcs);
  for (const EventWheel::Slot& slot : p.events.slots()) totals.buffered_flits += slot.arrivals.size();
  totals.buffered_flits += p.errors.late.all().size();
  return totals;
}

}  // namespace dateline
