// Runs of networks with external routers, and of the machine alone, for the same options. One elaboration per process.
#pragma once

#include <catch2/catch.hpp>
#include <functional>
#include <optional>

#include "sim/core/external/progress_checks.hpp"
#include "sim/systemc/network.hpp"
#include "tests/support/harness.hpp"

namespace dateline::test {

inline RunConfig short_run(std::uint32_t length, double load) {
  RunConfig run;
  run.cycles = 600;
  run.warmup = 60;
  run.packet_length = length;
  run.rate = load / length;
  run.audit = true;
  return run;
}

inline RouterConfig with_vcs(int vcs) {
  RouterConfig config;
  config.vcs = config.injection_vcs = vcs;
  return config;
}

struct Outcome {
  RunResult result;
  std::uint64_t forwarded = 0;
  std::optional<std::string> oldest;  // that stands at an external router, in words
};

inline Outcome run_with(const TestNetwork& net, const RouterConfig& config, const RunConfig& settings, const RouterFactory& factory) {
  const auto pattern = make_traffic("uniform", *net.topology);
  Run run(settings, *pattern, net.topology->terminals());
  NetworkModule network("network", *net.topology, *net.relation, config, run, sc_core::sc_time(1, sc_core::SC_NS), factory);
  sc_core::sc_start();
  network.scheduler().rethrow();
  const auto machine = network.scheduler().take_machine();
  return {run.result(), machine->external()->forwarded(), oldest_standing(machine->tile())};
}

inline RunResult alone(const TestNetwork& net, const RouterConfig& config, const RunConfig& settings) {
  const auto pattern = make_traffic("uniform", *net.topology);
  Run run(settings, *pattern, net.topology->terminals());
  CompiledNetwork machine(config, Wiring::of(*net.topology), *net.relation, run);
  run_to_end(run, machine);
  return run.result();
}

template <typename Router>
RouterFactory some(const std::function<bool(NodeId)>& is_external) {
  return [is_external](const sc_core::sc_module_name& name, NodeId node, const Topology& topology) -> std::unique_ptr<ExternalRouter> {
    if (!is_external(node)) return nullptr;
    return std::make_unique<Router>(name, node, topology);
  };
}

inline void check_same(const RunResult& a, const RunResult& b) {
  CHECK(a.latency.mean == b.latency.mean);
  CHECK(a.latency.max == b.latency.max);
  CHECK(a.channels.flits == b.channels.flits);
  CHECK(a.channels.head_blocked == b.channels.head_blocked);
  CHECK(a.channels.flit_blocked == b.channels.flit_blocked);
  CHECK(a.accepted == b.accepted);
  CHECK(a.simulated_cycles == b.simulated_cycles);
  CHECK(a.packets.measured > 50);
}

}  // namespace dateline::test
