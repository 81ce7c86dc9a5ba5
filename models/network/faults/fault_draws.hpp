// Random faults, drawn again until the network that survives is connected. The same on every machine:
// Part i of a kind (0: nodes, 1: links) in attempt a takes n of the C candidates that are left, ascending, by the first
// n steps of a Fisher-Yates shuffle: for j = 0..n-1 swap entry j with entry j + floor(r (C - j) / 2^64), where r =
// mix(key + j), key = packet_key(mix(seed xor K), 2 i + kind, a) (random.hpp), K = 0x7fa17b09c3d2e5a1.
// Candidates: nodes that no part has named or drawn before; then links that none has named or drawn, both ends of which
// live. Nodes are drawn before links, each in the order of the parts. All parts are drawn anew in every attempt.
// Throws ConfigError: a count that cannot be drawn, and one for which no attempt left the network connected.
#pragma once

#include <string>
#include <vector>

#include "models/network/faults/fault_set.hpp"

namespace dateline {

struct FaultDraw {
  std::string part;  // as written, for error lines
  bool links = false;
  std::uint32_t count = 0;
  std::uint64_t seed = 0;
};

// At most so many attempts: 10,000, on large networks fewer, so that they take seconds.
[[nodiscard]] std::uint64_t most_fault_draws(const Topology& topology);

// What has failed once all draws are added to what was named. Without draws what was named, connected or not.
[[nodiscard]] FaultMap draw_faults(const FaultSet& named, const std::vector<FaultDraw>& draws);

}  // namespace dateline
