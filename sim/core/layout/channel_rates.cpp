#include "sim/core/layout/channel_rates.hpp"

#include <algorithm>

#include "models/base/error.hpp"

namespace dateline {

ChannelRates::ChannelRates(const VcNumbering& numbering, const Wiring& wiring) : shift_(numbering.shift()), due_(1) {
  Cycle longest = 0;
  for (std::uint32_t c = 0; c < wiring.channels.size(); ++c) {
    const Bandwidth bandwidth = wiring.bandwidth(c);
    if (bandwidth == 1) continue;
    if (bandwidth.numerator() == 0 || bandwidth.numerator() > bandwidth.denominator() || bandwidth.denominator() > kMostCycles) {
      throw InvariantError("a channel has a bandwidth that no machine can have");
    }
    if (rate_of_.empty()) rate_of_.assign(numbering.channels(), kFull);
    rate_of_[c] = static_cast<std::uint32_t>(rates_.size());
    const VcId first = numbering.vc(ChannelId(c), 0);
    Rate rate;
    rate.p = static_cast<std::int64_t>(bandwidth.numerator());
    rate.q = static_cast<std::int64_t>(bandwidth.denominator());
    rate.word = first.value() / 64;
    rate.field = numbering.field_of(first);
    longest = std::max(longest, static_cast<Cycle>(rate.q / rate.p) + 2);
    rates_.push_back(rate);
  }
  if (rates_.empty()) return;
  resting_.assign(numbering.vcs() / 64 + 8, 0);
  due_.resize(std::min<std::size_t>(longest + 1, kAhead));
}

void ChannelRates::sent(Rate& rate, std::uint32_t number, Cycle now) {
  const Cycle gone = now - rate.last;
  const bool idle = gone > static_cast<Cycle>(rate.next / rate.p) + 1;
  const std::int64_t left = idle ? 1 - rate.p : rate.next - rate.p * static_cast<std::int64_t>(gone);
  rate.next = std::max(left, 1 - rate.p) + rate.q;
  rate.last = now;
  rate.until = now + static_cast<Cycle>((rate.next + rate.p - 1) / rate.p);
  if (rate.until <= now + 1) return;
  resting_[rate.word] |= rate.field;
  due_[std::min<Cycle>(rate.until, now + due_.size() - 1) % due_.size()].push_back(number);
}

void ChannelRates::wake(std::vector<std::uint32_t>& due, Cycle now) {
  waking_.swap(due);
  for (const std::uint32_t number : waking_) {
    const Rate& rate = rates_[number];
    if (rate.until > now) {
      due_[std::min<Cycle>(rate.until, now + due_.size() - 1) % due_.size()].push_back(number);
    } else {
      resting_[rate.word] &= ~rate.field;
    }
  }
  waking_.clear();
}

}  // namespace dateline
