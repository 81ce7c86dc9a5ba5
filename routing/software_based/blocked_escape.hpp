// What a message of `sw-adaptive` does whose escape channel has failed, if no adaptive VC is free: it is absorbed, as a
// fault absorbs it, or waits for one. To wait is to have no escape: it can deadlock.
#pragma once

#include "models/base/enum_names.hpp"

namespace dateline {

enum class BlockedEscape { absorb, wait };
constexpr std::array<EnumName<BlockedEscape>, 2> enum_names(BlockedEscape) {
  return {{{BlockedEscape::absorb, "absorb"}, {BlockedEscape::wait, "wait"}}};
}

}  // namespace dateline
