#include "sim/measure/sources/arrival_wheel.hpp"

namespace dateline {

void ArrivalWheel::take(Cycle now, std::vector<std::uint32_t>& due) {
  due.clear();
  const std::size_t slot = now % kSlots;
  if ((occupied_[slot / 64] >> (slot % 64) & 1U) != 0) {
    for (std::uint32_t s = slots_[slot]; s != kNone; s = next_[s]) due.push_back(s);
    slots_[slot] = kNone;
    occupied_[slot / 64] &= ~(std::uint64_t{1} << (slot % 64));
  }
  base_ = now + 1;
  while (!far_.empty() && far_.top().first < base_ + kSlots) {
    if (far_.top().first < base_) {
      due.push_back(far_.top().second);
    } else {
      put(far_.top().second, far_.top().first);
    }
    far_.pop();
  }
}

Cycle ArrivalWheel::next_cycle(Cycle from) const {
  for (std::size_t step = 0; step <= kSlots / 64; ++step) {
    const Cycle word_start = (from / 64 + step) * 64;
    std::uint64_t bits = occupied_[(word_start / 64) % (kSlots / 64)];
    if (step == 0) bits &= ~std::uint64_t{0} << (from % 64);
    if (step == kSlots / 64) bits &= ~(~std::uint64_t{0} << (from % 64));
    if (bits != 0) return word_start + static_cast<Cycle>(__builtin_ctzll(bits));
  }
  return far_.empty() ? kNever : far_.top().first;
}

}  // namespace dateline
