#include "sim/core/reconfiguration/reconfiguration.hpp"

#include <algorithm>
#include <tuple>

#include "sim/core/inspect/counts.hpp"
#include "sim/core/reconfiguration/flits_of_vc.hpp"

namespace dateline {
namespace {

// No packet at the front; where the last one went on stays, see InputVcState.
void empty(InputVcState& half) {
  half.to_come = 0;
  half.present = 0;
  half.front = VcGlobalState::idle;
}

// No packet is sent over the VC any more.
void clean_sender(VcView& view, VcId vc) {
  view.ownership.act_as_sender(vc);
  view.sender(vc).to_send = 0;
  VcWord& word = view.word(vc);
  word.avail &= ~vc_bit(vc.value());
  word.busy &= ~vc_bit(vc.value());
}

}  // namespace

std::vector<Packet> Reconfiguration::run(const FaultMap* faults) {
  const Totals before = count_totals(p_);
  const std::vector<std::uint64_t> ejected = count_ejected_flits(p_);
  const std::uint64_t hops = count_flit_hops(p_);
  if (faults != nullptr) {
    mark(*faults);
    clear_vcs(*faults);
    take_out_flits();
    retire_packets();
    drop_requests(*faults);
    p_.delivery_queue.keep(ejected, count_ejected_flits(p_), hops - count_flit_hops(p_));
    const Totals after = count_totals(p_);
    p_.delivery_queue.lose(lost_.size(), before.injected_flits - after.injected_flits);
  }
  route_anew();
  if (p_.external) notify_external_routers();
  std::sort(lost_.begin(), lost_.end(),
            [](const Packet& a, const Packet& b) { return std::tuple(a.source, a.sequence) < std::tuple(b.source, b.sequence); });
  return lost_;
}

bool Reconfiguration::fails(ChannelId channel, const FaultMap& faults) const {
  if (p_.numbering.is_network(channel)) return faults.failed(channel);
  return faults.failed(p_.routing.router_of[p_.numbering.terminal_of(channel).value()]);
}

void Reconfiguration::mark(const FaultMap& faults) {
  std::uint32_t slots = 0;
  p_.packets.for_each([&](PacketId id, const Packet&) { slots = std::max(slots, id.value() + 1); });
  marks_.assign(slots, 0);
  p_.packets.for_each([&](PacketId id, const Packet& m) {
    if (faults.failed(p_.routing.router_of[m.order.destination.value()])) mark(id);
  });
  for (std::uint32_t v = 0; v < p_.numbering.vcs(); ++v) {
    if (!fails(p_.numbering.channel_of(VcId(v)), faults)) continue;
    for (const PacketId id : packets_of(p_, VcId(v))) mark(id);
  }
  for (std::uint32_t node = 0; node < p_.absorption.memories().nodes(); ++node) {
    if (!faults.failed(NodeId(node))) continue;
    for (const PacketId id : p_.absorption.held_at(NodeId(node))) mark(id);
  }
}

void Reconfiguration::clear_vcs(const FaultMap& faults) {
  p_.ejection.forget_if([&](VcId vc) { return marked(p_.store.packets(vc).front); });
  for (std::uint32_t v = 0; v < p_.numbering.vcs(); ++v) {
    const VcId vc(v);
    const bool failed = fails(p_.numbering.channel_of(vc), faults);
    const std::vector<PacketId> packets = packets_of(p_, vc);
    if (!failed && std::none_of(packets.begin(), packets.end(), [&](PacketId id) { return marked(id); })) continue;
    const bool unsent = !packets.empty() && p_.numbering.is_injection(vc) && sends_over(p_, vc, packets.back()) &&
                        p_.store.record(vc).sender.to_send == p_.packets[packets.back()].order.length && marked(packets.back());
    // A head flit that never crossed its injection channel is no backlog of its source any more.
    if (unsent && !p_.absorption.again(packets.back())) {
      SourceQueues::Source& source = p_.sources[p_.packets[packets.back()].source];
      ++source.injected, source.injected_cycles += p_.now;
    }
    const bool shared = p_.store.queues().used() && !p_.numbering.is_ejection(vc);
    if (shared) clean_shared(vc, packets);
    if (!shared || failed) reset(vc);
  }
}

// A VC of one packet, which goes, or of a channel that has failed: as new.
void Reconfiguration::reset(VcId vc) {
  VcView view = p_.store.view();
  clean_sender(view, vc);
  if (p_.numbering.is_ejection(vc)) return;
  view.sender(vc).used = 0;
  view.sender(vc).takes = 1;
  view.word(vc).space |= vc_bit(vc.value());
  view.ownership.act_as_receiver(vc);
  empty(view.receiver(vc));
  under_way_[vc] = std::vector<bool>(p_.events.flits_under_way(vc), true);
  as_new_.insert(vc);
}

// A VC that several packets may share (at-tail reuse): those that go leave the others where they are.
void Reconfiguration::clean_shared(VcId vc, const std::vector<PacketId>& packets) {
  VcView view = p_.store.view();
  std::vector<bool>& gone = under_way_[vc];
  std::uint32_t slots = 0;
  for (const PacketId packet : packets) {
    const std::uint32_t flits = flits_under_way(p_, vc, packet);
    gone.insert(gone.end(), flits, marked(packet));
    if (!marked(packet)) continue;
    slots += flits;
    if (p_.store.announced().covers(vc)) p_.store.announced().remove(vc, packet);
    if (sends_over(p_, vc, packet)) clean_sender(view, vc);
  }
  view.ownership.act_as_receiver(vc);
  InputVcState& half = view.receiver(vc);
  SharedBuffers& queues = p_.store.queues();
  slots += queues.remove_if(vc, [&](PacketId packet) { return marked(packet); });
  if (half.front != VcGlobalState::idle && marked(p_.store.packets(vc).front)) {
    slots += half.present;
    empty(half);
    if (queues.count(vc) > 0) {
      const QueuedPacket next = queues.pop(vc);
      half.front = VcGlobalState::waiting;
      half.present = static_cast<std::uint8_t>(next.present);
      half.to_come = next.to_come;
      p_.store.packets(vc).front = next.packet;
    }
  }
  slots_[vc] = slots;
  view.ownership.act_as_sender(vc);
  OutputVcState& sender = view.sender(vc);
  sender.used = static_cast<std::uint8_t>(sender.used - slots);
  if (slots > 0) view.word(vc).space |= vc_bit(vc.value());
}

void Reconfiguration::take_out_flits() {
  std::map<VcId, std::size_t> next;
  p_.events.remove(
      p_.now,
      [&](VcId flit) {
        const auto it = under_way_.find(flit);
        return it != under_way_.end() && it->second[next[flit]++];
      },
      [&](MarkedVc credit) { return as_new_.count(credit.vc()) != 0; });
}

void Reconfiguration::retire_packets() {
  for (std::uint32_t i = 0; i < marks_.size(); ++i) {
    if (marks_[i] == 0) continue;
    lost_.push_back(p_.packets[PacketId(i)]);
    if (p_.absorption.used()) p_.absorption.drop(PacketId(i));
    p_.packets.give_back(PacketId(i));
  }
}

void Reconfiguration::drop_requests(const FaultMap& faults) {
  for (std::uint32_t t = 0; t < p_.numbering.terminals(); ++t) {
    const TerminalId terminal(t);
    const bool own = faults.failed(p_.routing.router_of[t]);
    p_.sources.remove(terminal, p_.now, [&](const PacketRequest& order, std::uint64_t sequence) {
      if (!own && !faults.failed(p_.routing.router_of[order.destination.value()])) return false;
      Packet packet;
      packet.order = order;
      packet.source = terminal;
      packet.sequence = sequence;
      lost_.push_back(packet);
      return true;
    });
  }
}

// Head flits that wait are routed in the next phase 2, as if they had just come; sources are examined in the next
// phase 1.
void Reconfiguration::route_anew() {
  p_.heads.forget();
  for (std::uint32_t c = 0; c < p_.numbering.channels(); ++c) p_.store.channel(ChannelId(c)).wanted = 0;
  for (std::uint32_t v = 0; v < p_.numbering.first_ejection(); ++v) {
    if (p_.store.record(VcId(v)).receiver.front != VcGlobalState::waiting) continue;
    if (p_.absorption.used()) p_.absorption.leave_again(p_.store.packets(VcId(v)).front);
    p_.heads.arrived().push(VcId(v));
  }
  for (std::uint32_t t = 0; t < p_.numbering.terminals(); ++t) {
    const TerminalId terminal(t);
    p_.sources.wake(terminal);
    if (!p_.sources.one_at_a_time() || !p_.sources.sending(terminal)) continue;
    bool sends = false;
    for (std::uint32_t vc_index = 0; vc_index < p_.numbering.vcs(p_.numbering.injection_channel(terminal)); ++vc_index) {
      sends = sends || p_.store.record(p_.numbering.vc(p_.numbering.injection_channel(terminal), vc_index)).sender.to_send > 0;
    }
    if (!sends) p_.sources.end_sending(terminal);
  }
}

}  // namespace dateline
