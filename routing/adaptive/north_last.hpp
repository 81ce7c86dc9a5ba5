// North-last: all hops but those to the north (+ in dimension 1) in any order, then north. In n dimensions its
// analogue, all-but-one-positive-last: last + in all dimensions but 0. Source: C. Glass and L. Ni, The turn model for
// adaptive routing, 1992 (2-D), 1994 (n-D).
#pragma once

#include "routing/adaptive/turn_model.hpp"

namespace dateline {

class NorthLast final : public TurnModel {
 public:
  explicit NorthLast(const CubeTopology& topology) : TurnModel(topology, [](int d, int sign, int /*n*/) { return sign < 0 || d == 0; }) {}
};

}  // namespace dateline
