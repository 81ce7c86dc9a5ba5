// The cycles in which a rank adds the bytes of a message to what it has, rounded up once a message.
#pragma once

#include "models/base/numbers/rational.hpp"

namespace dateline {

[[nodiscard]] inline std::uint64_t reduce_cycles(const Rational& a_byte, std::uint64_t bytes) {
  const Rational cycles = a_byte * Rational(bytes);
  return static_cast<std::uint64_t>(Integer((numerator(cycles) + denominator(cycles) - 1) / denominator(cycles)));
}

}  // namespace dateline
