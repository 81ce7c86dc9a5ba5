// Packets that a change of the network loses: those in the network give back their numbers and their slots in the
// memories of nodes; those that are still requests leave the queues of their sources. Both join `lost`.
#pragma once

#include <vector>

#include "models/network/faults/fault_map.hpp"
#include "sim/core/reconfiguration/vc_purge.hpp"
#include "sim/core/state/absorption.hpp"
#include "sim/core/state/packet/packet_errors.hpp"
#include "sim/core/state/packet/packet_pool.hpp"
#include "sim/core/state/packet/source_queues.hpp"
#include "sim/core/state/packet/split_queues.hpp"
#include "sim/core/state/routing_context.hpp"

namespace dateline {

// `marks`: 1 for each packet that is lost, by its number.
void retire_packets(PacketPool& packets, Absorption& absorption, PacketErrors& errors, const std::vector<std::uint8_t>& marks,
                    std::vector<Packet>& lost);
// Before cycle `now`: requests of failed nodes, and to them but for Removal::unseen.
void drop_requests(SourceQueues& sources, const RoutingContext& routing, const FaultMap& faults, Removal removal, Cycle now,
                   std::vector<Packet>& lost);
// The same of those that wait for an injection channel of their own; none may be queued at its source any more.
void drop_split_requests(SplitQueues& queues, SourceQueues& sources, const RoutingContext& routing, const FaultMap& faults, Removal removal,
                         Cycle now, std::vector<Packet>& lost);

}  // namespace dateline
