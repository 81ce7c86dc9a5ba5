// Elaborates a network in SystemC, runs a client on it to the end, and gives the machine back for its counters.
// This header includes no SystemC: the command line stays free of it.
#pragma once

#include <memory>
#include <vector>

#include "models/network/topology/topology.hpp"
#include "sim/measure/cycle_client.hpp"
#include "sim/systemc/vcd_trace.hpp"

namespace dateline {

// Once per process. Rethrows what the run threw. The modules are left to the end of the process: their destructors take
// quadratic time. At the nodes where `open` (by node; empty: none) is not zero the reference router carries the flits
// (sim/systemc/router/); results are the same. `vcd`: what is to be traced, none if null; the client's cycles change
// it.
[[nodiscard]] std::unique_ptr<CompiledNetwork> run_network(const Topology& topology, const RoutingRelation& relation, const RouterConfig& config,
                                                           CycleClient& client, const std::vector<std::uint8_t>& external = {},
                                                           const VcdTrace* vcd = nullptr);

}  // namespace dateline
