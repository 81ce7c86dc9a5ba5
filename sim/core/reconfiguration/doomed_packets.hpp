// Packets that the routing may lead over a channel that has failed: of a network whose routing stays as it is until
// what it carries is delivered (--reconfigure drain). Every way that the relation offers from where the head flit is,
// or will be, is followed to its end, or to where it goes on by no VC class (unseen_faults.hpp). Cost: O(places that
// packets can come to), once a change.
#pragma once

#include <cstdint>
#include <vector>

#include "models/network/faults/fault_map.hpp"
#include "sim/core/reconfiguration/purge_view.hpp"

namespace dateline {

// `marks`: by packet; those of the doomed are set.
void mark_doomed(PurgeView tile, const FaultMap& faults, std::vector<std::uint8_t>& marks);

}  // namespace dateline
