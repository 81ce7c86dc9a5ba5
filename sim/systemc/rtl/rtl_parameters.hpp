// What a router in Verilog was built with (dateline_add_rtl_router in CMake writes it into rtl_model.hpp), and which
// machines it fits.
#pragma once

#include <string>

#include "models/network/topology/grid.hpp"
#include "models/network/topology/topology.hpp"
#include "sim/core/state/layout/router_config.hpp"

namespace dateline {

struct RtlParameters {
  unsigned vcs = 1, depth = 2;
  // Bits of in_credit and out_credit for a port and VC: how many credits of it a cycle brings, as a number.
  unsigned credit_bits = 1;
  // Credits that out_credit brings a port in a cycle at most, of all its VCs; those above wait. 0: any number.
  unsigned port_credits = 0;
  // in_credit is given when a flit leaves its buffer, one cycle before it is on the link.
  bool early_credits = false;
};

// The coordinates of the mesh that the pins are for. Throws ConfigError, of component `name`, for another topology, and
// for options of the machine that a router built so is not: another number of VCs or places, another way out
// (`local_port`: it has an output port to the interface).
[[nodiscard]] const Grid& check_rtl(const std::string& name, const RouterConfig& config, const Topology& topology, const RtlParameters& built,
                                    bool local_port);

}  // namespace dateline
