// One of the set bits of a word, drawn without a branch on where they are; and sets of channels as bits of their VCs.
#pragma once

#include <array>
#include <cstdint>

#include "sim/core/state/layout/vc_bits.hpp"

namespace dateline {

// Set bits of every byte of a word, each in that byte (the portable instruction set has no instruction for it).
[[nodiscard]] constexpr std::uint64_t bits_by_byte(std::uint64_t word) {
  word -= word >> 1U & 0x5555555555555555U;
  word = (word & 0x3333333333333333U) + (word >> 2U & 0x3333333333333333U);
  return (word + (word >> 4U)) & 0x0f0f0f0f0f0f0f0fU;
}
// By byte, those in it and all below; in the highest those of the word.
[[nodiscard]] constexpr std::uint64_t bits_up_to(std::uint64_t word) { return bits_by_byte(word) * 0x0101010101010101U; }
[[nodiscard]] constexpr std::uint32_t count_bits64(std::uint64_t word) { return static_cast<std::uint32_t>(bits_up_to(word) >> 56U); }

// The n-th set bit (from 0); it must exist; `upto` is bits_up_to(word). The byte is the first up to which there are
// more than n: the bytes up to which there are at most n are counted.
[[nodiscard]] inline std::uint32_t nth_bit64(std::uint64_t word, std::uint32_t n, std::uint64_t upto) {
  constexpr std::uint64_t kOnes = 0x0101010101010101U, kTops = 0x8080808080808080U;
  const std::uint64_t at_most = ((n * kOnes | kTops) - upto) & kTops;
  const auto shift = static_cast<unsigned>((at_most >> 7U) * kOnes >> 56U) * 8;
  const auto before = static_cast<std::uint32_t>(upto << 8U >> shift) & 255U;
  const std::uint32_t entry = kSmallMasks.entries[word >> shift & 255U];
  return shift + (entry >> (3 * (n - before)) & 7U);
}

// Bit i of a set of `ways` channels as the lowest bit of field i, fields of 2^shift bits: times the VCs wanted of each
// channel, all VCs wanted.
struct WaysSpread {
  std::uint32_t ways, mask;  // of one word: at most 8; as many ones
  std::array<std::uint64_t, 256> bits;
};
[[nodiscard]] const WaysSpread& ways_spread(unsigned shift);

}  // namespace dateline
