#include "sim/core/reconfiguration/purge.hpp"

#include <algorithm>
#include <tuple>

#include "sim/core/inspect/counts.hpp"
#include "sim/core/reconfiguration/flits_of_vc.hpp"

namespace dateline {
namespace {

// No worm at the front; where the last one went on stays, see ReceiverHalf.
void empty(ReceiverHalf& half) {
  half.to_come = 0;
  half.present = 0;
  half.front = Front::idle;
}

// Nobody sends over the VC any more.
void clean_sender(VcView& view, VcId vc) {
  view.ownership.act_as_sender(vc);
  view.sender(vc).to_send = 0;
  VcWord& word = view.word(vc);
  word.avail &= ~vc_bit(vc.value());
  word.busy &= ~vc_bit(vc.value());
}

}  // namespace

std::vector<Message> Purge::run(const FaultMap* faults) {
  const Totals before = count_totals(p_);
  const std::vector<std::uint64_t> ejected = count_ejected_flits(p_);
  const std::uint64_t hops = count_flit_hops(p_);
  if (faults != nullptr) {
    mark(*faults);
    take_out_worms(*faults);
    take_out_flits();
    take_out_messages();
    take_out_orders(*faults);
    p_.hand_over.keep(ejected, count_ejected_flits(p_), hops - count_flit_hops(p_));
    const Totals after = count_totals(p_);
    p_.hand_over.lose(lost_.size(), before.injected_flits - after.injected_flits);
  }
  route_anew();
  if (p_.open) tell_open_nodes();
  std::sort(lost_.begin(), lost_.end(),
            [](const Message& a, const Message& b) { return std::tuple(a.source, a.sequence) < std::tuple(b.source, b.sequence); });
  return lost_;
}

bool Purge::fails(ChannelId channel, const FaultMap& faults) const {
  if (p_.numbering.is_network(channel)) return faults.failed(channel);
  return faults.failed(p_.router_of[p_.numbering.terminal_of(channel).value()]);
}

void Purge::mark(const FaultMap& faults) {
  std::uint32_t slots = 0;
  p_.messages.for_each([&](MessageId id, const Message&) { slots = std::max(slots, id.value() + 1); });
  marks_.assign(slots, 0);
  p_.messages.for_each([&](MessageId id, const Message& m) {
    if (faults.failed(p_.router_of[m.order.destination.value()])) mark(id);
  });
  for (std::uint32_t v = 0; v < p_.numbering.vcs(); ++v) {
    if (!fails(p_.numbering.channel_of(VcId(v)), faults)) continue;
    for (const MessageId id : worms_of(p_, VcId(v))) mark(id);
  }
  for (std::uint32_t node = 0; node < p_.absorption.nodes(); ++node) {
    if (!faults.failed(NodeId(node))) continue;
    for (const MessageId id : p_.absorption.held_at(NodeId(node))) mark(id);
  }
}

void Purge::take_out_worms(const FaultMap& faults) {
  p_.switches.forget_if([&](VcId vc) { return marked(p_.store.worms(vc).front); });
  for (std::uint32_t v = 0; v < p_.numbering.vcs(); ++v) {
    const VcId vc(v);
    const bool failed = fails(p_.numbering.channel_of(vc), faults);
    const std::vector<MessageId> worms = worms_of(p_, vc);
    if (!failed && std::none_of(worms.begin(), worms.end(), [&](MessageId id) { return marked(id); })) continue;
    const bool unsent = !worms.empty() && p_.numbering.is_injection(vc) && sends_over(p_, vc, worms.back()) &&
                        p_.store.record(vc).sender.to_send == p_.messages[worms.back()].order.length && marked(worms.back());
    // A header that never crossed its injection channel is no backlog of its source any more.
    if (unsent && !p_.absorption.again(worms.back())) {
      Sources::Source& source = p_.sources[p_.messages[worms.back()].source];
      ++source.injected, source.injected_cycles += p_.now;
    }
    const bool shared = p_.store.queues().used() && !p_.numbering.is_ejection(vc);
    if (shared) clean_shared(vc, worms);
    if (!shared || failed) clean(vc);
  }
}

// A VC of one worm, which goes, or of a channel that has failed: as new.
void Purge::clean(VcId vc) {
  VcView view = p_.store.view();
  clean_sender(view, vc);
  if (p_.numbering.is_ejection(vc)) return;
  view.sender(vc).used = 0;
  view.sender(vc).takes = 1;
  view.word(vc).space |= vc_bit(vc.value());
  view.ownership.act_as_receiver(vc);
  empty(view.receiver(vc));
  under_way_[vc] = std::vector<bool>(p_.timeline.flits_under_way(vc), true);
  as_new_.insert(vc);
}

// A VC that several worms may share (at-tail reuse): those that go leave the others where they are.
void Purge::clean_shared(VcId vc, const std::vector<MessageId>& worms) {
  VcView view = p_.store.view();
  std::vector<bool>& gone = under_way_[vc];
  std::uint32_t places = 0;
  for (const MessageId worm : worms) {
    const std::uint32_t flits = flits_under_way(p_, vc, worm);
    gone.insert(gone.end(), flits, marked(worm));
    if (!marked(worm)) continue;
    places += flits;
    if (p_.store.announced().covers(vc)) p_.store.announced().remove(vc, worm);
    if (sends_over(p_, vc, worm)) clean_sender(view, vc);
  }
  view.ownership.act_as_receiver(vc);
  ReceiverHalf& half = view.receiver(vc);
  WormQueues& queues = p_.store.queues();
  places += queues.remove_if(vc, [&](MessageId worm) { return marked(worm); });
  if (half.front != Front::idle && marked(p_.store.worms(vc).front)) {
    places += half.present;
    empty(half);
    if (queues.count(vc) > 0) {
      const QueuedWorm next = queues.pop(vc);
      half.front = Front::waiting;
      half.present = static_cast<std::uint8_t>(next.present);
      half.to_come = next.to_come;
      p_.store.worms(vc).front = next.message;
    }
  }
  places_[vc] = places;
  view.ownership.act_as_sender(vc);
  SenderHalf& sender = view.sender(vc);
  sender.used = static_cast<std::uint8_t>(sender.used - places);
  if (places > 0) view.word(vc).space |= vc_bit(vc.value());
}

void Purge::take_out_flits() {
  std::map<VcId, std::size_t> next;
  p_.timeline.remove(
      p_.now,
      [&](VcId flit) {
        const auto it = under_way_.find(flit);
        return it != under_way_.end() && it->second[next[flit]++];
      },
      [&](MarkedVc credit) { return as_new_.count(credit.vc()) != 0; });
}

void Purge::take_out_messages() {
  for (std::uint32_t i = 0; i < marks_.size(); ++i) {
    if (marks_[i] == 0) continue;
    lost_.push_back(p_.messages[MessageId(i)]);
    if (p_.absorption.used()) p_.absorption.drop(MessageId(i));
    p_.messages.give_back(MessageId(i));
  }
}

void Purge::take_out_orders(const FaultMap& faults) {
  for (std::uint32_t t = 0; t < p_.numbering.terminals(); ++t) {
    const TerminalId terminal(t);
    const bool own = faults.failed(p_.router_of[t]);
    p_.sources.remove(terminal, p_.now, [&](const MessageOrder& order, std::uint64_t sequence) {
      if (!own && !faults.failed(p_.router_of[order.destination.value()])) return false;
      Message message;
      message.order = order;
      message.source = terminal;
      message.sequence = sequence;
      lost_.push_back(message);
      return true;
    });
  }
}

// Headers that wait are routed in the next phase 2, as if they had just come; sources are looked at in the next phase
// 1.
void Purge::route_anew() {
  p_.headers.forget();
  for (std::uint32_t c = 0; c < p_.numbering.channels(); ++c) p_.store.channel(ChannelId(c)).wanted = 0;
  for (std::uint32_t v = 0; v < p_.numbering.first_ejection(); ++v) {
    if (p_.store.record(VcId(v)).receiver.front != Front::waiting) continue;
    if (p_.absorption.used()) p_.absorption.leave_again(p_.store.worms(VcId(v)).front);
    p_.headers.arrived().push(VcId(v));
  }
  for (std::uint32_t t = 0; t < p_.numbering.terminals(); ++t) {
    const TerminalId terminal(t);
    p_.sources.wake(terminal);
    if (!p_.sources.one_at_a_time() || !p_.sources.sending(terminal)) continue;
    bool sends = false;
    for (std::uint32_t lane = 0; lane < p_.numbering.lanes(p_.numbering.injection_channel(terminal)); ++lane) {
      sends = sends || p_.store.record(p_.numbering.vc(p_.numbering.injection_channel(terminal), lane)).sender.to_send > 0;
    }
    if (!sends) p_.sources.end_sending(terminal);
  }
}

}  // namespace dateline
