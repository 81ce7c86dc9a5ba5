// Whose flits a VC has: in its buffer, on the way there, or still to come. For changes of the network between cycles
// (vc_purge.hpp); O(what the VC holds and what is under way).
#pragma once

#include <vector>

#include "sim/core/reconfiguration/purge_view.hpp"

namespace dateline {

// The packets, the one at the front of the buffer first.
[[nodiscard]] std::vector<PacketId> packets_of(PurgeView tile, VcId vc);
// Whether the packet still has flits to send over the VC.
[[nodiscard]] bool sends_over(const VcStore& store, VcId vc, PacketId packet);
// Of shared buffers: flits of the packet, one of packets_of(vc), that were sent over the VC and have not arrived.
[[nodiscard]] std::uint32_t flits_under_way(const VcStore& store, const PacketPool& packets, VcId vc, PacketId packet);

}  // namespace dateline
