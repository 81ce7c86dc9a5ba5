// Network channels of a bandwidth below 1: a bucket of one flit. A channel of p/q flits/cycle that sends in cycle t
// sends again from next = max(next, t - 1 + 1/p) + q/p on; so an idle channel sends at once, and a busy one exactly p
// flits in q cycles. Written by the sender's router. Costs nothing where all bandwidths are 1.
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
  // At the start of cycle `now`.
  void wake(Cycle now) {
    std::vector<std::uint32_t>& due = due_[now % due_.size()];
    if (!due.empty()) wake(due, now);
  }
  // A flit of `vc` is sent in cycle `now`.
  void sent(VcId vc, Cycle now) {
    const std::uint32_t rate = rate_of_[vc.value() >> shift_];
    if (rate != kFull) sent(rates_[rate], rate, now);
  }

 private:
  static constexpr std::uint32_t kFull = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::size_t kAhead = 4096;  // cycles; one that rests longer is found in between

  struct Rate {
    std::int64_t p, q;
    std::int64_t next = 0;  // in 1/p cycles from cycle `last` on
    Cycle last = 0, until = 0;
    std::uint32_t word;
    std::uint64_t field;
  };
  void sent(Rate& rate, std::uint32_t number, Cycle now);
  void wake(std::vector<std::uint32_t>& due, Cycle now);

  unsigned shift_;
  std::vector<Rate> rates_;
  std::vector<std::uint32_t> rate_of_;  // per channel; kFull: bandwidth 1
  std::vector<std::uint64_t> resting_;  // per word
  std::vector<std::vector<std::uint32_t>> due_;
  std::vector<std::uint32_t> waking_;
};

}  // namespace dateline
