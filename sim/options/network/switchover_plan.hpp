// How the routings of a run with faults follow each other (--reconfigure proved): at once where the dependencies of all
// that may be in the network together have no cycle, or Duato's condition holds of them: those of the routings in use
// since the network was last drained, and the new one's. Else the network is drained, and the new one begins alone.
// What packets meet depends on the faults alone, so all is known before the first cycle.
// Source: W. Dally and C. Seitz 1987; J. Duato 1993; for reconfiguration O. Lysne, T. Pinkston and J. Duato, IEEE TPDS
// 16(5), 2005, whose condition this is.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/network/relation/vc_reuse.hpp"
#include "models/proof/dependency_graph.hpp"
#include "sim/options/network/changed_networks.hpp"

namespace dateline {

// More routings than these at once are not tried: the proof walks each for every other.
inline constexpr std::size_t kMostTogether = 8;

// Refuses a way of reconfiguring that the routing has no use for.
void check_reconfiguration(const Setting<Reconfigure>& setting, const NetworkObjects& network);

// What decides how a routing follows another.
struct SwitchoverProof {
  // How many routings: the new one, and those in use since the network was last empty; 0: the routing stays.
  std::size_t together = 0;
  // Of them together; none: the routing stays, they are more than are tried, or tables.
  std::optional<DeadlockProof> proof;
};
// One per change. Of reconfigure=proved it sets how each is made; of the others it only says whether it could have been
// made at once.
std::vector<SwitchoverProof> plan_switchovers(const NetworkObjects& network, VcReuse reuse, std::vector<ChangedNetwork>& changes);

// "each of 3 routings by itself; of 2 changes 1 at once, proved with the routings before, and 1 into a drained
// network".
[[nodiscard]] std::string routings_text(const NetworkObjects& network, const std::vector<ChangedNetwork>& changes);

}  // namespace dateline
