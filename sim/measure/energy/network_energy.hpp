// The energy that a network took in the measured window: counts of what happened (activity.hpp) times what it costs
// (energy_coefficients.hpp). Of a router: its buffers' writes and reads, the flits that cross its crossbar, each of
// which was granted its output, the VCs that head flits were given, and what it takes every cycle. A channel: the flits
// that crossed it, and those that its link sent besides (resent_flits.hpp). A flit that is sent in the window counts
// there, wherever it is at the border.
// Unit: pJ, exact. Cost: O(routers + channels + terminals).
#pragma once

#include <optional>
#include <vector>

#include "models/network/topology/topology.hpp"
#include "sim/core/inspect/activity.hpp"
#include "sim/measure/energy/energy_coefficients.hpp"

namespace dateline {

// So often, and what that took.
struct CountedEnergy {
  std::uint64_t count = 0;
  Rational energy;
};

struct NetworkEnergy {
  struct Router {
    std::uint64_t buffer_writes = 0, buffer_reads = 0;
    std::uint64_t crossings = 0;  // of the crossbar
    std::uint64_t vc_allocations = 0;
    Rational energy;
  };
  CountedEnergy buffer_writes, buffer_reads, crossbar, switch_allocations, vc_allocations, links;
  std::optional<CountedEnergy> resent;  // flits that links which try again sent besides, read again from their buffers
  CountedEnergy routers;                // count: routers times cycles
  Rational total;         // of these; of all routers and channels, too
  std::uint64_t accepted_flits = 0;
  std::vector<Router> by_router;
  std::vector<CountedEnergy> by_channel;                 // of the network; `energy`: with what its link sends besides
  std::vector<CountedEnergy> by_injection, by_ejection;  // per terminal, over its NIC ports; no ejection with ideal ejection
};

struct MeasuredActivity {
  const Activity& activity;
  Cycle cycles;
  std::uint64_t accepted_flits;
};
// `own_latency`: of channels that have none of their own; `nic_ports`: of a terminal.
[[nodiscard]] NetworkEnergy network_energy(const Topology& topology, const EnergyCoefficients& coefficients, const MeasuredActivity& measured,
                                           int own_latency, int nic_ports);

}  // namespace dateline
