#include "sim/systemc/bound_modules.hpp"

#include "sim/systemc/external_router.hpp"

namespace dateline {

void BoundModules::watch(const std::vector<std::unique_ptr<Router>>& routers, const Topology& topology) {
  for (const auto& router : routers) routers_.push_back(router.get());
  topology_ = &topology;
}

Wiring BoundModules::wiring() const {
  Wiring wiring{topology_->nodes(), topology_->ports(), std::vector<Wiring::Wire>(topology_->channels()), {}, {}};
  for (std::uint32_t t = 0; t < topology_->terminals(); ++t) wiring.router_of.push_back(topology_->router_of(TerminalId(t)));
  for (const Router* router : routers_) {
    router->report_wires(wiring);
    if (!router->is_external()) continue;
    wiring.external.resize(topology_->nodes(), 0);
    wiring.external[router->node().value()] = 1;
  }
  return wiring;
}

std::vector<NetworkInterface*> BoundModules::users() const {
  std::vector<NetworkInterface*> users;
  for (NetworkInterface* const interface : interfaces_) {
    if (!interface->has_user()) continue;
    users.resize(topology_->terminals());
    users[interface->terminal().value()] = interface;
  }
  return users;
}

void BoundModules::join_external_links(CompiledNetwork& network, const CycleOfTime& time) const {
  ExternalRouters& nodes = *network.external();
  const Tile& tile = network.tile();
  for (Router* const router : routers_) router->carry_links(nodes, tile.numbering, time);
  for (NetworkInterface* const interface : interfaces_) interface->carry_links(nodes, tile.numbering, time);
  for (Router* const router : routers_) {
    auto* const external = dynamic_cast<ExternalRouter*>(router);
    if (external == nullptr) continue;
    nodes.set_router(router->node(), *external);
    external->meet(tile);
  }
}

}  // namespace dateline
