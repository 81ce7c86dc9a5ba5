// The mean time until a network is first disconnected. Every healthy component fails at rate 1 / lifetime: lifetimes
// are independent and exponential, nothing is repaired, and components fail in an order that is drawn at random.
//   E[T] = sum over f = 0 .. n-1 of lifetime / (n - f) x P(connected after each of the first 0, 1, .. f faults)
// (memoryless lifetimes: a pure death process, e.g. K. Trivedi, Probability and Statistics with Reliability, 2002,
// section 8.2). Of links the last factor is P(connected after f faults); of nodes it is not: a node that was cut off
// and fails leaves a connected network again. A network of whose nodes none is left is disconnected.
// Exact over all n! orders by counting, for each set, those in which it stays connected: O(2^n (n + channels)).
#pragma once

#include <functional>

#include "models/analysis/reliability/component_sets.hpp"
#include "models/analysis/reliability/estimates.hpp"
#include "models/base/numbers/rational.hpp"

namespace dateline {

inline constexpr std::uint32_t kMostExactComponents = 20;  // 20! fits 64 bits, 2^20 sets take a second

// For a lifetime of 1. At most kMostExactComponents.
[[nodiscard]] Rational exact_disconnection_time(const Components& components);

// The same of one order: the mean over lifetimes.
[[nodiscard]] double disconnection_time(const std::vector<std::uint8_t>& connected_after);

}  // namespace dateline
