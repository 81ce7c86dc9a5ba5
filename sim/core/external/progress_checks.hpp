// What no call breaks, examined every now and then (ExternalWatch::kLook): a credit that does not come, a flit or head
// flit that stands in a buffer of an external node though it could move - so looks what a router has lost - and a
// network in which nothing moves; where flits are deflected everything moves, and a packet is named that is not
// delivered within ExecutionOptions::stall_limit cycles of its injection.
// A flit could move if it has a VC with a free place; a head flit if the relation offers it a free VC with one, or if
// it is at its destination, or a memory has room; each as far as the records say. Where arbitration may rightly keep it
// back for ever (oldest, priority), only while nothing moves before it. Such a flit is named after a tenth of
// ExecutionOptions::stall_limit, and no fewer than two looks, spent so.
#pragma once

#include <optional>
#include <string>

#include "sim/core/state/call_check_view.hpp"

namespace dateline {

// Throws ExternalRouterError with cycle, node, port, VC and packet.
void check_progress(CallCheckView tile, ExternalWatch& watch);
// The oldest packet of which a flit stands at the front of a buffer of an external node, and since when, as a text; at
// a run's end. Nothing if none does.
[[nodiscard]] std::optional<std::string> oldest_standing(CallCheckView tile);

}  // namespace dateline
