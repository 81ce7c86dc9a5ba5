// A sparse linear program, and the one door to the library that solves it: minimise cost x subject to row_lower <= A x
// <= row_upper and lower <= x <= upper. Bounds may be plus or minus kUnbounded. Only linear_program.cpp knows the
// library (Clp of COIN-OR).
// Tolerances: 1e-9 on rows and reduced costs. The same program gives the same solution; nothing is printed.
// Throws InvariantError if an entry names a row or a column that does not exist, or if the library gives up for
// numerical reasons.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

namespace dateline {

inline constexpr double kUnbounded = std::numeric_limits<double>::max();

struct LinearProgram {
  struct Entry {
    std::uint32_t row;
    std::uint32_t column;
    double value;
  };
  struct Bounds {
    double lower;
    double upper;
  };
  std::vector<Bounds> columns;
  std::vector<double> cost;  // per column
  std::vector<Bounds> rows;
  std::vector<Entry> entries;  // each place at most once

  std::uint32_t add_column(double lower, double upper, double column_cost);
  std::uint32_t add_row(double lower, double upper);
};

struct LinearSolution {
  enum class Status { optimal, infeasible, stopped };
  Status status;
  double objective = 0;
  std::vector<double> x;  // per column; empty unless optimal
  // Where the basis found holds each column and row; empty unless optimal.
  enum class Place : std::uint8_t { basic, lower, upper };
  std::vector<Place> column_place = {}, row_place = {};
  std::uint64_t pivots = 0;
  std::vector<double> row_price = {};  // the dual variables: what the optimum changes by for each unit that a row's bound rises
};

enum class SimplexMethod { dual, primal };
inline constexpr std::uint64_t kNoPivotLimit = 0xffffffffU;

// `pivots`: after so many it stops: the same on every machine.
[[nodiscard]] LinearSolution solve_linear_program(const LinearProgram& program, std::uint64_t pivots = kNoPivotLimit,
                                                  SimplexMethod method = SimplexMethod::dual);

// A program that grows at its ends, by columns, rows and their entries, and is solved again from where it was: by the
// primal simplex, for which a new column at its lower bound and a new row that it keeps change nothing.
class GrowingProgram {
 public:
  // Solved the first time by the dual simplex.
  GrowingProgram();
  GrowingProgram(const GrowingProgram&) = delete;
  GrowingProgram& operator=(const GrowingProgram&) = delete;
  ~GrowingProgram();
  // `program`: that of the call before, with more behind; costs and bounds of columns may be others.
  [[nodiscard]] LinearSolution solve(const LinearProgram& program, std::uint64_t pivots);

 private:
  struct Model;
  std::unique_ptr<Model> model_;
};

// Solves the equations of a solution's basis for other right-hand sides, in floating point.
class BasisSolver {
 public:
  BasisSolver(const LinearProgram& program, const LinearSolution& solution);
  BasisSolver(const BasisSolver&) = delete;
  BasisSolver& operator=(const BasisSolver&) = delete;
  ~BasisSolver();
  // `rows`: what each row that is not basic sums to, with every column that is not basic at 0. The columns; basic rows
  // are left alone.
  [[nodiscard]] std::vector<double> solve(const std::vector<double>& rows) const;

 private:
  struct Model;
  std::unique_ptr<Model> model_;
};

}  // namespace dateline
