// RLB, randomised local balance, on tori: every ring is taken the shorter way with probability (k - d) / k and the
// longer one with d / k, d the shorter distance, independently; so each ring carries uniform traffic evenly whatever d
// is. Inside the quadrant of these directions as ROMM: an intermediate node uniform over the quadrant (k - d + 1
// coordinates the longer way), two legs in random dimension order. Source: A. Singh, W. J.
// Dally, B. Towles and A. K. Gupta, 2002. At d = k/2 both ways have probability 1/2: tie rules do not matter. A
// direction is remembered once drawn, as a place does not tell it. States, classes and cost: two_phase.hpp.
#pragma once

#include <vector>

#include "routing/oblivious/two_phase.hpp"

namespace dateline {

class Rlb final : public TwoPhase {
 public:
  // `topology` must outlive the relation. Throws ConfigError if it is no torus.
  explicit Rlb(const CubeTopology& topology);

  [[nodiscard]] std::vector<Symmetry> symmetries() const override;

 private:
  [[nodiscard]] Odds odds(int d, std::uint32_t at, std::uint32_t to) const override;

  std::vector<std::vector<Odds>> odds_;  // [dimension][hops the + way]
};

}  // namespace dateline
