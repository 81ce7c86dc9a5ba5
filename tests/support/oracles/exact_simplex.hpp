// A linear program in exact fractions by the two-phase simplex method with Bland's rule: slow, and right by
// construction. For tests, of up to a few hundred columns.
#pragma once

#include <optional>
#include <vector>

#include "models/base/numbers/rational.hpp"

namespace dateline::test {

// The least cost x with a x = b, x >= 0; b >= 0. None: no x. The cost must be bounded from below.
[[nodiscard]] std::optional<Rational> least_cost(const std::vector<std::vector<Rational>>& a, const std::vector<Rational>& b,
                                                 const std::vector<Rational>& cost);

}  // namespace dateline::test
