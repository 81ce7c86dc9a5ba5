// What events in a network cost, as a file says it that the user brings (docs/guide/energy.md). A line is NAME VALUE
// UNIT:
//   buffer-write, buffer-read, crossbar, switch-allocation   pJ/flit
//   vc-allocation                                            pJ/packet: of a head flit, at every router
//   link, link.KIND                                          pJ/flit, and pJ/flit/cycle for each cycle of latency
//   router                                                   pJ/cycle, whatever happens there
// KIND is one of the topology's kinds of channels, `injection` or `ejection`; `link` stands for the network channels
// whose kind has no line of that unit. What the file does not name costs nothing.
// Values are not negative, and exact. Throws ConfigError: FILE, line, and what is allowed.
#pragma once

#include <string>
#include <vector>

#include "models/base/numbers/rational.hpp"
#include "models/base/text/parse.hpp"
#include "models/network/topology/topology.hpp"

namespace dateline {

struct EnergyCoefficients {
  struct Link {
    Rational flit, cycle;
    // pJ/flit of a channel of that latency.
    [[nodiscard]] Rational of(int latency) const { return flit + cycle * latency; }
  };
  Rational buffer_write, buffer_read, crossbar, switch_allocation, vc_allocation, router;
  std::vector<Link> links;  // by kind of channel
  Link injection, ejection;
};

[[nodiscard]] EnergyCoefficients read_energy_coefficients(const ValueSource& source, const std::string& path, const Topology& topology);

}  // namespace dateline
