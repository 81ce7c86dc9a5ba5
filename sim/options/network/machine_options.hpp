// From settings to the configuration of the machine, and whether the network is one that the machine can take.
#pragma once

#include "sim/core/state/layout/router_config.hpp"
#include "sim/options/network/network_options.hpp"

namespace dateline {

struct MachineSettings {
  const CommonSettings& common;
  const NetworkSettings& network;
  const RouterSettings& router;
  const AbsorptionSettings& absorption;
};
[[nodiscard]] RouterConfig machine_config(const MachineSettings& settings);

// Refuses a channel of another bandwidth than the machine takes, fewer VCs than classes, more channels than a router
// can have, options that the routing does not use. Before anything is built. Gives the machine of a routing that weighs
// hops its bias.
void check_machine(const MachineSettings& settings, const NetworkObjects& network, RouterConfig& machine);
// Refuses more NIC ports than a router has room for beside its network ports.
void check_nic_ports(const Setting<int>& setting, const Topology& topology);
// Refuses a machine that needs, with `more` bytes, more memory than there is.
void check_memory(const AnySetting& setting, const Topology& topology, const RouterConfig& config, double more = 0);

}  // namespace dateline
