// Sets of virtual channels as bits, packed by VC number: the VCs of one channel are a field of a 64-bit word, and a
// scan over all channels is a scan over words. What the sender of a VC must know to decide lies together; every bit is
// written by the node where the VC is allocated.
#pragma once

#include <array>
#include <cstdint>

namespace dateline {

struct VcWord {                   // 64 VC numbers
  std::uint64_t avail = 0;        // a flit waits upstream for this VC
  std::uint64_t space = 0;        // a slot is free downstream
  std::uint64_t busy = 0;         // allocated, and not yet released
  std::uint64_t at_or_after = 0;  // per channel: ones at and after its round-robin pointer; none if the pointer is past its last VC
};

[[nodiscard]] constexpr std::uint64_t vc_bit(std::uint32_t vc) { return std::uint64_t{1} << (vc & 63U); }

// The number of the lowest set bit; there must be one.
[[nodiscard]] inline std::uint32_t lowest_bit(std::uint64_t bits) { return static_cast<std::uint32_t>(__builtin_ctzll(bits)); }

// The bit of VC `vc` if `toggle`, else none: what a bit of known value is changed with (by exclusive or), without a
// jump.
[[nodiscard]] constexpr std::uint64_t vc_toggle(std::uint32_t vc, bool toggle) { return std::uint64_t{toggle} << (vc & 63U); }

// What round-robin picks in every field of a word, and the pointers after it.
struct FieldTurn {
  std::uint64_t picked, at_or_after;
};

// Arithmetic on all fields of a word at once (no field ever carries into the next). Field width 1, 2, 4, 8 or 16 bits.
class Fields {
 public:
  explicit Fields(unsigned shift) : top_shift_((1U << shift) - 1) {
    for (unsigned bit = top_shift_; bit < 64; bit += top_shift_ + 1) tops_ |= std::uint64_t{1} << bit;
    lows_ = tops_ >> top_shift_;
  }
  // The top bit of every field that is not empty.
  [[nodiscard]] std::uint64_t tops(std::uint64_t x) const { return (less_one(x) | x) & tops_; }
  // All bits of the fields whose top bits are given.
  [[nodiscard]] std::uint64_t whole(std::uint64_t tops) const { return (tops << 1U) - (tops >> top_shift_); }
  // Round-robin in every field: the first of its `bits` that is at or after the field's pointer, else its first; the
  // pointer moves behind it.
  // Pointers are masks, see VcWord::at_or_after.
  [[nodiscard]] FieldTurn take_turn(std::uint64_t bits, std::uint64_t at_or_after) const {
    const std::uint64_t eligible = bits & (at_or_after | ~whole(tops(bits & at_or_after)));
    const std::uint64_t less = less_one(eligible);
    const std::uint64_t picked = eligible & ~less;
    const std::uint64_t some = (less | eligible) & tops_;
    return {picked, (at_or_after & ~whole(some)) | (some - picked) << 1U};  // twice the difference: the bits above the picked one
  }

 private:
  // 1 is taken from every field, its top bit being set: that is clear then if no lower bit was set; else the lowest bit
  // that was set is clear, and those above it are as they were.
  [[nodiscard]] std::uint64_t less_one(std::uint64_t x) const { return (x | tops_) - lows_; }

  unsigned top_shift_;
  std::uint64_t tops_ = 0, lows_ = 0;
};

// The field of a word that begins at VC number `first` (a multiple of the field's width), cut to `mask`.
[[nodiscard]] constexpr std::uint32_t vc_field(std::uint64_t word, std::uint32_t first, std::uint32_t mask) {
  return static_cast<std::uint32_t>(word >> (first & 63U)) & mask;
}

// The first set bit at or after `from`, cyclic; mask must not be empty. from may be one past the last bit.
[[nodiscard]] inline std::uint32_t next_bit(std::uint32_t mask, std::uint32_t from) {
  const std::uint32_t later = mask & (~std::uint32_t{0} << from);
  return static_cast<std::uint32_t>(__builtin_ctz(later != 0 ? later : mask));
}

// Number of set bits of a field of at most 16 bits (the portable instruction set has no instruction for it).
[[nodiscard]] inline std::uint32_t count_bits(std::uint32_t mask) {
  mask -= mask >> 1U & 0x5555U;
  mask = (mask & 0x3333U) + (mask >> 2U & 0x3333U);
  mask = (mask + (mask >> 4U)) & 0x0f0fU;
  return (mask + (mask >> 8U)) & 0x1fU;
}

// The n-th set bit (from 0); it must exist.
[[nodiscard]] inline std::uint32_t nth_bit(std::uint32_t mask, std::uint32_t n) {
  for (; n > 0; --n) mask &= mask - 1;
  return static_cast<std::uint32_t>(__builtin_ctz(mask));
}

// The same from a table, for masks of at most 8 bits: entry `mask` holds its set bits in order, 3 bits each, and above
// them their number.
struct SmallMasks {
  std::array<std::uint32_t, 256> entries{};
  constexpr SmallMasks() {
    for (std::uint32_t mask = 0; mask < 256; ++mask) {
      std::uint32_t count = 0;
      std::uint32_t entry = 0;
      for (std::uint32_t bit = 0; bit < 8; ++bit) {
        if ((mask >> bit & 1U) == 0) continue;
        entry |= bit << (3 * count);
        ++count;
      }
      entries[mask] = entry | count << 24U;
    }
  }
};
inline constexpr SmallMasks kSmallMasks;

}  // namespace dateline
