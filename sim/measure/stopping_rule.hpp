// When a mean is known well enough: the half width of its 95% interval is at most a part of it. Looked at only when
// kFirst messages have been measured, and then whenever their number has grown by half: the more often one looks, the
// likelier an interval that is narrow by chance ends a run.
// Source: the sequential batch-means procedures of A. M. Law and W. D. Kelton, Simulation Modeling and Analysis.
#pragma once

#include <cstdint>
#include <optional>

#include "sim/measure/statistics.hpp"

namespace dateline {

class StoppingRule {
 public:
  static constexpr std::uint64_t kFirst = 1000;  // messages

  // `wanted`: half width over mean; none: never.
  explicit StoppingRule(std::optional<double> wanted) : wanted_(wanted.value_or(0)), next_(wanted ? kFirst : ~std::uint64_t{0}) {}

  // Whether so many values are to be looked at.
  [[nodiscard]] bool due(std::uint64_t count) const { return count >= next_; }
  // Looks at the statistics of so many values, between cycles; true if their interval is narrow enough.
  [[nodiscard]] bool narrow(const Statistics& values, std::uint64_t count) {
    while (next_ <= count) next_ += (next_ + 1) / 2;
    const Summary s = values.summary();
    return s.ci95 && *s.ci95 <= wanted_ * s.mean;
  }

 private:
  double wanted_;
  std::uint64_t next_;
};

}  // namespace dateline
