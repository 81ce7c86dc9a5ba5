// Elaborates a network in SystemC, runs a client on it to the end, and gives the machine back for its counters.
// This header includes no SystemC: the command line stays free of it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "models/network/topology/topology.hpp"
#include "sim/measure/run_loop.hpp"
#include "sim/systemc/router_factory.hpp"
#include "sim/systemc/vcd_trace.hpp"

namespace dateline {

// What a run has beside its client.
struct RunExtras {
  std::vector<std::uint8_t> external = {};  // by node; empty: none
  const VcdTrace* vcd = nullptr;            // what is to be traced, none if null; the cycles of the client change it
  std::vector<CycleListener*> listeners = {};
  std::string* tree = nullptr;      // set to the modules and their bindings (module_tree.hpp), unless null
  RouterFactory routers = nullptr;  // of the external nodes; null: the reference router (sim/systemc/router/), with the results of the core
};

// Once per process. Rethrows what the run threw. The modules are left to the end of the process: their destructors take
// quadratic time.
[[nodiscard]] std::unique_ptr<CompiledNetwork> run_network(const Topology& topology, const RoutingRelation& relation, const RouterConfig& config,
                                                           CycleClient& client, const RunExtras& extras = {});

}  // namespace dateline
