// After a change of the network: head flits that wait are routed in the next phase 2, as if they had just come; sources
// are examined in the next phase 1.
#pragma once

#include "sim/core/state/absorption.hpp"
#include "sim/core/state/packet/source_queues.hpp"
#include "sim/core/state/vc_store.hpp"
#include "sim/core/state/waiting_heads.hpp"

namespace dateline {

void route_heads_anew(WaitingHeads& heads, const VcNumbering& numbering, VcStore& store, Absorption& absorption);
void wake_sources(SourceQueues& sources, const VcNumbering& numbering, const VcStore& store);

}  // namespace dateline
