// Which network channels err, and how the two ends of a link cope (link_retry.hpp).
#pragma once

#include <cstdint>
#include <vector>

namespace dateline {

inline constexpr int kMostRetryFlits = 65535;

struct LinkErrors {
  // Per channel of the network: whether its link retries; a try of a flit errs if its 64 random bits are below this.
  std::vector<std::uint8_t> errs = {};
  std::vector<std::uint64_t> below = {};
  int window = 0;  // flits that are sent and not acknowledged, 1..kMostRetryFlits; 0: the round trip, so that they stream
  int replay = 0;  // flits that the sender keeps until they are; 0: the window
};

}  // namespace dateline
