// The optimal routing where routers have more or fewer terminals than one: by hand, by all permutations of the
// terminals, and by the matching of the paths found.
#include <catch2/catch.hpp>

#include "models/analysis/optimal/optimal_routing.hpp"
#include "models/analysis/worst_case/worst_case.hpp"
#include "models/network/topology/topologies.hpp"
#include "routing/networks/any_topology/table.hpp"
#include "tests/support/cases/terminal_networks.hpp"
#include "tests/support/oracles/permutation_program.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

using Kind = CubeTopology::Kind;

OptimalRouting optimum(const Topology& t, bool minimal_only = false) {
  OptimalOptions options;
  options.minimal_only = minimal_only;
  return optimal_routing(t, t.automorphisms(), options);
}

}  // namespace

TEST_CASE("on a triangle with three terminals, two and one, the optimum is by hand") {
  // A permutation crosses from 0 to the others with min(3, 2 + 1) packets, and 0 has two channels: 3/2 at least. The
  // best routing of 2 -> 0 and of 0 -> 2 then has the worst case of all permutations of the six terminals.
  const TerminalCube t(Kind::torus, {3}, routers_of({3, 2, 1}));
  const OptimalRouting best = optimum(t);
  CHECK(best.gamma >= Rational(3, 2));
  const auto [gamma, hops] = by_all_permutations(t);
  CHECK(best.lp_gamma == Approx(gamma).epsilon(1e-7));
  CHECK(best.lp_mean_hops == Approx(hops).epsilon(1e-6));
}

TEST_CASE("the optimum with unequal numbers of terminals is that of all permutations of the terminals written out") {
  const std::vector<std::uint32_t> counts =
      GENERATE(values<std::vector<std::uint32_t>>({{1, 1, 1, 1}, {2, 0, 1, 2}, {3, 1, 0, 1}, {0, 3, 0, 2}, {1, 2, 1, 2}, {2, 2, 0, 0}}));
  const auto& [kind, radices] = GENERATE(table<Kind, std::vector<std::uint32_t>>({{Kind::torus, {4}}, {Kind::mesh, {2, 2}}, {Kind::mesh, {4}}}));
  const TerminalCube t(kind, radices, routers_of(counts));
  (void)optimum_of_all_permutations(t);
}

TEST_CASE("with as many terminals at every router the optimum is that many times as large, over as many hops") {
  const std::string name = GENERATE("torus:4x4", "mesh:3x3", "hypercube:3");
  const auto one = make_topology(name), three = make_topology(name + ":t3");
  const OptimalRouting single = optimum(*one), triple = optimum(*three);
  CHECK(triple.gamma == single.gamma * 3);
  CHECK(triple.mean_hops == single.mean_hops);
  CHECK(triple.table.relative == single.table.relative);
}

TEST_CASE("beyond cubes the optimum is what its paths have, and at most what any routing has") {
  struct Case {
    const char* topology;
    Rational gamma;
  };
  // A leaf of T terminals sends all of them over its links up, so T / links at least: that is reached in both trees. In
  // a full mesh each way round loads two links: 2T / N with Valiant's routing.
  const auto c = GENERATE(values<Case>({{"clos:3,2,2", 1}, {"fattree:2,2", 1}, {"clos:2,1,3", 3}, {"fullmesh:4:t2", 1}}));
  CAPTURE(c.topology);
  const auto t = make_topology(c.topology);
  const OptimalRouting best = optimum(*t);
  CHECK(best.gamma == c.gamma);
  CHECK_FALSE(best.table.relative);
  const TableRouting relation(*t, best.table, "optimal");
  CHECK(WorstCaseSearch(*t, relation).run().gamma == c.gamma);
}

TEST_CASE("a router without terminals forwards, and has no paths of its own") {
  const auto t = make_topology("clos:3,2,2");
  const OptimalRouting best = optimum(*t);
  for (std::uint32_t s = 0; s < t->nodes(); ++s) {
    for (std::uint32_t d = 0; d < t->nodes(); ++d) CHECK(best.table.paths[s * t->nodes() + d].empty() == (s == d || s >= 3 || d >= 3));
  }
}
