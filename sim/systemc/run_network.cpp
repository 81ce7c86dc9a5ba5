#include "sim/systemc/run_network.hpp"

#include "sim/systemc/network.hpp"

namespace dateline {

std::unique_ptr<Machine> run_network(const Topology& topology, const RoutingRelation& relation, const MachineConfig& config, CycleClient& client) {
  auto network = std::make_unique<Network>("network", topology, relation, config, client);
  Network& modules = *network.release();                                                               // never destroyed, see the header
  sc_core::sc_report_handler::set_actions("/OSCI/SystemC", sc_core::SC_INFO, sc_core::SC_DO_NOTHING);  // the normal end
  sc_core::sc_start();
  modules.scheduler().rethrow();
  return modules.scheduler().take_machine();
}

}  // namespace dateline
