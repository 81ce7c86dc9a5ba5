#include "sim/core/inspect/audit.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"
#include "sim/core/inspect/counts.hpp"
#include "sim/core/inspect/deadlock.hpp"
#include "sim/core/state/external_ports.hpp"

namespace dateline {
namespace {

class VcAudit {
 public:
  VcAudit(const Tile& tile, VcId vc) : p_(tile), vc_(vc), record_(tile.store.record(vc)), packets_(tile.store.packets(vc)) {}

  void run() const {
    check_sender();
    if (p_.numbering.is_ejection(vc_)) return;
    check_receiver();
    check_slots();
    if (p_.external && p_.external->receives(p_.numbering.channel_of(vc_))) check_module();
  }

 private:
  void require(bool holds, const char* what) const {
    if (holds) return;
    const Packet& m = p_.packets[record_.sender.to_send > 0 ? packets_.holder : packets_.front];
    throw InvariantError(fmt::format("cycle {}: {} vc {} (packet {}->{} #{}): {}", p_.now,
                                     describe_channel(p_.numbering, p_.store, p_.numbering.channel_of(vc_)), p_.numbering.vc_index(vc_),
                                     m.source.value(), m.order.destination.value(), m.sequence, what));
  }
  [[nodiscard]] bool test(std::uint64_t word) const { return (word & vc_bit(vc_.value())) != 0; }

  void check_sender() const {
    const OutputVcState& half = record_.sender;
    const bool sending = half.to_send > 0;
    const bool from_interface = p_.numbering.is_injection(vc_);
    const bool flit_upstream = sending && (from_interface || p_.store.record(half.feed).receiver.present > 0);
    // Of a head flit that may not cross yet the bit is not set, or by a flit that came behind it.
    const AppendList<VcId>& held_back = p_.heads.held_back();
    const bool may_cross = std::find(held_back.begin(), held_back.end(), vc_) == held_back.end();
    require(test(p_.store.word(vc_).avail) == flit_upstream || !may_cross, "its flit-waits bit is wrong");
    if (!sending) return;
    require(!p_.store.is_free(vc_), "it is held and free");
    if (from_interface) return;
    const InputVcState& before = p_.store.record(half.feed).receiver;
    require(before.front == VcGlobalState::forwarding && before.onward == vc_ && p_.store.packets(half.feed).front == packets_.holder,
            "its chain to the VC before it is broken");
  }

  void check_receiver() const {
    const InputVcState& half = record_.receiver;
    if (half.front == VcGlobalState::forwarding) {
      const OutputVcState& after = p_.store.record(half.onward).sender;
      require(after.feed == vc_ && after.to_send > 0, "its chain to the VC after it is broken");
    }
    if (p_.store.queues().used()) return;
    if (p_.store.is_free(vc_))
      require(half.front == VcGlobalState::idle && p_.store.slots_taken(vc_) == 0, "it is free while a worm or a credit is out");
    if (record_.sender.to_send > 0 && half.front != VcGlobalState::idle) require(packets_.front == packets_.holder, "two worms share it");
  }

  // Places taken, as the sender knows, are the flits in the buffer and what is on the way either way.
  void check_slots() const {
    const OutputVcState& half = record_.sender;
    require(test(p_.store.word(vc_).space) == (half.credits > 0), "its place-is-free bit is wrong");
    require(half.credits <= p_.config.buffer_depth, "its buffer is overfull");
    std::size_t slots = record_.receiver.present;
    p_.store.queues().for_each(vc_, [&](const QueuedPacket& queued) { slots += queued.present; });
    if (p_.external) slots += static_cast<std::size_t>(p_.external->credits().due(vc_));  // modulo: an early one is below 0
    const auto is_ours = [this](MarkedVc event) { return event.vc() == vc_; };
    for (const EventWheel::Slot& slot : p_.events.slots()) {
      slots += static_cast<std::size_t>(std::count(slot.arrivals.begin(), slot.arrivals.end(), vc_));
      slots += static_cast<std::size_t>(std::count_if(slot.credits.begin(), slot.credits.end(), is_ours));
    }
    slots += p_.errors.late.of(vc_);
    const bool lazily_ejected = record_.receiver.front == VcGlobalState::ejecting && p_.ejection.lazy();
    require(p_.store.slots_taken(vc_) == (lazily_ejected ? 0 : slots), "its credits do not add up");
  }

  // What the module at an external node holds is what came in and has not left.
  void check_module() const {
    const NodeId node = p_.store.channel(p_.numbering.channel_of(vc_)).to;
    const ExternalReports* const router = p_.external->router(node);
    const int held = router == nullptr ? -1 : router->held(vc_);
    if (held < 0) return;
    std::uint32_t flits = record_.receiver.present;
    p_.store.queues().for_each(vc_, [&](const QueuedPacket& queued) { flits += queued.present; });
    // What arrives by the timeline is here when it is due; without it, what is due next cycle is here, and not there
    // yet.
    const bool by_timeline = p_.numbering.is_injection(vc_) ? p_.store.delays().pipeline > 0 : p_.store.delays().longest > 1;
    const Cycle until = by_timeline ? p_.now : p_.now + 1;
    require(flits == static_cast<std::uint32_t>(held) + p_.external->link(p_.numbering.channel_of(vc_))->under_way(until, p_.numbering.vc_index(vc_)),
            "the external router holds other flits than came in and have not left");
  }

  const Tile& p_;
  const VcId vc_;
  const VcState& record_;
  const VcPackets& packets_;
};

}  // namespace

void audit(const Tile& p) {
  for (std::uint32_t v = 0; v < p.numbering.vcs(); ++v) {
    const VcState& record = p.store.record(VcId(v));
    if (p.numbering.vc_index(VcId(v)) >= p.numbering.vcs(p.numbering.channel_of(VcId(v)))) continue;  // no such VC
    const bool in_use = record.sender.to_send > 0 || record.receiver.front != VcGlobalState::idle || p.store.slots_taken(VcId(v)) > 0;
    if (in_use || p.store.is_free(VcId(v))) VcAudit(p, VcId(v)).run();
  }
  const Totals t = count_totals(p);
  if (t.injected_flits != t.ejected_flits + t.buffered_flits + t.absorbed_flits + t.lost_flits + t.discarded_flits) {
    throw InvariantError(fmt::format("cycle {}: {} flits injected, but {} ejected, {} in flight, {} in memories, {} lost and {} thrown away", p.now,
                                     t.injected_flits, t.ejected_flits, t.buffered_flits, t.absorbed_flits, t.lost_flits, t.discarded_flits));
  }
  if (t.in_network == 0 && t.buffered_flits != 0) throw InvariantError(fmt::format("cycle {}: flits without a packet", p.now));
}

}  // namespace dateline
