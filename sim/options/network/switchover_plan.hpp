// How the routings of a run with faults follow each other (--reconfigure proved): at once where the dependencies of all
// that may be in the network together have no cycle, or Duato's condition holds of them: those of the routings in use
// since the network was last drained, and the new one's. Else the network is drained, and the new one begins alone.
// What packets meet depends on the faults alone, so all is known before the first cycle.
// Source: W. Dally and C. Seitz 1987; J. Duato 1993; for reconfiguration O. Lysne, T. Pinkston and J. Duato, IEEE TPDS
// 16(5), 2005, whose condition this is.
#pragma once

#include <vector>

#include "models/network/relation/vc_reuse.hpp"
#include "sim/options/network/changed_networks.hpp"

namespace dateline {

void plan_switchovers(const NetworkObjects& network, VcReuse reuse, std::vector<ChangedNetwork>& changes);

// How many of the changes are made at once.
[[nodiscard]] std::size_t changes_at_once(const std::vector<ChangedNetwork>& changes);

}  // namespace dateline
