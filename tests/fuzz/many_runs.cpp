// The command line runs a network in SystemC once a process. Here it runs as often as asked, without SystemC: this
// definition stands in for that of sim/systemc/run_network.cpp, which a static library gives only where none is.
#include "sim/systemc/run_network.hpp"

namespace dateline {

std::unique_ptr<CompiledNetwork> run_network(const Topology& topology, const RoutingRelation& relation, const RouterConfig& config,
                                             CycleClient& client, const std::vector<std::uint8_t>& /*open*/, const VcdTrace* /*vcd*/) {
  auto machine = std::make_unique<CompiledNetwork>(config, Wiring::of(topology), relation, client);
  run_to_end(client, *machine);
  return machine;
}

}  // namespace dateline
