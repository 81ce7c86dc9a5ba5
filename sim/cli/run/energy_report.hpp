// --energy: its coefficients, and the energy of a run's window as JSON, as a table and in a line for people.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "sim/measure/energy/network_energy.hpp"
#include "sim/options/setting.hpp"

namespace dateline {

// None without the option.
[[nodiscard]] std::optional<EnergyCoefficients> energy_coefficients(const Setting<std::string>& file, const Topology& topology);
[[nodiscard]] nlohmann::ordered_json energy_json(const NetworkEnergy& energy);
// CSV: part,from,to,dimension,sign,buffer_writes,buffer_reads,crossings,vc_allocations,flits,energy: a line for every
// router, network channel, and injection and ejection side of a terminal.
[[nodiscard]] std::string energy_table(const Topology& topology, const NetworkEnergy& energy);
// Empty without energy.
[[nodiscard]] std::string energy_lines(const std::optional<NetworkEnergy>& energy);

}  // namespace dateline
