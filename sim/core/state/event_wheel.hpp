// Phase 0: what was sent over longer channels takes effect in the cycle in which it is due - flits, credits (and with
// the tail's credit, under atomic reuse, the release), head flits whose routing delay has passed. A ring of slots, one
// per cycle ahead; every event is due within the longest latency.
// Over channels of latency 1 nothing passes through here unless the general path is forced.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "sim/core/layout/channel_delays.hpp"
#include "sim/core/layout/id_vector.hpp"
#include "sim/core/state/vc_state.hpp"

namespace dateline {

// A VC number and one mark beside it.
struct MarkedVc {
  std::uint32_t bits = 0;
  MarkedVc() = default;
  MarkedVc(VcId vc, bool mark) : bits(vc.value() | static_cast<std::uint32_t>(mark) << 31U) {}
  [[nodiscard]] VcId vc() const { return VcId(bits & 0x7fffffffU); }
  [[nodiscard]] bool marked() const { return bits >> 31U != 0; }
};

class EventWheel {
 public:
  struct Slot {
    AppendList<VcId> arrivals;
    AppendList<MarkedVc> credits;  // marked: the tail's, after which the VC is free
    AppendList<NodeId> ready;      // nodes where a head flit may be given a VC from then on
  };

  // `longest`: the farthest cycle ahead in which anything is due. `number_of(vc)`: of its channel's delay in
  // Delays::different(). `overtaking`: the number of VCs whose flits may differ in their delays; 0: none.
  template <typename PlaceOf>
  EventWheel(int longest, const Delays& delays, std::uint32_t vcs, PlaceOf number_of, std::uint32_t overtaking)
      : slots_(static_cast<std::size_t>(longest) + 1), last_due_(overtaking, 0) {
    if (delays.one_for_flits == 0 && delays.pipeline == 0) flits_.set(delays, &ChannelDelay::flit, vcs, number_of);
    if (delays.one_for_credits == 0) credits_.set(delays, &ChannelDelay::credit, vcs, number_of);
  }

  [[nodiscard]] Slot& due_at(Cycle cycle) { return slots_[cycle % slots_.size()]; }
  [[nodiscard]] const std::vector<Slot>& slots() const { return slots_; }
  [[nodiscard]] std::size_t horizon() const { return slots_.size(); }

  // What is sent in the cycle that is being executed.
  [[nodiscard]] Slot& sent() { return sent_; }
  // At its end: all flits are due `delay` cycles later.
  void file_flits(Cycle now, int delay) {
    pending_ += sent_.arrivals.size();
    due_at(now + static_cast<Cycle>(delay)).arrivals.swap(sent_.arrivals);
  }
  // Each after the delay of its channel.
  void file_flits(Cycle now) {
    pending_ += sent_.arrivals.size();
    flits_.file(*this, now, &Slot::arrivals, [](VcId vc) { return vc; });
  }
  // Each after a delay of its own. Flits of one VC arrive in the order in which they were sent: one whose delay is
  // shorter waits for those before it.
  template <typename DelayOf>
  void file_flits_in_order(Cycle now, DelayOf delay_of) {
    pending_ += sent_.arrivals.size();
    for (const VcId flit : sent_.arrivals) {
      Cycle due = now + static_cast<Cycle>(delay_of(flit));
      if (!last_due_.empty()) due = last_due_[flit] = std::max(due, last_due_[flit]);
      due_at(due).arrivals.push(flit);
    }
    sent_.arrivals.clear();
  }
  void file_credits(Cycle now, int delay) {
    pending_ += sent_.credits.size();
    due_at(now + static_cast<Cycle>(delay)).credits.swap(sent_.credits);
  }
  void file_credits(Cycle now) {
    pending_ += sent_.credits.size();
    credits_.file(*this, now, &Slot::credits, [](MarkedVc credit) { return credit.vc(); });
  }
  [[nodiscard]] std::size_t flits_under_way(VcId vc) const {
    std::size_t flits = 0;
    for (const Slot& slot : slots_) flits += static_cast<std::size_t>(std::count(slot.arrivals.begin(), slot.arrivals.end(), vc));
    return flits;
  }
  // Takes out flits and credits under way, asked in the order in which they are due from cycle `now` on.
  template <typename FlitGone, typename CreditGone>
  void remove(Cycle now, FlitGone flit_gone, CreditGone credit_gone) {
    for (std::size_t ahead = 0; ahead < slots_.size(); ++ahead) {
      Slot& slot = due_at(now + ahead);
      const std::size_t before = slot.arrivals.size() + slot.credits.size();
      slot.arrivals.remove_if(flit_gone);
      slot.credits.remove_if(credit_gone);
      pending_ -= before - slot.arrivals.size() - slot.credits.size();
    }
    if (last_due_.empty()) return;
    // Nothing waits for a flit that is gone.
    last_due_.assign(last_due_.size(), 0);
    for (std::size_t ahead = 0; ahead < slots_.size(); ++ahead) {
      for (const VcId flit : due_at(now + ahead).arrivals) last_due_[flit] = now + ahead;
    }
  }
  // Nothing is due in `cycle`.
  [[nodiscard]] bool quiet(Cycle cycle) const {
    const Slot& slot = slots_[cycle % slots_.size()];
    return slot.arrivals.empty() && slot.credits.empty() && slot.ready.empty();
  }
  // Events that keep the network from being idle.
  void expect(std::uint64_t events) { pending_ += events; }
  void taken(std::uint64_t events) { pending_ -= events; }
  [[nodiscard]] bool empty() const { return pending_ == 0; }

 private:
  // Events whose delays differ: one costs no more than the number of its list and that list's end.
  template <typename Event>
  class ByDelay {
   public:
    template <typename PlaceOf>
    void set(const Delays& delays, int ChannelDelay::*delay, std::uint32_t vcs, PlaceOf number_of) {
      std::vector<std::uint8_t> list_of_number;
      for (const ChannelDelay& d : delays.different()) {
        const auto at = std::find(lengths_.begin(), lengths_.end(), d.*delay);
        list_of_number.push_back(static_cast<std::uint8_t>(at - lengths_.begin()));
        if (at == lengths_.end()) lengths_.push_back(d.*delay);
      }
      ends_.resize(lengths_.size());
      list_of_.resize(vcs);
      for (std::uint32_t vc = 0; vc < vcs; ++vc) list_of_[vc] = list_of_number[number_of(VcId(vc))];
    }
    // Moves what was sent in cycle `now` to the slots in which it is due.
    template <typename VcOf>
    void file(EventWheel& wheel, Cycle now, AppendList<Event> Slot::*list, VcOf vc_of) {
      AppendList<Event>& sent = wheel.sent_.*list;
      if (sent.empty()) return;
      const auto slot = [&](std::size_t i) -> AppendList<Event>& { return wheel.due_at(now + static_cast<Cycle>(lengths_[i])).*list; };
      for (std::size_t i = 0; i < lengths_.size(); ++i) {
        slot(i).reserve_more(sent.size());
        ends_[i] = slot(i).end();
      }
      const std::uint8_t* const list_of = list_of_.data();
      Event** const ends = ends_.data();
      for (const Event event : sent) *ends[list_of[vc_of(event).value()]]++ = event;
      for (std::size_t i = 0; i < lengths_.size(); ++i) slot(i).end_at(ends_[i]);
      sent.clear();
    }

   private:
    std::vector<int> lengths_;           // different ones
    std::vector<std::uint8_t> list_of_;  // per VC
    std::vector<Event*> ends_;
  };

  std::vector<Slot> slots_;
  ByDelay<VcId> flits_;
  ByDelay<MarkedVc> credits_;
  Slot sent_;
  IdVector<VcId, Cycle> last_due_;  // when the last flit sent on the VC arrives
  std::uint64_t pending_ = 0;
};

}  // namespace dateline
