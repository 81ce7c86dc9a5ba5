// What a change of the network between two cycles takes out of it (dynamic faults; docs/reference/router-cycle.md,
// section 9): packets in a failing channel or node, whole; all packets sent to, kept at or queued in a failed node. The
// VCs they hold and their slots are free at once; a channel that fails is as new when it is repaired. What of the lost
// crossed a channel or was handed over stays counted. All head flits that wait are routed anew. Cost: O(VCs + packets +
// events under way).
#pragma once

#include <vector>

#include "models/network/faults/fault_map.hpp"
#include "sim/core/reconfiguration/vc_purge.hpp"
#include "sim/core/state/tile.hpp"

namespace dateline {

// Links that retry, of channels that have failed, forget what they hold (link_retry.hpp).
void renew_links(Tile& tile, const FaultMap& faults, Cycle now);
// Likewise, of those links which get answers from now on. `silent`: by network channel, those that get none.
void silence_links(Tile& tile, const std::vector<std::uint8_t>& silent);

// Its steps in their order; each is given what it changes.
class Reconfiguration {
 public:
  // Before cycle `tile.now`, of which nothing has been executed yet.
  explicit Reconfiguration(Tile& tile) : p_(tile) {}
  // Takes out what `faults` make impossible (null: nothing), and what else `removal` says. Returns the packets lost, in
  // the order of (source, sequence).
  [[nodiscard]] std::vector<Packet> run(const FaultMap* faults, Removal removal);

 private:
  Tile& p_;
};

}  // namespace dateline
