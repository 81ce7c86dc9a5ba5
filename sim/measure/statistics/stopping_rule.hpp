// When a mean is known well enough: neither end of its 95% interval is farther from it than a part of it, at two looks
// that follow each other. Examined when kFirst messages, and kFirstOfSource of every source, have been measured, and
// then whenever their number has grown by half: the more often one looks, the likelier an interval that is narrow by
// chance ends a run; that two in a row are is far less likely.
// Source: the sequential batch-means procedures of A. M. Law and W. D. Kelton, Simulation Modeling and Analysis.
// Measured: docs/theory/intervals.md, "Intervals".
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "sim/measure/statistics/statistics.hpp"

namespace dateline {

class StoppingRule {
 public:
  static constexpr std::uint64_t kFirst = 1000, kFirstOfSource = 64;  // messages

  // `wanted`: farther end less mean, over the mean; none: never.
  explicit StoppingRule(std::optional<double> wanted, std::uint64_t sources = 0)
      : wanted_(wanted.value_or(0)), next_(wanted ? std::max(kFirst, kFirstOfSource * sources) : ~std::uint64_t{0}) {}

  // Whether so many values are to be examined.
  [[nodiscard]] bool due(std::uint64_t count) const { return count >= next_; }
  // Looks at the statistics of so many values, between cycles; true if their interval is narrow enough, and was at the
  // look before.
  [[nodiscard]] bool narrow(const Statistics& values, std::uint64_t count) {
    while (5 * next_ < 7 * count) next_ += (next_ + 1) / 2;  // about half as many more, also where this look came late
    const Summary s = values.summary();
    const bool now = s.ci95 && s.ci95->farthest(s.mean) <= wanted_;
    return std::exchange(was_narrow_, now) && now;
  }

 private:
  double wanted_;
  std::uint64_t next_;
  bool was_narrow_ = false;
};

}  // namespace dateline
