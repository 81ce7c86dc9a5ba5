// The order of dimensions that suits several communications best (Hou et al., section 5, Theorem 5), exactly, by
// dynamic programming over the 2^n sets of dimensions that come first. What a dimension j costs behind a set P does not
// depend on the order within P: T of each communication there, true T, which is 0 where no message crosses j.
//   max-max  the largest T of any communication in any dimension; among orders of the least, one of the least sum-sum,
//            by a second pass over the steps within the optimum (a pass over pairs of both would not be exact)
//   max-sum  the largest, over dimensions, of the sum of T times weight over communications
//   sum-sum  the sum of T times weight over dimensions and communications
// n 2^(n-1) steps a pass, O(m) each; a kernel (kernel.hpp) for each set and communication, O(n) once.
// Memory: 2^n (8 + 4 m) bytes. n up to 24; throws InvariantError beyond.
#pragma once

#include "models/lcc/contention.hpp"

namespace dateline {

enum class Objective { max_max, max_sum, sum_sum };
constexpr std::array<EnumName<Objective>, 3> enum_names(Objective) {
  return {{{Objective::max_max, "max-max"}, {Objective::max_sum, "max-sum"}, {Objective::sum_sum, "sum-sum"}}};
}

struct WeightedLcc {
  Lcc lcc;
  std::uint32_t weight = 1;
};
using LccSet = std::vector<WeightedLcc>;  // not empty, all of the same dimensions

inline constexpr int kMostSetDimensions = 24;
inline constexpr std::uint32_t kMostWeight = 1000000;
inline constexpr std::size_t kMostLccs = 1000;

[[nodiscard]] BitOrder best_order(const LccSet& set, Objective objective);
// Of the contentions of the set's communications, in its order. Throws InvariantError beyond 64 bits.
[[nodiscard]] std::uint64_t value_of(const std::vector<Contention>& contentions, const LccSet& set, Objective objective);

struct SetCost {
  double bytes = 0, steps = 0;  // of all passes
};
[[nodiscard]] SetCost cost_of_best_order(int dimensions, std::size_t communications, Objective objective);

}  // namespace dateline
