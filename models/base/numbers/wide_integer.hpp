// Numbers wider than 64 bits by choice of type: Int128 for speed, Integer without bound. narrow<Value>(x) converts an
// Integer exactly and throws InvariantError if it does not fit; the way back is Integer(x), always exact.
#pragma once

#include "models/base/numbers/integer.hpp"

namespace dateline {

template <typename Value>
[[nodiscard]] Value narrow(const Integer& x) {
  return static_cast<Value>(x);
}

}  // namespace dateline
