// West-first: all hops to the west (- in dimension 0), then the others in any order. In n dimensions its analogue,
// all-but-one-negative-first: first
// - in all dimensions but the last. Source: C. Glass and L. Ni, The turn model for adaptive routing, 1992 (2-D), 1994
//   (n-D).
#pragma once

#include "routing/adaptive/turn_model.hpp"

namespace dateline {

class WestFirst final : public TurnModel {
 public:
  explicit WestFirst(const CubeTopology& topology) : TurnModel(topology, [](int d, int sign, int n) { return sign < 0 && d < n - 1; }) {}
};

}  // namespace dateline
