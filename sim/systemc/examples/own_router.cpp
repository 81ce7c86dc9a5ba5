// A router of one's own (plain_router.hpp) at chosen nodes of a 4x4 mesh, the compiled core elsewhere, under uniform
// traffic; held event for event against the compiled network alone (docs/extend/router-systemc.md).
//   own_router [NODE...]     else all nodes
// Exit status: 0 identical, 1 a difference, or something that the core refused.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "plain_router.hpp"
#include "routing/registry.hpp"
#include "sim/measure/run.hpp"
#include "sim/systemc/network.hpp"
#include "sim/systemc/rtl/comparison.hpp"
#include "traffic/registry.hpp"

using namespace dateline;

extern "C" int sc_main(int argc, char* argv[]) {
  std::vector<bool> open(16, argc == 1);
  for (int i = 1; i < argc; ++i) open.at(std::strtoul(argv[i], nullptr, 10)) = true;

  const auto mesh = make_cube("mesh:4x4");
  const auto routing = make_relation("dor", *mesh, {});
  const auto traffic = make_traffic("uniform", *mesh);
  RouterConfig machine;
  machine.vcs = machine.injection_vcs = 1;
  RunConfig config;
  config.packet_length = 8;
  config.rate = 0.2 / config.packet_length;
  config.cycles = 5000;

  Run run(config, *traffic, mesh->terminals()), alone(config, *traffic, mesh->terminals());
  CrossingRecord seen(run), expected(alone);
  NetworkModule network("network", *mesh, *routing, machine, seen, sc_core::sc_time(1, sc_core::SC_NS),
                        [&](const auto& name, NodeId node, const auto& topology) -> std::unique_ptr<ExternalRouter> {
                          if (!open[node.value()]) return nullptr;  // compiled
                          return std::make_unique<PlainRouter>(name, node, topology);
                        });
  sc_core::sc_start();
  try {
    network.scheduler().rethrow();
  } catch (const ExternalRouterError& error) {
    std::printf("refused: %s\n", error.what());
    return 1;
  }

  CompiledNetwork compiled(machine, Wiring::of(*mesh), *routing, expected);
  run_to_end(expected, compiled);
  const auto difference = first_difference(expected.events(), seen.events(), CycleClient::kNever, *mesh, compiled.tile().numbering);
  if (difference) {
    std::printf("first difference: %s\n", difference->c_str());
  } else {
    std::printf("identical: %zu events, mean latency %.3f cycles\n", seen.events().size(), run.result().latency.mean);
  }
  return difference ? 1 : 0;
}
