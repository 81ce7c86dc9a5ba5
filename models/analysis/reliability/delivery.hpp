// Which messages a relation delivers under its faults, and how often software takes them in on the way.
// A pair is delivered if every message of it arrives, whatever is drawn and whatever is free: none is offered a channel
// that has failed, none is absorbed for good, none can go round for ever. A relation that cannot go around faults so
// delivers the pairs whose routes meet none; it walks on no further there.
// Absorptions at faults, without intermediate stops: the expectation in an empty network (hop_reader.hpp), over pairs
// that are delivered. Exact for a deterministic relation; for others up to the rounding of sums of doubles.
// `local`: the last resort (routing/software_rules.hpp) is not to be had; a message that needs it does not arrive.
// A walk is depth first over places, each once, so going round is found, not waited for: no bound on steps is needed.
// Cost O(N x places x candidates).
#pragma once

#include <cstdint>

#include "models/network/relation.hpp"
#include "models/network/topology.hpp"

namespace dateline {

struct DeliveredPairs {
  std::uint64_t pairs = 0;  // of different terminals that live, ordered
  std::uint64_t delivered = 0;
  double absorptions = 0;  // summed over those
};

// The network that survives must be connected.
[[nodiscard]] DeliveredPairs delivered_pairs(const Topology& topology, const RoutingRelation& relation, bool local);

}  // namespace dateline
