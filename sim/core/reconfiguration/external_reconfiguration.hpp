// After a change of the network: the links of external nodes, and what their routers know, are as the records are now.
#pragma once

#include "sim/core/reconfiguration/vc_purge.hpp"
#include "sim/core/state/external_ports.hpp"

namespace dateline {

// Throws ExternalRouterError for a router that cannot drop what is lost.
void notify_external_routers(ExternalRouters& external, const VcNumbering& numbering, const Purged& purged, Cycle now);

}  // namespace dateline
