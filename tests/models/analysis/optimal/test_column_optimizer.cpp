// Column generation against the program of all flows, the interval of a search that is stopped, and programs that grow.
#include <catch2/catch.hpp>

#include "models/analysis/optimal/column_optimizer.hpp"
#include "models/analysis/optimal/linear_program.hpp"
#include "models/analysis/optimal/optimal_routing.hpp"
#include "models/analysis/optimal/two_turn_paths.hpp"
#include "models/analysis/worst_case/worst_case.hpp"
#include "models/base/error.hpp"
#include "models/network/topology/graph.hpp"
#include "routing/networks/any_topology/table.hpp"

using namespace dateline;

namespace {

ColumnOptimizer::Found by_columns(const Topology& t, std::uint64_t effort = kNoPivotLimit, const ColumnOptimizer::Tick& tick = {}) {
  const CubeTopology* const cube = as_cube(t);
  PathsOfPair start;
  if (cube != nullptr && cube->dimensions() == 2) start = [cube](NodeId from, NodeId to) { return two_turn_paths(*cube, from, to); };
  return ColumnOptimizer(t, t.automorphisms(), start).solve(effort, tick);
}

void check_same(const Topology& t) {
  CAPTURE(t.name());
  const OptimalRouting whole = optimal_routing(t, t.automorphisms());
  const ColumnOptimizer::Found found = by_columns(t);
  CHECK_FALSE(found.routing.stopped);
  CHECK_FALSE(found.routing.rounded);
  CHECK(found.routing.mean_hops == whole.mean_hops);
  CHECK(found.lower == Approx(to_double(whole.gamma)).epsilon(1e-7));
  const TableRouting relation(t, found.routing.table, "columns");
  CHECK(WorstCaseSearch(t, relation).run().gamma == whole.gamma);
}

}  // namespace

TEST_CASE("columns lead to the optimum of the whole program", "[columns]") {
  for (const char* name : {"torus:4x4", "torus:5x5", "torus:4x3", "mesh:3x3", "mesh:4x4", "hypercube:3", "mesh:5"}) check_same(*make_cube(name));
  // A ring with a chord, and links of other widths: no symmetry but reversal.
  check_same(GraphTopology("chord", {{NodeId(0), NodeId(1), true, 1},
                                     {NodeId(1), NodeId(2), true, 2},
                                     {NodeId(2), NodeId(3), true, 1},
                                     {NodeId(3), NodeId(4), true, Bandwidth(1, 2)},
                                     {NodeId(4), NodeId(0), true, 1},
                                     {NodeId(0), NodeId(2), true, 1}}));
}

TEST_CASE("columns on a mesh of five a side", "[columns]") {
  const auto t = make_cube("mesh:5x5");
  const ColumnOptimizer::Found found = by_columns(*t);
  CHECK(found.routing.gamma == Rational(11, 5));
  CHECK_FALSE(found.routing.stopped);
}

TEST_CASE("a search that is stopped leaves an interval that holds the optimum", "[columns]") {
  const auto t = make_cube("mesh:5x5");
  double lower = 0, upper = 1000;
  const auto tick = [&](std::uint64_t, double low, double high) {
    CHECK(low >= lower);
    CHECK(high <= upper * (1 + 1e-9));
    lower = low;
    upper = high;
  };
  const ColumnOptimizer::Found found = by_columns(*t, 700, tick);
  CHECK(found.routing.stopped);
  CHECK(found.routing.pivots <= 701);
  CHECK(found.lower <= 2.2 * (1 + 1e-9));
  REQUIRE_FALSE(found.routing.table.paths.empty());
  const TableRouting relation(*t, found.routing.table, "columns");
  CHECK(WorstCaseSearch(*t, relation).run().gamma >= Rational(11, 5));
  CHECK(by_columns(*t, 1).routing.table.paths.empty());
}

TEST_CASE("a program that grows is solved as if it were new", "[columns]") {
  // Least x + y with x + 2 y >= 4: y = 2; then z, cheaper and in the same row; then a row that forbids it above 1.
  LinearProgram program;
  const std::uint32_t x = program.add_column(0, kUnbounded, 1), y = program.add_column(0, kUnbounded, 1);
  const std::uint32_t row = program.add_row(4, kUnbounded);
  program.entries = {{row, x, 1}, {row, y, 2}};
  GrowingProgram grown;
  CHECK(grown.solve(program, kNoPivotLimit).objective == Approx(2));
  const std::uint32_t z = program.add_column(0, kUnbounded, 1);
  program.entries.push_back({row, z, 4});
  CHECK(grown.solve(program, kNoPivotLimit).objective == Approx(1));
  const std::uint32_t most = program.add_row(-kUnbounded, 0.5);
  program.entries.push_back({most, z, 1});
  const LinearSolution last = grown.solve(program, kNoPivotLimit);
  CHECK(last.objective == Approx(1.5));
  CHECK(last.x[z] == Approx(0.5));
  CHECK(last.x[y] == Approx(1));
  program.cost[y] = 5;
  CHECK(grown.solve(program, kNoPivotLimit).objective == Approx(2.5));  // x instead
  program.entries.push_back({row, x, 1});
  CHECK_THROWS_AS(grown.solve(program, kNoPivotLimit), InvariantError);
}
