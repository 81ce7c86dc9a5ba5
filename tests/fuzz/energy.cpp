// Files of energy coefficients: what is accepted has no coefficient below 0 and a link of every kind, and reads the
// same when it is written with nothing else.
#include "sim/measure/energy/energy_coefficients.hpp"
#include "tests/fuzz/input.hpp"
#include "tests/fuzz/networks.hpp"

using namespace dateline;

namespace {

std::string link_lines(const std::string& name, const EnergyCoefficients::Link& link) {
  return name + " " + to_string(link.flit) + " pJ/flit\n" + name + " " + to_string(link.cycle) + " pJ/flit/cycle\n";
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  const Topology& topology = fuzz::small_network(input.line());
  const std::vector<std::string> kinds = topology.kinds();
  fuzz::write_file("FILE", input.rest());
  EnergyCoefficients read;
  if (!fuzz::accepted([&] { read = read_energy_coefficients({"simulate", "energy"}, "FILE", topology); })) return 0;
  if (read.links.size() != kinds.size()) fuzz::broken("every kind of channel has a link", topology.name());
  std::string plain;
  const auto line = [&](const char* name, const Rational& value, const char* unit) {
    if (value < 0) fuzz::broken("no coefficient is below 0", name);
    plain += std::string(name) + " " + to_string(value) + " " + unit + "\n";
  };
  line("buffer-write", read.buffer_write, "pJ/flit");
  line("buffer-read", read.buffer_read, "pJ/flit");
  line("crossbar", read.crossbar, "pJ/flit");
  line("switch-allocation", read.switch_allocation, "pJ/flit");
  line("vc-allocation", read.vc_allocation, "pJ/packet");
  line("router", read.router, "pJ/cycle");
  for (std::size_t k = 0; k < kinds.size(); ++k) plain += link_lines("link." + kinds[k], read.links[k]);
  plain += link_lines("link.injection", read.injection) + link_lines("link.ejection", read.ejection);
  fuzz::write_file("FILE", plain);
  EnergyCoefficients again;
  if (!fuzz::accepted([&] { again = read_energy_coefficients({"simulate", "energy"}, "FILE", topology); })) {
    fuzz::broken("coefficients are numbers", plain);
  }
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    if (again.links[k].of(7) != read.links[k].of(7)) fuzz::broken("links read back", plain);
  }
  if (again.router != read.router || again.crossbar != read.crossbar || again.ejection.of(1) != read.ejection.of(1)) {
    fuzz::broken("coefficients read back", plain);
  }
  return 0;
}
