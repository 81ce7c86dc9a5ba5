// Whole numbers wider than 64 bits: Int128 for speed, Integer without bound. narrow<Value>(x) converts an Integer exactly and throws
// InvariantError if it does not fit; the way back is Integer(x), always exact.
#pragma once

#include <string>

#include "models/network/error.hpp"
#include "models/network/rational.hpp"

namespace dateline {

__extension__ using Int128 = __int128;

template <typename Value>
[[nodiscard]] Value narrow(const Integer& x) {
  const auto narrowed = static_cast<Value>(x);
  if (Integer(narrowed) != x) throw InvariantError("the integer " + x.str() + " does not fit the narrower type");
  return narrowed;
}

}  // namespace dateline
