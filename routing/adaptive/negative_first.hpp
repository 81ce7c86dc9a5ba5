// Negative-first: all hops in - directions in any order, then all in + directions in any order; on a hypercube the
// P-cube routing. Source: C. Glass and L. Ni, The turn model for adaptive routing, 1992.
#pragma once

#include "routing/adaptive/turn_model.hpp"

namespace dateline {

class NegativeFirst final : public TurnModel {
 public:
  explicit NegativeFirst(const CubeTopology& topology) : TurnModel(topology, [](int /*d*/, int sign, int /*n*/) { return sign < 0; }) {}
};

}  // namespace dateline
