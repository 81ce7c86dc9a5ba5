// Messages that a routing relation forces through a channel: all paths that it allows from their source to their
// destination lead over it. However the others are led, that channel carries them; so the most forced through one is at
// most the least largest load of any split (split_bound.hpp). Ranks are no limit, and every outcome of a draw counts.
// Cost: O(places x candidates x hops) of all destinations. Throws BudgetError where more than `limit` places and
// candidates would be walked, ConfigError for relations that may send a message round for ever or lose it.
#pragma once

#include <cstdint>
#include <vector>

#include "models/network/relation/relation.hpp"
#include "models/network/topology/topology.hpp"

namespace dateline {

struct MessageEnds {
  TerminalId source, destination;
};

// Per channel. A pair that stands there several times is as many messages.
[[nodiscard]] std::vector<std::uint64_t> forced_packets(const Topology& topology, const RoutingRelation& relation, std::vector<MessageEnds> messages,
                                                        double limit);

}  // namespace dateline
