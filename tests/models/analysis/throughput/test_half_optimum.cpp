// A routing by way of random terminals: its worst case against what its flows promise, the optimum of linear programs
// against what its bound says, and what is exact by hand.
#include <catch2/catch.hpp>

#include "models/analysis/optimal/optimal_routing.hpp"
#include "models/analysis/throughput/half_optimum.hpp"
#include "models/analysis/worst_case/worst_case.hpp"
#include "models/network/topology/cube.hpp"
#include "models/network/topology/graph.hpp"
#include "models/network/topology/topologies.hpp"
#include "routing/networks/any_topology/table.hpp"

using namespace dateline;

namespace {

// The worst case of the table, found anew.
Rational worst_case(const Topology& t, const PathTable& table) {
  check_path_table(t, table, "half_optimum");
  const TableRouting relation(t, table, "half_optimum");
  return WorstCaseSearch(t, relation).run().gamma;
}

struct Bracket {
  HalfOptimum half;
  LeastLoad least;
};

Bracket bracket_of(const Topology& t, const FlowEffort& effort = {}) {
  const ConcurrentFlow uniform = uniform_flow(t, nullptr, FlowPaths::any, effort);
  return {half_optimum(t, uniform), least_load(t, FlowPaths::any, uniform, effort)};
}

// Two triangles joined by a thin link: no symmetry but that of the two.
GraphTopology triangles() {
  return GraphTopology("triangles", {{NodeId(0), NodeId(1), false, 1},
                                     {NodeId(1), NodeId(2), false, 1},
                                     {NodeId(2), NodeId(0), false, 1},
                                     {NodeId(3), NodeId(4), false, 2},
                                     {NodeId(4), NodeId(5), false, 1},
                                     {NodeId(5), NodeId(3), false, 1},
                                     {NodeId(2), NodeId(3), false, Bandwidth(1, 2)}});
}

}  // namespace

TEST_CASE("the half optimum's worst case lies between its bounds, and the optimum too", "[half-optimum]") {
  std::vector<std::unique_ptr<Topology>> networks;
  for (const char* name : {"torus:3x3", "torus:4x3", "mesh:3x3", "mesh:4", "hypercube:3", "mesh:2x2:t2"}) networks.push_back(make_topology(name));
  networks.push_back(std::make_unique<GraphTopology>(triangles()));
  for (const auto& t : networks) {
    CAPTURE(t->name());
    const auto [half, least] = bracket_of(*t);
    const Rational gamma = worst_case(*t, half.table), best = optimal_routing(*t, t->automorphisms()).gamma;
    CHECK_FALSE(half.rounded);
    CHECK(gamma <= half.upper);
    CHECK(half.upper <= 2 * least.gamma);  // their flows are exact
    CHECK(least.gamma <= best);
    CHECK(best <= gamma);
  }
}

// Uniform traffic, own terminal included: a hypercube of n dimensions has theta 2, and its complement 1 (a channel of
// every dimension is crossed by half of all packets, by all of them).
TEST_CASE("on a hypercube the half optimum is the optimum", "[half-optimum]") {
  const auto t = make_topology("hypercube:3");
  const auto [half, least] = bracket_of(*t);
  CHECK(half.upper == 1);
  CHECK(least.gamma == 1);
  CHECK(worst_case(*t, half.table) == 1);
}

TEST_CASE("without effort the half optimum is still a routing and a bound", "[half-optimum]") {
  const auto t = make_topology("mesh:4x3");
  FlowEffort none;
  none.pivots = 0;
  const auto [half, least] = bracket_of(*t, none);
  const Rational best = optimal_routing(*t, t->automorphisms()).gamma;
  CHECK(least.gamma > 0);
  CHECK(least.gamma <= best);
  CHECK(best <= worst_case(*t, half.table));
}

TEST_CASE("without flows hops and cuts are a bound, of shortest paths too", "[half-optimum]") {
  for (const char* name : {"torus:3x3", "torus:5x5", "mesh:3x3", "hypercube:3", "mesh:2x2:t2"}) {
    CAPTURE(name);
    const auto t = make_topology(name);
    OptimalOptions minimal;
    minimal.minimal_only = true;
    const Rational any = least_load_by_hops(*t, FlowPaths::any).gamma, shortest = least_load_by_hops(*t, FlowPaths::minimal).gamma;
    CHECK(any > 0);
    CHECK(any <= optimal_routing(*t, t->automorphisms()).gamma);
    CHECK(shortest <= optimal_routing(*t, t->automorphisms(), minimal).gamma);
    const ConcurrentFlow uniform = uniform_flow(*t, nullptr, FlowPaths::minimal);
    CHECK(least_load(*t, FlowPaths::minimal, uniform).gamma <= optimal_routing(*t, t->automorphisms(), minimal).gamma);
  }
}

// A ring of four without a link is a line: of four terminals four pairs go across its middle, 1/4 of a packet each.
TEST_CASE("uniform traffic goes around what has failed", "[half-optimum]") {
  const auto t = make_topology("torus:4");
  const FaultMap faults(*t, {}, {{NodeId(0), Port(0)}});
  CHECK(uniform_flow(*t, nullptr, FlowPaths::any).lower == 2);
  CHECK(uniform_flow(*t, &faults, FlowPaths::any).lower == 1);
}
