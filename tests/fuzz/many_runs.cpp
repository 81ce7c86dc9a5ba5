// The command line runs a network in SystemC once a process. Here it runs as often as asked, without SystemC: this
// definition stands in for that of sim/systemc/run_network.cpp, which a static library gives only where none is.
#include "sim/systemc/run_network.hpp"

namespace dateline {

std::unique_ptr<CompiledNetwork> run_network(const Topology& topology, const RoutingRelation& relation, const RouterConfig& config,
                                             CycleClient& client, const RunExtras& extras) {
  RunLoop loop(client, extras.listeners);
  auto machine = std::make_unique<CompiledNetwork>(config, Wiring::of(topology), relation, loop.observer());
  loop.run_to_end(*machine);
  return machine;
}

}  // namespace dateline
