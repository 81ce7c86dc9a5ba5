// A set bit drawn from a word, against counting bit by bit; and sets of channels as bits of their VCs.
#include <catch2/catch.hpp>

#include "models/base/numbers/random.hpp"
#include "sim/core/state/layout/bit_choice.hpp"

using namespace dateline;

namespace {

void require_counted(std::uint64_t word) {
  std::uint32_t found = 0;
  for (std::uint32_t bit = 0; bit < 64; ++bit) {
    if ((word >> bit & 1U) == 0) continue;
    REQUIRE(nth_bit64(word, found, bits_up_to(word)) == bit);
    ++found;
  }
  REQUIRE(count_bits64(word) == found);
}

}  // namespace

TEST_CASE("the n-th set bit of a word is the one that counting comes to") {
  for (std::uint32_t bit = 0; bit < 64; ++bit) require_counted(std::uint64_t{1} << bit);
  require_counted(~std::uint64_t{0});
  require_counted(0x8000000000000001U);
  for (std::uint64_t i = 0; i < 500; ++i) require_counted(mix(2 * i) & (i % 3 == 0 ? ~std::uint64_t{0} : mix(2 * i + 1)));
}

TEST_CASE("a set of channels times the VCs wanted of each is all VCs wanted") {
  for (unsigned shift = 0; shift <= 4; ++shift) {
    const WaysSpread& spread = ways_spread(shift);
    REQUIRE(spread.ways << shift <= 64);
    for (std::uint32_t set = 0; set <= spread.mask; ++set) {
      const std::uint64_t vcs = mix(set) & ((1U << (1U << shift)) - 1);
      std::uint64_t wanted = 0;
      for (std::uint32_t way = 0; way < spread.ways; ++way) {
        if ((set >> way & 1U) != 0) wanted |= vcs << (way << shift);
      }
      REQUIRE(spread.bits[set] * vcs == wanted);
    }
  }
}
