// Phase 0: what was sent over longer channels takes effect in the cycle in which it is due - flits, credits (and with
// the tail's credit, under atomic reuse, the release), head flits whose routing delay has passed. A ring of slots, one
// per cycle ahead; every event is due within the longest latency.
// Over channels of latency 1 nothing passes through here unless the general path is forced.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "sim/core/state/layout/channel_delays.hpp"
#include "sim/core/state/layout/id_vector.hpp"
#include "sim/core/state/layout/marked_vc.hpp"
#include "sim/core/state/vc_state.hpp"

namespace dateline {

// Slots for `longest` cycles ahead: a power of two, so that the slot of a cycle is found without a division.
[[nodiscard]] inline std::size_t ring_size(int longest) {
  std::size_t slots = 1;
  while (slots <= static_cast<std::size_t>(longest)) slots *= 2;
  return slots;
}

class EventWheel {
 public:
  struct Slot {
    AppendList<VcId> arrivals;
    AppendList<MarkedVc> credits;  // marked: the tail's, after which the VC is free
    AppendList<NodeId> ready;      // nodes where a head flit may be given a VC from then on
    [[nodiscard]] bool empty() const { return arrivals.empty() && credits.empty() && ready.empty(); }
  };

  // `longest`: the farthest cycle ahead in which anything is due. `number_of(vc)`: of its channel's delay in
  // Delays::different(). `overtaking`: the number of VCs whose flits may differ in their delays; 0: none.
  // `mailed`: so many VCs, the first, have their sender in another tile, and their credits go there.
  template <typename PlaceOf>
  EventWheel(int longest, const Delays& delays, std::uint32_t vcs, PlaceOf number_of, std::uint32_t overtaking, std::uint32_t mailed)
      : slots_(ring_size(longest)), last_(slots_.size() - 1), last_due_(overtaking, 0) {
    if (delays.one_for_flits == 0 && delays.pipeline == 0) flits_.set(delays, &ChannelDelay::flit, vcs, number_of);
    if (delays.longest > 1) credits_.set(delays, &ChannelDelay::credit, vcs, number_of);
    if (delays.longest > 1 && mailed > 0) credits_.mail(mailed);
  }

  [[nodiscard]] Slot& due_at(Cycle cycle) { return slots_[cycle & last_]; }
  [[nodiscard]] const std::vector<Slot>& slots() const { return slots_; }

  // The flits that are sent in the cycle that is being executed; with room for one more than there are.
  [[nodiscard]] AppendList<VcId>& sent() { return sent_; }
  // At its end: all are due `delay` cycles later.
  void file_flits(Cycle now, int delay) {
    pending_ += sent_.size();
    due_at(now + static_cast<Cycle>(delay)).arrivals.swap(sent_);
  }
  // Each after the delay of its channel.
  void file_flits(Cycle now) {
    if (sent_.empty()) return;
    pending_ += sent_.size();
    flits_.begin(*this, now, &Slot::arrivals, sent_.size());
    const ListEnds<VcId> lists = flits_.ends();
    for (const VcId flit : sent_) lists.add(flit, flit);
    flits_.end(*this, now, &Slot::arrivals);
    sent_.clear();
  }
  // Each after a delay of its own; a flit waits for those that were sent before it on its VC.
  template <typename DelayOf>
  void file_flits_in_order(Cycle now, DelayOf delay_of) {
    pending_ += sent_.size();
    for (const VcId flit : sent_) {
      Cycle due = now + static_cast<Cycle>(delay_of(flit));
      if (!last_due_.empty()) due = last_due_[flit] = std::max(due, last_due_[flit]);
      due_at(due).arrivals.push(flit);
    }
    sent_.clear();
  }
  // Credits, at most `most`, go to the slots in which they are due; those of injection channels to `near`.
  [[nodiscard]] ListEnds<MarkedVc> begin_credits(Cycle now, std::size_t most, AppendList<MarkedVc>& near) {
    credits_.begin(*this, now, &Slot::credits, most);
    near.reserve_more(most);
    credits_.start_near(near.begin());
    if (credits_.mails()) mail_.reserve_more(most), credits_.start_mail(mail_.end());
    return credits_.ends();
  }
  // Returns the end of `near`.
  MarkedVc* end_credits(Cycle now) {
    pending_ += credits_.end(*this, now, &Slot::credits);
    if (credits_.mails()) mail_.end_at(credits_.mail_end());
    return credits_.near();
  }
  // Credits for other tiles, of this cycle.
  [[nodiscard]] AppendList<MarkedVc>& mail() { return mail_; }
  // From another tile: what is due in `cycle`, this one or a later; flits in the order in which they were sent.
  void expect_flit(Cycle cycle, VcId flit) {
    if (!last_due_.empty()) cycle = last_due_[flit] = std::max(cycle, last_due_[flit]);
    due_at(cycle).arrivals.push(flit);
    ++pending_;
  }
  // When the last flit sent on the VC arrives; null where no flit may overtake another.
  [[nodiscard]] Cycle* last_due(VcId vc) { return last_due_.empty() ? nullptr : &last_due_[vc]; }
  [[nodiscard]] std::size_t flits_under_way(VcId vc) const {
    std::size_t flits = 0;
    for (const Slot& slot : slots_) flits += static_cast<std::size_t>(std::count(slot.arrivals.begin(), slot.arrivals.end(), vc));
    return flits;
  }
  // Takes out flits and credits under way, asked in the order in which they are due from cycle `now` on; first(cycle)
  // is called before those of a cycle.
  template <typename FlitGone, typename CreditGone, typename First>
  void remove(Cycle now, FlitGone flit_gone, CreditGone credit_gone, First first) {
    for (std::size_t ahead = 0; ahead < slots_.size(); ++ahead) {
      first(now + ahead);
      Slot& slot = due_at(now + ahead);
      const std::size_t before = slot.arrivals.size() + slot.credits.size();
      slot.arrivals.remove_if(flit_gone);
      slot.credits.remove_if(credit_gone);
      pending_ -= before - slot.arrivals.size() - slot.credits.size();
    }
    if (last_due_.empty()) return;
    last_due_.assign(last_due_.size(), 0);  // nothing waits for a flit that is gone
    for (std::size_t ahead = 0; ahead < slots_.size(); ++ahead) {
      for (const VcId flit : due_at(now + ahead).arrivals) last_due_[flit] = now + ahead;
    }
  }
  // Events that keep the network from being idle.
  void expect(std::uint64_t events) { pending_ += events; }
  void taken(std::uint64_t events) { pending_ -= events; }
  [[nodiscard]] bool empty() const { return pending_ == 0; }
  template <typename Archive>
  void io(Archive& archive) {
    [[maybe_unused]] auto& [slots, last, flits, credits, sent_flits, due, pending, mail] = *this;
    for (auto& [arrivals, places, ready] : slots) archive(arrivals, places, ready);
    archive(sent_flits, due, pending, mail);
  }

 private:
  // Events by the delay of their channel: a list of each slot that they are due in, and one of those without a delay.
  template <typename Event>
  class ByDelay {
   public:
    template <typename PlaceOf>
    void set(const Delays& delays, int ChannelDelay::*delay, std::uint32_t vcs, PlaceOf number_of) {
      std::vector<std::uint8_t> list_of_number = {0};  // the first delay is none
      for (auto d = delays.different().begin() + 1; d != delays.different().end(); ++d) {
        const auto at = std::find(lengths_.begin(), lengths_.end(), (*d).*delay);
        list_of_number.push_back(static_cast<std::uint8_t>(at - lengths_.begin() + 1));
        if (at == lengths_.end()) lengths_.push_back((*d).*delay);
      }
      ends_.resize(lengths_.size() + 1);
      list_of_.resize(vcs);
      for (std::uint32_t vc = 0; vc < vcs; ++vc) list_of_[vc] = list_of_number[number_of(VcId(vc))];
    }
    // What is sent in cycle `now`, at most `most` events, goes behind what is due in its slots already.
    void begin(EventWheel& wheel, Cycle now, AppendList<Event> Slot::*list, std::size_t most) {
      for (std::size_t i = 0; i < lengths_.size(); ++i) {
        AppendList<Event>& own = wheel.due_at(now + static_cast<Cycle>(lengths_[i])).*list;
        own.reserve_more(most);
        ends_[i + 1] = own.end();
      }
    }
    [[nodiscard]] ListEnds<Event> ends() { return {list_of_.data(), ends_.data()}; }
    // Returns how many events there were.
    std::size_t end(EventWheel& wheel, Cycle now, AppendList<Event> Slot::*list) {
      std::size_t events = 0;
      for (std::size_t i = 0; i < lengths_.size(); ++i) {
        AppendList<Event>& own = wheel.due_at(now + static_cast<Cycle>(lengths_[i])).*list;
        events += static_cast<std::size_t>(ends_[i + 1] - own.end());
        own.end_at(ends_[i + 1]);
      }
      return events;
    }
    void start_near(Event* list) { ends_[0] = list; }
    [[nodiscard]] Event* near() const { return ends_[0]; }
    // Those of the first `vcs` go to a list of their own, behind those by delay.
    void mail(std::uint32_t vcs) {
      std::fill(list_of_.begin(), list_of_.begin() + vcs, static_cast<std::uint8_t>(ends_.size()));
      ends_.push_back(nullptr);
      mails_ = true;
    }
    [[nodiscard]] bool mails() const { return mails_; }
    void start_mail(Event* list) { ends_.back() = list; }
    [[nodiscard]] Event* mail_end() const { return ends_.back(); }

   private:
    std::vector<int> lengths_;           // different ones
    std::vector<std::uint8_t> list_of_;  // per VC: 0 without a delay, else one more than the number of its length
    std::vector<Event*> ends_;           // of the lists
    bool mails_ = false;
  };

  std::vector<Slot> slots_;
  Cycle last_;  // slot
  ByDelay<VcId> flits_;
  ByDelay<MarkedVc> credits_;
  AppendList<VcId> sent_;
  IdVector<VcId, Cycle> last_due_;  // when the last flit sent on the VC arrives
  std::uint64_t pending_ = 0;
  AppendList<MarkedVc> mail_;
};

}  // namespace dateline
