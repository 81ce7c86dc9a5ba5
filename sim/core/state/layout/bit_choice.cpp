#include "sim/core/state/layout/bit_choice.hpp"

namespace dateline {
namespace {

constexpr WaysSpread spread_of(unsigned shift) {
  const std::uint32_t ways = shift <= 3 ? 8 : 4;
  WaysSpread spread{ways, (1U << ways) - 1, {}};
  for (std::uint32_t set = 0; set < 256; ++set) {
    for (std::uint32_t way = 0; way < ways; ++way) {
      if ((set >> way & 1U) != 0) spread.bits[set] |= std::uint64_t{1} << (way << shift);
    }
  }
  return spread;
}

constexpr std::array<WaysSpread, 5> kSpreads = {spread_of(0), spread_of(1), spread_of(2), spread_of(3), spread_of(4)};

}  // namespace

const WaysSpread& ways_spread(unsigned shift) { return kSpreads[shift]; }

}  // namespace dateline
