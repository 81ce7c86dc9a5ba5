// Network channels of a bandwidth below 1: a bucket of one flit. A channel of p/q flits/cycle that sends in cycle t
// sends again from next = max(next, t - 1 + 1/p) + q/p on; so an idle channel sends at once, and a busy one exactly p
// flits in q cycles. Of p = 1 that is q cycles later, whatever was before. Written by the sender's router. Costs
// nothing where all bandwidths are 1.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "sim/core/layout/id_vector.hpp"
#include "sim/core/layout/vc_numbering.hpp"

namespace dateline {

class ChannelRates {
 public:
  // The largest q that a channel may have.
  static constexpr std::uint64_t kMostCycles = 1'000'000'000;

  ChannelRates(const VcNumbering& numbering, const Wiring& wiring);

  // Some channel has a bandwidth below 1.
  [[nodiscard]] bool used() const { return !rates_.empty(); }
  // The VCs of a word of 64 VC numbers whose channels may not send in this cycle.
  [[nodiscard]] std::uint64_t resting(std::uint32_t word) const { return resting_[word]; }
  // Whether a channel may not send in cycle `now`, before anything is sent in it.
  [[nodiscard]] bool rests(ChannelId channel, Cycle now) const {
    return used() && rate_of_[channel.value()] != kFull && rates_[rate_of_[channel.value()]].until > now;
  }
  // At the start of cycle `now`; cycles may be left out.
  void wake(Cycle now) {
    if (now != next_) take_left_out(now);
    next_ = now + 1;
    AppendList<std::uint32_t>& due = due_at(now);
    for (const std::uint32_t number : due) {
      const Rate& rate = rates_[number];
      if (rate.until > now) {
        file(number, now);
      } else {
        resting_[rate.word] &= ~rate.field;
      }
    }
    filed_ -= due.size();
    due.clear();
  }
  // Flits of these VCs, ascending as SwitchState has them, are sent in cycle `now`; of those before `end`.
  void sent(const std::uint32_t* vc, std::uint32_t end, Cycle now) {
    std::uint32_t* slow = slow_.data();
    for (; *vc < end; ++vc) {
      *slow = rate_of_[*vc >> shift_];
      slow += *slow != kFull ? 1 : 0;
    }
    for (const std::uint32_t* number = slow_.data(); number != slow; ++number) rest(*number, now);
  }
  void sent(VcId vc, Cycle now) {
    const std::uint32_t number = rate_of_[vc.value() >> shift_];
    if (number != kFull) rest(number, now);
  }

 private:
  static constexpr std::uint32_t kFull = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::size_t kAhead = 4096;  // cycles, a power of two; one that rests longer is found in between

  struct Rate {
    std::int64_t p, q;
    std::int64_t next = 0;  // in 1/p cycles from cycle `last` on; not of p = 1
    Cycle last = 0, until = 0;
    std::uint32_t word;
    std::uint64_t field;
  };
  // The first cycle in which a channel of p > 1 may send that sends in cycle `now`.
  [[nodiscard]] static Cycle free_again(Rate& rate, Cycle now);
  void rest(std::uint32_t number, Cycle now) {
    Rate& rate = rates_[number];
    if (rate.p == 1) {
      rate.until = now + static_cast<Cycle>(rate.q);
    } else {
      rate.until = free_again(rate, now);
      if (rate.until <= now + 1) return;
    }
    resting_[rate.word] |= rate.field;
    file(number, now);
  }
  void file(std::uint32_t number, Cycle now) {
    const Cycle last = now + due_.size() - 1, until = rates_[number].until;
    due_at(until < last ? until : last).push(number);
    ++filed_;
  }
  // What was due in cycles that were left out. Flits on their way, which take longer than their channels rest, keep
  // cycles from being left out, unless a fault has taken them.
  void take_left_out(Cycle now);
  [[nodiscard]] AppendList<std::uint32_t>& due_at(Cycle cycle) { return due_[cycle & (due_.size() - 1)]; }

  unsigned shift_;
  std::vector<Rate> rates_;
  std::vector<std::uint32_t> rate_of_;          // per channel; kFull: bandwidth 1
  std::vector<std::uint32_t> slow_;             // room for as many as there are channels
  std::vector<std::uint64_t> resting_;          // per word
  std::vector<AppendList<std::uint32_t>> due_;  // a power of two
  std::size_t filed_ = 0;                       // there
  Cycle next_ = 0;                              // to wake in
};

}  // namespace dateline
