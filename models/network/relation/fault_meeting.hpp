// Whether a relation ever offers a channel that has failed: then it cannot be used under these faults, as whatever
// waits for the channel waits for ever. Every healthy pair is walked, destinations next to faults first: there a
// relation that knows of no faults meets one at once. Cost as of a walk over all pairs, O(places x candidates) a
// destination; nothing without faults.
// Relations that absorb go around faults by resume(), which this walk does not follow: those the proof covers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/network/relation/relation.hpp"
#include "models/network/topology/topology.hpp"

namespace dateline {

struct FaultMeeting {
  TerminalId source, destination;
  ChannelId channel;  // a failed one, offered to a message between them
};

// None if no message can be offered a failed channel before it is absorbed.
[[nodiscard]] std::optional<FaultMeeting> find_fault_meeting(const Topology& topology, const RoutingRelation& relation);

// Throws ConfigError naming the pair and the channel, and `others`, routings that would serve.
void refuse_fault_meetings(const Topology& topology, const RoutingRelation& relation, const std::vector<std::string>& others);

}  // namespace dateline
