// Which messages a relation delivers under its faults, and how often software takes them in on the way.
// A message is lost that has no way on but over a channel that has failed, that is absorbed for good, or that goes
// round for ever. Of a pair, from the least to the most that is known where a choice is made:
// - certain: every message arrives, whatever is drawn and whatever is free, failed channels among it.
// - expected: the probability that a message arrives that is alone in the network. Draws are by their weights. Where
//   the choice is left to what is free, VCs of failed channels never are: of the others those of the lowest rank, every
//   channel with the same chance (lone_choice.hpp), whatever lies behind it.
// - aware: the same, where that choice knows all that has failed and takes the channel from which most arrive.
// certain <= expected <= aware. A relation without such a choice has the latter two alike; one that draws nothing
// either has all three.
// Absorptions at faults, without intermediate stops: the expectation in an empty network (hop_reader.hpp), over pairs
// that are delivered. Exact for a deterministic relation; for others up to the rounding of sums of doubles.
// `local`: the last resort (routing/software_based/software_rules.hpp) is not to be had; a message that needs it does
// not arrive. A walk is depth first over places, each once, so going round is found, not waited for: no bound on steps
// is needed. Chances where messages can go round are the least solution of their equations, by iteration from below.
// Cost O(N x places x candidates).
#pragma once

#include <cstdint>

#include "models/network/relation/relation.hpp"
#include "models/network/topology/topology.hpp"

namespace dateline {

struct DeliveredPairs {
  std::uint64_t pairs = 0;  // of different terminals that live, ordered
  std::uint64_t certain = 0;
  double expected = 0, aware = 0;  // summed over pairs
  double absorptions = 0;          // summed over those that are certain
};

// The network that survives must be connected.
[[nodiscard]] DeliveredPairs delivered_pairs(const Topology& topology, const RoutingRelation& relation, bool local);

}  // namespace dateline
