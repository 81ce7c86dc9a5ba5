// Positive rationals brought to a common scale: the narrowest of 64-bit, 128-bit and unbounded integers that leaves the
// matching room to add.
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "models/analysis/worst_case/matching.hpp"
#include "models/base/numbers/rational.hpp"
#include "models/base/numbers/wide_integer.hpp"

namespace dateline {

using ScaledValues = std::variant<std::vector<std::int64_t>, std::vector<Int128>, std::vector<Integer>>;

// values x scale, which must be whole; `terms`: so many of them may be added.
[[nodiscard]] ScaledValues scale_values(const std::vector<Rational>& values, const Integer& scale, std::uint32_t terms);

}  // namespace dateline
