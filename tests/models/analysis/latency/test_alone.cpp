// Adaptive relations that absorb messages: what a message meets alone in the network, forward over its places
// (channel_load.hpp), against the proof's way backward over them (dependency_graph.hpp) and by hand.
#include <catch2/catch.hpp>

#include "models/analysis/latency/bounds.hpp"
#include "models/network/faults/faults.hpp"
#include "models/proof/dependency_graph.hpp"
#include "routing/registry/registry.hpp"
#include "tests/support/oracles/demand_rows.hpp"
#include "traffic/patterns/surviving.hpp"
#include "traffic/registry.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

struct Faulty {
  std::unique_ptr<CubeTopology> topology;
  std::shared_ptr<const FaultMap> faults;
  std::unique_ptr<RoutingRelation> relation;
};

Faulty faulty(const std::string& topology, const std::string& faults) {
  Faulty f;
  f.topology = make_cube(topology);
  f.faults = std::make_shared<FaultMap>(read_faults(*f.topology, faults, 1));
  RoutingOptions options;
  options.faults = f.faults;
  options.tie_rule = TieRule::parity;
  f.relation = make_relation("sw-adaptive", *f.topology, options);
  return f;
}

// Of one message from `source` to `destination`.
ChannelLoads of_pair(const Faulty& f, std::uint32_t source, std::uint32_t destination) {
  std::vector<std::vector<Demand>> rows(f.topology->terminals());
  rows[source] = {{TerminalId(destination), 1}};
  LoadOptions options;
  options.alone = true;
  return channel_load(*f.topology, *f.relation, DemandRows(rows), options);
}

}  // namespace

TEST_CASE("a message alone chooses evenly among the channels of the lowest rank") {
  // A mesh, 0 at a corner: to 4, one step in x and one in y, it goes either way with 1/2, without a fault.
  const Faulty f = faulty("mesh:3x3", "nodes:8");
  const ChannelLoads loads = of_pair(f, 0, 4);
  CHECK(loads.mean_hops == 2);
  CHECK(loads.mean_absorptions == 0);
  const auto out = [&](std::uint32_t node, int d) { return f.topology->out(NodeId(node), f.topology->port(d, +1)).value(); };
  CHECK(loads.load[out(0, 0)] == Rational(1, 2));
  CHECK(loads.load[out(0, 1)] == Rational(1, 2));
  // To 5, two steps in x: 0-1 or 0-3, at 1 again, at 3 it goes straight: 1/4 by 1-2-5, 1/4 by 1-4-5, 1/2 by 3-4-5.
  const ChannelLoads further = of_pair(f, 0, 5);
  CHECK(further.load[out(1, 0)] == Rational(1, 4));
  CHECK(further.load[out(1, 1)] == Rational(1, 4));
  CHECK(further.load[out(4, 0)] == Rational(3, 4));
}

TEST_CASE("the chance to meet a fault is that of the ways that lead to it") {
  // Link 4-5 has failed. 0->5: with 1/2 to 1, from there with 1/2 by 2 to 5, with 1/2 to 4; with 1/2 to 3, from there
  // to 4; at 4 the only minimal channel has failed. So 3/4 of the messages are absorbed at 4.
  const Faulty f = faulty("mesh:3x3", "links:4-5");
  const ChannelLoads loads = of_pair(f, 0, 5);
  CHECK(loads.absorbed[4] == Rational(3, 4));
  CHECK(loads.mean_absorptions >= Rational(3, 4));  // stops at the ends of segments besides
}

TEST_CASE("under uniform traffic the zero-load latency is the one that the proof has") {
  for (const char* topology : {"torus:4x4", "mesh:4x4", "hypercube:4", "torus:3x3x3", "torus:6x5", "mesh:5x3"}) {
    for (const char* faults : {"nodes:5", "links:0-1", "random:2@1", "random:3@2", "random-links:3@1", "random-links:5@4"}) {
      INFO(topology << " " << faults);
      const Faulty f = faulty(topology, faults);
      BoundsInput input;
      input.packet_length = 9;
      const auto uniform = surviving(make_traffic("uniform", *f.topology), f.faults.get());
      const Bounds bounds = compute_bounds(*f.topology, *f.relation, *uniform, input, 1e9);
      REQUIRE(bounds.zero_load_latency);
      CHECK(*bounds.zero_load_latency == prove_deadlock_freedom(*f.topology, *f.relation).zero_load_latency(9));
      CHECK_FALSE(bounds.ideal_throughput);
      REQUIRE(bounds.injection_estimate);
      CHECK(*bounds.injection_estimate <= 1);
      input.random_selection = false;
      const Bounds other = compute_bounds(*f.topology, *f.relation, *uniform, input, 1e9);
      CHECK_FALSE(other.zero_load_latency);
      CHECK_THAT(other.why_missing, Catch::Contains("router.vc-selection=random"));
    }
  }
}

TEST_CASE("what is injected again where a fault absorbs is in the estimate of injection") {
  // As above, with node 4's own messages: 3/4 of what 0 sends are injected again at 4.
  const Faulty f = faulty("mesh:3x3", "links:4-5");
  std::vector<std::vector<Demand>> rows(9);
  rows[0] = {{TerminalId(5), 1}};
  rows[4] = {{TerminalId(3), Rational(1, 2)}};
  const Bounds bounds = compute_bounds(*f.topology, *f.relation, DemandRows(rows), {}, 1e9);
  CHECK(bounds.injection_estimate == Rational(4, 5));
}
