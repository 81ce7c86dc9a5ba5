// Network channels of a bandwidth below 1: a bucket of one flit. A channel of p/q flits/cycle that sends in cycle t
// sends again from next = max(next, t - 1 + 1/p) + q/p on; so an idle channel sends at once, and a busy one exactly p
// flits in q cycles. Of p = 1 that is q cycles later, whatever was before. A channel that errs rests while its link has
// no room to keep a flit (link_retry.hpp). Written by the sender's router. Costs nothing where all bandwidths are 1 and
// no channel errs.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "sim/core/state/layout/id_vector.hpp"
#include "sim/core/state/layout/link_retry.hpp"
#include "sim/core/state/layout/vc_numbering.hpp"

namespace dateline {

// The largest q that a channel may have.
inline constexpr std::uint64_t kMostChannelCycles = 1'000'000'000;

// Of one channel, p/q flits/cycle.
struct ChannelRate {
  static constexpr std::uint32_t kFull = std::numeric_limits<std::uint32_t>::max();  // in place of its number: 1
  std::int64_t p, q;
  std::int64_t next = 0;  // in 1/p cycles from cycle `last` on; of p = 1 only where links retry
  Cycle last = 0;
  // The first cycle in which its bandwidth lets it send.
  [[nodiscard]] Cycle free() const { return last + static_cast<Cycle>((next + p - 1) / p); }
};
// The first cycle in which a channel of p > 1 may send that sends in cycle `now`.
[[nodiscard]] Cycle free_again(ChannelRate& rate, Cycle now);

class ChannelRates {
 public:
  ChannelRates(const VcNumbering& numbering, const Wiring& wiring, const RouterConfig& config);

  // Some channel has a bandwidth below 1, or errs.
  [[nodiscard]] bool used() const { return !rates_.empty(); }
  // The VCs of a word of 64 VC numbers whose channels may not send in this cycle.
  [[nodiscard]] std::uint64_t resting(std::uint32_t word) const { return resting_[word]; }
  // Whether a channel may not send in cycle `now`, before anything is sent in it.
  [[nodiscard]] bool rests(ChannelId channel, Cycle now) const {
    return used() && rate_of_[channel.value()] != ChannelRate::kFull && until_[rate_of_[channel.value()]] > now;
  }
  // At the start of cycle `now`; cycles may be left out.
  void wake(Cycle now) {
    if (now != next_) take_left_out(now);
    next_ = now + 1;
    AppendList<std::uint32_t>& due = due_at(now);
    for (const std::uint32_t number : due) {
      if (until_[number] > now) {
        file(number, now);
      } else {
        resting_[fields_[number].word] &= ~fields_[number].bits;
      }
    }
    filed_ -= due.size();
    due.clear();
  }
  // Flits of these VCs, ascending as SwitchState has them, are sent in cycle `now`: of those before `end`, at most
  // `flits`.
  void sent(const std::uint32_t* vc, std::uint32_t end, std::size_t flits, Cycle now) {
    AppendList<std::uint32_t>& slow = alike_ != 0 ? due_at(now + alike_) : sent_;
    slow.reserve_more(flits + 1);
    std::uint32_t* const first = slow.end();
    std::uint32_t* last = first;
    for (; *vc < end; ++vc) {
      *last = rate_of_[*vc >> shift_];
      last += *last != ChannelRate::kFull ? 1 : 0;
    }
    if (alike_ == 0) {
      for (const std::uint32_t* number = first; number != last; ++number) rest(*number, now);
      return;
    }
    for (const std::uint32_t* number = first; number != last; ++number) {
      until_[*number] = now + alike_;
      resting_[fields_[*number].word] |= fields_[*number].bits;
    }
    slow.end_at(last);
    filed_ += static_cast<std::size_t>(last - first);
  }
  // Links that retry; of flits sent in this cycle, how late they arrive.
  [[nodiscard]] const LinkRetry& retry() const { return retry_; }
  [[nodiscard]] LinkRetry& retry() { return retry_; }
  // Before cycle `now`: a channel that errs has failed; what its link holds is gone, and it is as new.
  void renew(ChannelId channel, Cycle now);
  void sent(VcId vc, Cycle now) {
    const std::uint32_t number = rate_of_[vc.value() >> shift_];
    if (number != ChannelRate::kFull) rest(number, now);
  }
  template <typename Archive>
  void io(Archive& archive) {
    auto& [shift, alike, rate_of, rates, until, fields, sent_ones, resting_vcs, due, filed, next, links] = *this;
    static_cast<void>(shift);
    static_cast<void>(alike);
    static_cast<void>(rate_of);
    static_cast<void>(fields);
    static_cast<void>(sent_ones);
    archive(rates, until, resting_vcs, due, filed, next, links);
  }

 private:
  struct Field {
    std::uint32_t word;
    std::uint64_t bits;
    ChannelId channel;
  };
  void rest(std::uint32_t number, Cycle now) {
    ChannelRate& rate = rates_[number];
    if (rate.p == 1) {
      until_[number] = now + static_cast<Cycle>(rate.q);
      rate.next = rate.q;
      rate.last = now;
    } else {
      until_[number] = free_again(rate, now);
    }
    if (retry_.used()) until_[number] = std::max(until_[number], retry_.take(fields_[number].channel, now));
    if (until_[number] <= now + 1) return;
    resting_[fields_[number].word] |= fields_[number].bits;
    file(number, now);
  }
  void file(std::uint32_t number, Cycle now) {
    const Cycle last = now + due_.size() - 1, until = until_[number];
    due_at(until < last ? until : last).push(number);
    ++filed_;
  }
  // What was due in cycles that were left out. Flits on their way, which take longer than their channels rest, keep
  // cycles from being left out, unless a fault has taken them.
  void take_left_out(Cycle now);
  [[nodiscard]] AppendList<std::uint32_t>& due_at(Cycle cycle) { return due_[cycle & (due_.size() - 1)]; }

  unsigned shift_;
  Cycle alike_ = 0;                             // q, where all are 1/q; else 0
  std::vector<std::uint32_t> rate_of_;          // per channel, a number; kFull: bandwidth 1
  std::vector<ChannelRate> rates_;              // by number, and the next two
  std::vector<Cycle> until_;                    // it rests
  std::vector<Field> fields_;                   // of its VCs
  AppendList<std::uint32_t> sent_;              // numbers, in a cycle
  std::vector<std::uint64_t> resting_;          // per word
  std::vector<AppendList<std::uint32_t>> due_;  // a power of two
  std::size_t filed_ = 0;                       // there
  Cycle next_ = 0;                              // to wake in
  LinkRetry retry_;
};

}  // namespace dateline
