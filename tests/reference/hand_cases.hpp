// What the cases of the reference machine that were worked out by hand share.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

#include "reference_machine.hpp"

namespace dateline::reference {

using Cycles = std::vector<long long>;

inline ReferenceConfig cube(ReferenceConfig::Kind kind, std::vector<int> radices, int vcs) {
  ReferenceConfig config;
  config.kind = kind;
  config.radices = std::move(radices);
  config.vcs = vcs;
  return config;
}

inline ReferenceConfig line(int radix, int vcs) { return cube(ReferenceConfig::Kind::mesh, {radix}, vcs); }

// The cycles e, in the order of the messages.
inline Cycles ejections(const ReferenceConfig& config, const std::vector<ReferencePacket>& packets) {
  Cycles result;
  for (const ReferenceDelivery& delivery : simulate(config, packets, 10'000)) result.push_back(delivery.ejected);
  return result;
}

inline int distance(const ReferenceConfig& config, int a, int b) {
  int result = 0;
  for (const int k : config.radices) {
    const int gap = std::abs(a % k - b % k);
    result += config.kind == ReferenceConfig::Kind::torus ? std::min(gap, k - gap) : gap;
    a /= k;
    b /= k;
  }
  return result;
}

}  // namespace dateline::reference
