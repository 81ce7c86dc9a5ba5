// What the ejection channels of terminals carry that have several: a packet leaves by channel (input port mod K), so
// how even the ports of a router fill them decides what a terminal receives (docs/reference/router-cycle.md, section
// 8). Exact but for packets between the terminals of one router: they come through injection channels, which are
// taken as they are free, and are counted as spread so that the channels are as even as can be: no run does better.
// Units: flits/cycle at one flit/terminal/cycle.
#pragma once

#include <optional>

#include "models/network/relation/relation.hpp"
#include "models/network/topology/topology.hpp"
#include "models/network/traffic_pattern.hpp"

namespace dateline {

// Of the busiest of all ejection channels, `nic_ports` a terminal. `by_symmetry`: the relation's symmetries have been
// verified (ChannelLoads::by_symmetry); of a lattice one destination an orbit is walked then. None: the relation
// absorbs packets, or more than `budget` places were to be walked. Throws ConfigError as Propagation does, for adaptive
// relations too.
[[nodiscard]] std::optional<Rational> busiest_ejection(const Topology& topology, const RoutingRelation& relation, const TrafficPattern& pattern,
                                                       int nic_ports, bool by_symmetry, double budget);

}  // namespace dateline
