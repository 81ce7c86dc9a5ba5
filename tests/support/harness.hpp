// Runs machines without SystemC, for tests.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "models/network/relation/relation.hpp"
#include "models/network/topology/cube.hpp"
#include "routing/registry/registry.hpp"
#include "sim/core/compiled_network.hpp"
#include "sim/measure/run.hpp"
#include "traffic/registry.hpp"

namespace dateline::test {

// A message to send at a given cycle; lists are in order of `generated`.
struct Send {
  Cycle generated;
  TerminalId source, destination;
  std::uint32_t length;
  std::uint8_t vc_set = 0, priority = 0;
};

// A network and its relation, by name.
struct TestNetwork {
  TestNetwork(const std::string& topology_name, int vcs, TieRule tie_rule = TieRule::split, VcPolicy policy = VcPolicy::split);
  std::unique_ptr<CubeTopology> topology;
  std::unique_ptr<RoutingRelation> relation;
};

// Sends the messages and steps until all are delivered; deliveries in the order of `sends`. Audits every invariant
// every `audit_period` cycles (0: never) and after the drain. Throws std::runtime_error at the cycle limit.
[[nodiscard]] std::vector<Delivery> deliver_all(const Wiring& wiring, const RoutingRelation& relation, const RouterConfig& config,
                                                const std::vector<Send>& sends, Cycle limit, Cycle audit_period = 0);
[[nodiscard]] inline std::vector<Delivery> deliver_all(const Topology& topology, const RoutingRelation& relation, const RouterConfig& config,
                                                       const std::vector<Send>& sends, Cycle limit, Cycle audit_period = 0) {
  return deliver_all(Wiring::of(topology), relation, config, sends, limit, audit_period);
}

// Poisson arrivals: what a TrafficSource takes.
[[nodiscard]] inline RunConfig poisson(double rate, std::uint32_t length, std::uint64_t seed) {
  RunConfig run;
  run.rate = rate;
  run.packet_length = length;
  run.seed = seed;
  return run;
}

// One run of a pattern without SystemC.
[[nodiscard]] RunResult run_pattern(const Topology& topology, const RoutingRelation& relation, const RouterConfig& config, const RunConfig& run,
                                    const TrafficPattern& pattern);

}  // namespace dateline::test
