// Where a packet that is given a VC leaves the router at its end: the router pipeline is paid by those that go on.
#pragma once

#include "sim/core/route_computation/routing_view.hpp"

namespace dateline {

// With a router pipeline, when a packet is given `vc`: notes whether it will be delivered at the router where the VC
// ends, or goes on from there.
void foresee_exit(RoutingView p, VcId vc);

}  // namespace dateline
