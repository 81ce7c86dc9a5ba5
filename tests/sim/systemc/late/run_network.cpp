// Takes the place of the program's run_network: routers that are external are late ones.
#include "sim/systemc/run_network.hpp"

#include "sim/systemc/network.hpp"
#include "tests/sim/systemc/late/late_router.hpp"

namespace dateline {

std::unique_ptr<CompiledNetwork> run_network(const Topology& topology, const RoutingRelation& relation, const RouterConfig& config,
                                             CycleClient& client, const RunExtras& extras) {
  const std::vector<std::uint8_t>& open = extras.external;
  const RouterFactory factory = [&](const sc_core::sc_module_name& name, NodeId node, const Topology& of) -> std::unique_ptr<ExternalRouter> {
    if (open.empty() || open[node.value()] == 0) return nullptr;
    return std::make_unique<test::LateRouter>(name, node, of);
  };
  auto network = std::make_unique<NetworkModule>("network", topology, relation, config, client, sc_core::sc_time(1, sc_core::SC_NS), factory);
  NetworkModule& modules = *network.release();
  sc_core::sc_report_handler::set_actions("/OSCI/SystemC", sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
  for (CycleListener* const listener : extras.listeners) modules.scheduler().listen(*listener);
  sc_core::sc_start();
  modules.scheduler().rethrow();
  return modules.scheduler().take_machine();
}

}  // namespace dateline
