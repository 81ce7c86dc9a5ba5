// Elaborates a network in SystemC, runs a client on it to the end, and gives the machine back for its counters.
// This header includes no SystemC: the command line stays free of it.
#pragma once

#include <memory>
#include <vector>

#include "models/network/topology/topology.hpp"
#include "sim/measure/run_loop.hpp"
#include "sim/systemc/vcd_trace.hpp"

namespace dateline {

// What a run has beside its client.
struct RunExtras {
  std::vector<std::uint8_t> external = {};  // by node; empty: none
  const VcdTrace* vcd = nullptr;            // what is to be traced, none if null; the cycles of the client change it
  std::vector<CycleListener*> listeners = {};
};

// Once per process. Rethrows what the run threw. The modules are left to the end of the process: their destructors take
// quadratic time. At the nodes where `external` is not zero the reference router carries the flits
// (sim/systemc/router/); results are the same.
[[nodiscard]] std::unique_ptr<CompiledNetwork> run_network(const Topology& topology, const RoutingRelation& relation, const RouterConfig& config,
                                                           CycleClient& client, const RunExtras& extras = {});

}  // namespace dateline
