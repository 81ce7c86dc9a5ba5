// Whole numbers are written in digits alone; one that is written otherwise is refused with its digits.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "models/base/text/parse.hpp"

namespace dateline {

// "; write 20000" of 2e4 where that is in low..high, else nothing.
[[nodiscard]] inline std::string in_digits(std::string_view text, std::uint64_t low, std::uint64_t high) {
  if (text.find_first_not_of("0123456789") == std::string_view::npos) return {};
  const std::optional<Rational> value = read_rational(text);
  if (!value || denominator(*value) != 1 || *value < Rational(low) || *value > Rational(high)) return {};
  return "; write " + to_string(*value);
}

}  // namespace dateline
