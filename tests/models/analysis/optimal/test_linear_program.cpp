// The linear-programming library behind its door: optima by hand, and each way of ending.
#include <catch2/catch.hpp>

#include "models/analysis/optimal/linear_program.hpp"
#include "models/base/error.hpp"

using namespace dateline;
using Status = LinearSolution::Status;

namespace {

// Largest 3x + 5y with x <= 4, 2y <= 12, 3x + 2y <= 18: x = 2, y = 6, 36.
LinearProgram textbook() {
  LinearProgram lp;
  const auto x = lp.add_column(0, kUnbounded, -3);
  const auto y = lp.add_column(0, kUnbounded, -5);
  lp.add_row(-kUnbounded, 4);
  lp.add_row(-kUnbounded, 12);
  lp.add_row(-kUnbounded, 18);
  lp.entries = {{0, x, 1}, {1, y, 2}, {2, x, 3}, {2, y, 2}};
  return lp;
}

}  // namespace

TEST_CASE("a small program has the optimum found by hand") {
  const LinearSolution solution = solve_linear_program(textbook());
  REQUIRE(solution.status == Status::optimal);
  CHECK(solution.objective == Approx(-36));
  REQUIRE(solution.x.size() == 2);
  CHECK(solution.x[0] == Approx(2));
  CHECK(solution.x[1] == Approx(6));
}

TEST_CASE("bounds of columns and equal rows count") {
  LinearProgram lp = textbook();
  lp.columns[1].upper = 3;  // then x = 4, y = 3
  CHECK(solve_linear_program(lp).objective == Approx(-27));
  lp.rows[2] = {15, 15};  // 3x + 2y = 15: x = 3, y = 3
  CHECK(solve_linear_program(lp).objective == Approx(-24));
}

TEST_CASE("a program without a solution, one without time, and one with an entry outside are told apart") {
  LinearProgram lp = textbook();
  CHECK(solve_linear_program(lp, 0).status == Status::stopped);
  lp.rows[2] = {100, 100};
  CHECK(solve_linear_program(lp).status == Status::infeasible);
  lp.entries.push_back({3, 0, 1});
  CHECK_THROWS_AS(solve_linear_program(lp), InvariantError);
}
