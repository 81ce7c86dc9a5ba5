#include "sim/core/inspect/counts.hpp"

#include <algorithm>

namespace dateline {
namespace {

// Which VCs a flit crossed to in the last cycle.
class LastPicks {
 public:
  explicit LastPicks(const MachineParts& p) : picked_(p.switches.lazy_ejection() ? p.numbering.vcs() : 0) {
    if (picked_.empty()) return;
    for (const std::uint32_t* pick = p.switches.picks(); *pick != SwitchStage::kEnd; ++pick) picked_[*pick] = true;
  }
  [[nodiscard]] bool holds(VcId vc) const { return picked_[vc.value()]; }

 private:
  std::vector<bool> picked_;  // with lazy ejection only, where it is asked for
};

MessageId leaving_through(const MachineParts& p, VcId vc) { return p.numbering.is_ejection(vc) ? p.store.worms(vc).holder : p.store.worms(vc).front; }

// Flits of the worm that is leaving through this VC - ejected from its buffer, or crossing it as an ejection channel -
// that are out: at their destination, or in the memory of a node on the way.
std::uint32_t handed_over(const MachineParts& p, const LastPicks& picks, VcId vc) {
  const VcRecord& record = p.store.record(vc);
  const VcWorms& worms = p.store.worms(vc);
  const std::uint32_t to_send = record.sender.to_send;
  if (p.numbering.is_ejection(vc)) return to_send == 0 ? 0 : p.messages[worms.holder].order.length - to_send;
  const Front front = record.receiver.front;
  if (front != Front::ejecting && front != Front::draining) return 0;
  const std::uint32_t length = p.messages[worms.front].order.length;
  if (front == Front::draining) return length - to_send - record.receiver.present;
  if (!p.switches.lazy_ejection()) return length - record.receiver.to_come - record.receiver.present;
  // Lazily: all that crossed before the last cycle; what crossed in it is handed over in the next one.
  return length - to_send - (picks.holds(vc) ? 1U : 0U);
}

// Flits of this VC's buffer that are there, of any worm.
std::uint32_t buffered(const MachineParts& p, const LastPicks& picks, VcId vc) {
  const VcRecord& record = p.store.record(vc);
  if (record.receiver.front == Front::ejecting && p.switches.lazy_ejection()) {
    return p.messages[p.store.worms(vc).front].order.length - record.sender.to_send - handed_over(p, picks, vc);
  }
  std::uint32_t flits = record.receiver.present;
  if (!p.store.queues().used()) return flits;
  for (std::uint32_t i = 0; i < p.store.queues().count(vc); ++i) flits += p.store.queues().at(vc, i).present;
  return flits;
}

std::vector<PartlyEjected> find_partly_ejected(const MachineParts& p, const LastPicks& picks) {
  std::vector<PartlyEjected> found;
  for (std::uint32_t v = 0; v < p.numbering.vcs(); ++v) {
    const VcId vc(v);
    const std::uint32_t out = handed_over(p, picks, vc);
    if (out > 0 && !p.absorption.takes(leaving_through(p, vc))) found.push_back({leaving_through(p, vc), out});
  }
  return found;
}

std::vector<std::uint64_t> count_ejected_flits(const MachineParts& p, const LastPicks& picks) {
  const auto& done = p.hand_over.ejected_flits();
  std::vector<std::uint64_t> flits(done.begin(), done.end());
  for (const PartlyEjected& part : find_partly_ejected(p, picks)) flits[p.messages[part.message].source.value()] += part.flits;
  return flits;
}

// Flits in the memories of nodes on the way: of messages queued there, and of those coming or leaving.
std::uint64_t count_absorbed_flits(const MachineParts& p, const LastPicks& picks) {
  std::uint64_t flits = 0;
  for (std::uint32_t node = 0; node < p.absorption.nodes(); ++node) {
    for (const MessageId id : p.absorption.queue_of(NodeId(node))) flits += p.messages[id].order.length;
  }
  for (std::uint32_t v = 0; v < p.numbering.vcs(); ++v) {
    const VcId vc(v);
    const std::uint32_t out = handed_over(p, picks, vc);
    if (out > 0 && p.absorption.takes(leaving_through(p, vc))) flits += out;
    const std::uint32_t to_send = p.store.record(vc).sender.to_send;
    if (p.numbering.is_injection(vc) && to_send > 0 && p.absorption.again(p.store.worms(vc).holder)) flits += to_send;
  }
  return flits;
}

}  // namespace

std::vector<PartlyEjected> find_partly_ejected(const MachineParts& p) { return find_partly_ejected(p, LastPicks(p)); }

std::vector<std::uint64_t> count_ejected_flits(const MachineParts& p) { return count_ejected_flits(p, LastPicks(p)); }

// A message has hops for every channel it was given; of those it has not crossed, flits are still to be sent.
std::uint64_t count_flit_hops(const MachineParts& p) {
  std::uint64_t flits = p.hand_over.flit_hops();
  p.messages.for_each([&](MessageId, const Message& m) { flits += std::uint64_t{m.hops} * m.order.length; });
  for (std::uint32_t v = 0; v < p.numbering.first_injection(); ++v) flits -= p.store.record(VcId(v)).sender.to_send;
  return flits;
}

Totals count_totals(const MachineParts& p) {
  Totals totals;
  const LastPicks picks(p);
  totals.queued = p.sources.queued();
  totals.in_network = p.messages.in_use();
  totals.delivered = p.hand_over.delivered();
  totals.lost = p.hand_over.lost();
  totals.injected_flits = totals.lost_flits = p.hand_over.lost_flits();
  for (const std::uint64_t flits : count_ejected_flits(p, picks)) totals.ejected_flits += flits;
  for (const std::uint64_t flits : p.hand_over.ejected_flits()) totals.injected_flits += flits;
  p.messages.for_each([&](MessageId, const Message& m) { totals.injected_flits += m.order.length; });
  for (std::uint32_t v = 0; v < p.numbering.first_ejection(); ++v) {
    const std::uint32_t to_send = p.store.record(VcId(v)).sender.to_send;
    const bool first = v >= p.numbering.first_injection() && to_send > 0 && !p.absorption.again(p.store.worms(VcId(v)).holder);
    totals.injected_flits -= first ? to_send : 0;
    totals.buffered_flits += buffered(p, picks, VcId(v));
  }
  if (p.absorption.used()) totals.absorbed_flits = count_absorbed_flits(p, picks);
  for (const Timeline::Slot& slot : p.timeline.slots()) totals.buffered_flits += slot.arrivals.size();
  return totals;
}

}  // namespace dateline
