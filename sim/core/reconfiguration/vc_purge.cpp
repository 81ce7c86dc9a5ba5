#include "sim/core/reconfiguration/vc_purge.hpp"

#include <algorithm>

#include "sim/core/reconfiguration/doomed_packets.hpp"
#include "sim/core/reconfiguration/flits_of_vc.hpp"
#include "sim/core/state/router_events.hpp"

namespace dateline {
namespace {

// No packet at the front; where the last one went on stays, see InputVcState.
void empty(InputVcState& half) {
  half.to_come = 0;
  half.present = 0;
  half.front = VcGlobalState::idle;
}

// No packet is sent over the VC any more. What waits for its channel is examined anew in any case (route_anew.hpp).
void clean_sender(VcView& view, VcId vc) {
  view.ownership.act_as_sender(vc);
  view.sender(vc).to_send = 0;
  VcWord& word = view.word(vc);
  word.avail &= ~vc_bit(vc.value());
  word.busy &= ~vc_bit(vc.value());
}

}  // namespace

Purged VcPurge::run() {
  mark();
  clear_vcs();
  take_out_flits();
  return std::move(purged_);
}

bool VcPurge::fails(ChannelId channel) const {
  if (p_.numbering().is_network(channel)) return faults_.failed(channel);
  return faults_.failed(p_.routing().router_of[p_.numbering().terminal_of(channel).value()]);
}

void VcPurge::mark() {
  std::uint32_t slots = 0;
  p_.packets().for_each([&](PacketId id, const Packet&) { slots = std::max(slots, id.value() + 1); });
  purged_.lost.assign(slots, 0);
  p_.packets().for_each([&](PacketId id, const Packet& m) {
    if (removal_ == Removal::all || (removal_ != Removal::unseen && faults_.failed(p_.routing().destination(m)))) mark(id);
  });
  if (removal_ == Removal::draining) mark_doomed(p_, faults_, purged_.lost);
  for (std::uint32_t v = 0; v < p_.numbering().vcs(); ++v) {
    if (!fails(p_.numbering().channel_of(VcId(v)))) continue;
    for (const PacketId id : packets_of(p_, VcId(v))) mark(id);
  }
  for (std::uint32_t node = 0; node < p_.absorption().memories().nodes(); ++node) {
    if (!faults_.failed(NodeId(node))) continue;
    for (const PacketId id : p_.absorption().records().held_at(NodeId(node))) mark(id);
  }
}

void VcPurge::clear_vcs() {
  p_.ejection().forget_if([&](VcId vc) { return purged_.took(p_.store().packets(vc).front); });
  for (std::uint32_t v = 0; v < p_.numbering().vcs(); ++v) {
    const VcId vc(v);
    const bool failed = fails(p_.numbering().channel_of(vc));
    const std::vector<PacketId> packets = packets_of(p_, vc);
    if (!failed && std::none_of(packets.begin(), packets.end(), [&](PacketId id) { return purged_.took(id); })) continue;
    if (!packets.empty()) count_injected(vc, packets.back());
    const bool shared = p_.store().queues().used() && !p_.numbering().is_ejection(vc);
    if (shared) clean_shared(vc, packets);
    if (!shared || failed) reset(vc);
  }
}

// A head flit that never crossed its injection channel is no backlog of its source any more.
void VcPurge::count_injected(VcId vc, PacketId last) {
  const bool unsent = p_.numbering().is_injection(vc) && sends_over(p_.store(), vc, last) &&
                      p_.store().record(vc).sender.to_send == p_.packets()[last].order.length && purged_.took(last);
  if (!unsent || p_.absorption().records().again(last)) return;
  SourceQueues::Source& source = p_.sources()[p_.packets()[last].source];
  ++source.injected, source.injected_cycles += p_.now();
}

// A VC of one packet, which goes, or of a channel that has failed: as new.
void VcPurge::reset(VcId vc) {
  VcView view = p_.store().view();
  clean_sender(view, vc);
  if (p_.numbering().is_ejection(vc)) return;
  view.sender(vc).credits = view.depth;
  view.sender(vc).takes = 1;
  view.word(vc).space |= vc_bit(vc.value());
  view.ownership.act_as_receiver(vc);
  empty(view.receiver(vc));
  under_way_[vc] = std::vector<bool>(p_.flits_under_way(vc), true);
  purged_.as_new.insert(vc);
}

// A VC that several packets may share (reuse other than atomic): those that go leave the others where they are.
void VcPurge::clean_shared(VcId vc, const std::vector<PacketId>& packets) {
  VcView view = p_.store().view();
  std::vector<bool>& gone = under_way_[vc];
  std::uint32_t slots = 0;
  for (const PacketId packet : packets) {
    const std::uint32_t flits = flits_under_way(p_.store(), p_.packets(), vc, packet);
    gone.insert(gone.end(), flits, purged_.took(packet));
    if (!purged_.took(packet)) continue;
    slots += flits;
    if (p_.store().announced().covers(vc)) p_.store().announced().remove_if(vc, [&](PacketId announced) { return announced == packet; });
    if (sends_over(p_.store(), vc, packet)) clean_sender(view, vc);
  }
  p_.store().queues().remove_if(vc, [&](const QueuedPacket& queued) {
    const bool took = purged_.took(queued.packet);
    slots += took ? queued.present : 0U;
    return took;
  });
  if (view.records[vc.value()].receiver.front != VcGlobalState::idle && purged_.took(p_.store().packets(vc).front)) {
    slots += view.records[vc.value()].receiver.present;
    clean_front(view, vc);
  }
  purged_.slots[vc] = slots;
  for (std::uint32_t i = 0; i < slots; ++i) RouterEvents::credit(view, vc);
}

// The packet at the front goes: the next one comes there, if one is there.
void VcPurge::clean_front(VcView& view, VcId vc) {
  view.ownership.act_as_receiver(vc);
  InputVcState& half = view.receiver(vc);
  SharedBuffers& queues = p_.store().queues();
  empty(half);
  if (queues.empty(vc)) return;
  const QueuedPacket next = queues.pop(vc);
  half.front = VcGlobalState::waiting;
  half.present = static_cast<std::uint8_t>(next.present);
  half.to_come = next.to_come;
  p_.store().packets(vc).front = next.packet;
}

void VcPurge::take_out_flits() {
  std::map<VcId, std::size_t> next;
  p_.remove(
      [&](VcId flit) {
        const auto it = under_way_.find(flit);
        return it != under_way_.end() && it->second[next[flit]++];
      },
      [&](MarkedVc credit) { return purged_.as_new.count(credit.vc()) != 0; });
}

}  // namespace dateline
