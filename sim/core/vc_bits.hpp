// Sets of virtual channels as bits, packed by VC number: VC v of channel c is number c * 2^shift + v, so the VCs of one channel are
// one field of a 64-bit word and a scan over all channels is a scan over words. The three sets that change together lie together.
#pragma once

#include <cstdint>

namespace dateline {

struct VcWord {             // 64 VC numbers
  std::uint64_t avail = 0;  // a flit waits upstream for this VC
  std::uint64_t space = 0;  // a place is free downstream
  std::uint64_t free = 0;   // can be allocated
  std::uint64_t unused = 0;
};

[[nodiscard]] constexpr std::uint64_t vc_bit(std::uint32_t vc) { return std::uint64_t{1} << (vc & 63U); }

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

}  // namespace dateline
