// Exact numbers from floating-point ones: the equations of a basis, solved to many digits.
#include <catch2/catch.hpp>

#include "models/analysis/optimal/exact_routing.hpp"
#include "models/analysis/optimal/optimal_routing.hpp"
#include "models/analysis/optimal/refined_solution.hpp"
#include "models/analysis/worst_case/worst_case.hpp"
#include "models/network/topology/graph.hpp"
#include "models/network/topology/topologies.hpp"
#include "routing/networks/any_topology/table.hpp"
#include "tests/support/scratch_file.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

// The largest sum of x_i with 991 x_i <= x_(i+1) + 1, the last at most 1/3: every row is tight, and denominators are
// powers of 991.
LinearProgram chain(int length) {
  LinearProgram lp;
  for (int i = 0; i < length; ++i) lp.add_column(0, kUnbounded, -1);
  for (std::uint32_t i = 0; i + 1 < static_cast<std::uint32_t>(length); ++i) {
    const std::uint32_t row = lp.add_row(-kUnbounded, 1);
    lp.entries.push_back({row, i, 991});
    lp.entries.push_back({row, i + 1, -1});
  }
  lp.columns.back().upper = 1.0 / 3.0;
  return lp;
}

Rational chain_value(int length, const Rational& last) {
  Rational x = last;
  for (int i = 1; i < length; ++i) x = (x + 1) / 991;
  return x;
}

// A torus of 4 x 3 without the links 0 - 1 and 1 - 9.
const char* const kTorusWithoutTwoLinks =
    "0 3\n0 4\n0 8\n1 2\n1 5\n2 3\n2 6\n2 10\n3 7\n3 11\n4 5\n4 7\n4 8\n5 6\n5 9\n6 7\n6 10\n7 11\n8 9\n8 11\n9 10\n10 11\n";

}  // namespace

TEST_CASE("a solution is refined to the digits of its exact value, whatever its denominators") {
  for (const int length : {2, 5, 9}) {
    CAPTURE(length);
    const LinearProgram lp = chain(length);
    const LinearSolution solution = solve_linear_program(lp);
    REQUIRE(solution.status == LinearSolution::Status::optimal);
    const auto refined = refine_solution(lp, solution, {{static_cast<std::uint32_t>(length - 1), Rational(1, 3)}}, 12);
    REQUIRE(refined.has_value());
    const Rational exact = chain_value(length, Rational(1, 3));
    CHECK(refined->error < Rational(Integer(1), Integer(1) << 150U));
    CHECK(refined->x[0] - exact <= refined->error);
    CHECK(exact - refined->x[0] <= refined->error);
    CHECK(simplest_fraction(refined->x[0], refined->error) == exact);
  }
}

TEST_CASE("without a basis there is nothing to refine") {
  LinearSolution none = solve_linear_program(chain(3), 0);
  CHECK_FALSE(refine_solution(chain(3), none, {}, 3).has_value());
}

TEST_CASE("the optimum of a torus without two links is exact: 6/5, where flows are no simple fractions at sight") {
  const ScratchFile file(kTorusWithoutTwoLinks, "graph");
  const auto t = make_topology("graph:" + file.path());
  const OptimalRouting best = optimal_routing(*t, {});
  CHECK_FALSE(best.rounded);
  CHECK(best.gamma == Rational(6, 5));
  CHECK(best.lp_gamma == Approx(1.2));
  CHECK(WorstCaseSearch(*t, TableRouting(*t, best.table, "best")).run().gamma == Rational(6, 5));
}

TEST_CASE("a limit is kept exactly, whatever its fraction") {
  const auto t = make_cube("torus:5x5");
  for (const Rational& limit : {Rational(127183, 100000), Rational(1234567, 1000000), Rational(12199, 9973), Rational(17, 14)}) {
    OptimalOptions options;
    options.gamma_limit = limit;
    const OptimalRouting routing = optimal_routing(*t, topology_automorphisms(*t), options);
    CHECK_FALSE(routing.rounded);
    CHECK(routing.gamma <= limit);
    CHECK(WorstCaseSearch(*t, TableRouting(*t, routing.table, "limited")).run().gamma <= limit);
  }
}
