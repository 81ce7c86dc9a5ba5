#include "sim/core/state/layout/channel_rates.hpp"

#include <algorithm>

#include "models/base/error.hpp"

namespace dateline {
namespace {

constexpr std::size_t kAhead = 4096;  // cycles, a power of two; one that rests longer is found in between

}  // namespace

ChannelRates::ChannelRates(const VcNumbering& numbering, const Wiring& wiring, const RouterConfig& config)
    : shift_(numbering.shift()), due_(1), retry_(config, numbering, wiring) {
  Cycle longest = 0;
  for (std::uint32_t c = 0; c < wiring.channels.size(); ++c) {
    const Bandwidth bandwidth = wiring.bandwidth(c);
    if (bandwidth == 1 && !retry_.errs(ChannelId(c))) continue;
    if (bandwidth.numerator() == 0 || bandwidth.numerator() > bandwidth.denominator() || bandwidth.denominator() > kMostChannelCycles) {
      throw InvariantError("a channel has a bandwidth that no machine can have");
    }
    if (rate_of_.empty()) rate_of_.assign(numbering.channels(), ChannelRate::kFull);
    rate_of_[c] = static_cast<std::uint32_t>(rates_.size());
    const VcId first = numbering.vc(ChannelId(c), 0);
    ChannelRate rate;
    rate.p = static_cast<std::int64_t>(bandwidth.numerator());
    rate.q = static_cast<std::int64_t>(bandwidth.denominator());
    longest = std::max(longest, static_cast<Cycle>(rate.q / rate.p) + 2);
    rates_.push_back(rate);
    fields_.push_back({first.value() / 64, numbering.field_of(first), ChannelId(c)});
  }
  if (rates_.empty()) return;
  until_.resize(rates_.size());
  resting_.assign(numbering.vcs() / 64 + 8, 0);
  std::size_t ahead = 2;
  while (ahead <= longest && ahead < kAhead) ahead *= 2;
  due_.resize(ahead);
  const auto as_first = [&](const ChannelRate& rate) { return rate.p == 1 && rate.q == rates_.front().q; };
  if (!retry_.used() && longest <= ahead && std::all_of(rates_.begin(), rates_.end(), as_first)) alike_ = static_cast<Cycle>(rates_.front().q);
}

Cycle free_again(ChannelRate& rate, Cycle now) {
  const Cycle gone = now - rate.last;
  const bool idle = gone > static_cast<Cycle>(rate.next / rate.p) + 1;
  const std::int64_t left = idle ? 1 - rate.p : rate.next - rate.p * static_cast<std::int64_t>(gone);
  rate.next = std::max(left, 1 - rate.p) + rate.q;
  rate.last = now;
  return rate.free();
}

void ChannelRates::renew(ChannelId channel, Cycle now) {
  retry_.renew(channel, now);
  const std::uint32_t number = rate_of_[channel.value()];
  for (AppendList<std::uint32_t>& due : due_) {
    const std::size_t before = due.size();
    due.remove_if([number](std::uint32_t other) { return other == number; });
    filed_ -= before - due.size();
  }
  until_[number] = std::min(until_[number], rates_[number].free());
  resting_[fields_[number].word] &= ~fields_[number].bits;
  if (until_[number] <= now) return;
  resting_[fields_[number].word] |= fields_[number].bits;
  file(number, now);
}

void ChannelRates::take_left_out(Cycle now) {
  if (filed_ == 0) return;
  std::vector<std::uint32_t> numbers;
  for (AppendList<std::uint32_t>& due : due_) {
    numbers.insert(numbers.end(), due.begin(), due.end());
    due.clear();
  }
  filed_ = 0;
  for (const std::uint32_t number : numbers) {
    if (until_[number] >= now) {
      file(number, now - 1);
    } else {
      resting_[fields_[number].word] &= ~fields_[number].bits;
    }
  }
}

}  // namespace dateline
