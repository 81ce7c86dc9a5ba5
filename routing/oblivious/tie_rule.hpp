// What a routing does at a distance of exactly k/2 on a ring of even radix k, where both ways are the shorter one.
// split: either way with probability 1/2. plus: always +. parity: + from an even coordinate, - from an odd one. union:
// of two-phase ROMM (Towles' "set of nodes along any minimal path": the intermediate lies anywhere on the tied ring);
// everywhere else the same as split.
#pragma once

#include "models/base/enum_names.hpp"

namespace dateline {

enum class TieRule { split, plus, parity, union_ };
constexpr std::array<EnumName<TieRule>, 4> enum_names(TieRule) {
  return {{{TieRule::split, "split"}, {TieRule::plus, "plus"}, {TieRule::parity, "parity"}, {TieRule::union_, "union"}}};
}

}  // namespace dateline
