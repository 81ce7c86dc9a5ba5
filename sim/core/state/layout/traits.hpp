// What the options decide for the inner loops, known when they are compiled.
#pragma once

#include "sim/core/state/layout/router_config.hpp"

namespace dateline {

// What differs in the inner loops; one instantiation of phases 0, 3 and 4 per combination that occurs.
template <bool kLongLatency, bool kSharedBuffers, Ejection kEjectionKind, bool kLazyEjection, bool kPerPortCrossbar>
struct Traits {
  static constexpr bool kLong = kLongLatency;  // some network channel has latency above 1
  static constexpr bool kAtTail =
      kSharedBuffers;  // router.vc-reuse other than atomic: a VC is let go with the tail, its buffer may hold several packets
  static constexpr bool kLazy = kLazyEjection;  // ideal ejection without work per flit
  static constexpr bool kDrain = kEjectionKind == Ejection::ideal && !kLazyEjection;
  static constexpr bool kEjectionChannels = kEjectionKind == Ejection::channel;
  static constexpr bool kPerPort = kPerPortCrossbar;
  static constexpr bool kCountsToCome = kAtTail || kDrain;  // receivers know how many flits of the front packet are still to come
};

}  // namespace dateline
