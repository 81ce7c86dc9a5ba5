#include "models/analysis/optimal/linear_program.hpp"

#include <fmt/format.h>

#include <ClpSimplex.hpp>
#include <ClpSolve.hpp>
#include <CoinError.hpp>
#include <string>

#include "models/base/error.hpp"

namespace dateline {
namespace {

constexpr double kTolerance = 1e-9;

CoinPackedMatrix matrix_of(const LinearProgram& program) {
  std::vector<int> rows, columns;
  std::vector<double> values;
  for (const LinearProgram::Entry& e : program.entries) {
    if (e.row >= program.rows.size() || e.column >= program.columns.size()) {
      throw InvariantError(fmt::format("linear program: an entry in row {}, column {}", e.row, e.column));
    }
    rows.push_back(static_cast<int>(e.row));
    columns.push_back(static_cast<int>(e.column));
    values.push_back(e.value);
  }
  CoinPackedMatrix matrix(true, rows.data(), columns.data(), values.data(), static_cast<CoinBigIndex>(values.size()));
  matrix.setDimensions(static_cast<int>(program.rows.size()), static_cast<int>(program.columns.size()));
  return matrix;
}

void load(const LinearProgram& program, ClpSimplex& model) {
  std::vector<double> lower, upper, row_lower, row_upper;
  for (const LinearProgram::Bounds& b : program.columns) {
    lower.push_back(b.lower);
    upper.push_back(b.upper);
  }
  for (const LinearProgram::Bounds& b : program.rows) {
    row_lower.push_back(b.lower);
    row_upper.push_back(b.upper);
  }
  model.loadProblem(matrix_of(program), lower.data(), upper.data(), program.cost.data(), row_lower.data(), row_upper.data());
}

// Which bound follows from the value: what Clp calls the upper bound of a row is not always its larger one.
LinearSolution::Place place_of(ClpSimplex::Status status, double value, const LinearProgram::Bounds& bounds) {
  if (status == ClpSimplex::basic) return LinearSolution::Place::basic;
  return bounds.upper - value < value - bounds.lower ? LinearSolution::Place::upper : LinearSolution::Place::lower;
}

LinearSolution with_places(const LinearProgram& program, const ClpSimplex& model, LinearSolution solution) {
  for (std::size_t j = 0; j < program.columns.size(); ++j) {
    solution.column_place.push_back(place_of(model.getColumnStatus(static_cast<int>(j)), solution.x[j], program.columns[j]));
  }
  for (std::size_t i = 0; i < program.rows.size(); ++i) {
    solution.row_place.push_back(place_of(model.getRowStatus(static_cast<int>(i)), model.primalRowSolution()[i], program.rows[i]));
  }
  solution.row_price.assign(model.dualRowSolution(), model.dualRowSolution() + program.rows.size());
  return solution;
}

LinearSolution solution_of(const LinearProgram& program, const ClpSimplex& model, std::uint64_t taken);

LinearSolution solve_by_clp(const LinearProgram& program, std::uint64_t pivots, SimplexMethod simplex) {
  ClpSimplex model;
  model.setLogLevel(0);
  load(program, model);
  model.setPrimalTolerance(kTolerance);
  model.setDualTolerance(kTolerance);
  constexpr std::uint64_t kMost = 2'000'000'000;  // what Clp takes for no limit
  model.setMaximumIterations(static_cast<int>(std::min(pivots, kMost)));
  model.setPerturbation(50);  // on from the start: these programs are highly degenerate, and without it mesh:6x6 takes four times as long
  ClpSolve method;
  method.setSolveType(simplex == SimplexMethod::dual ? ClpSolve::useDual : ClpSolve::usePrimal);
  method.setPresolveType(ClpSolve::presolveOn);
  method.setSpecialOption(2, 1);  // leave interrupts to the program
  model.initialSolve(method);
  const auto taken = static_cast<std::uint64_t>(model.numberIterations());
  if (simplex == SimplexMethod::primal && model.status() == 0) {  // what perturbation has left
    constexpr int kNever = 100;
    model.setPerturbation(kNever);
    model.primal();
  }

  return solution_of(program, model, taken);
}

LinearSolution solution_of(const LinearProgram& program, const ClpSimplex& model, std::uint64_t taken) {
  constexpr int kOptimal = 0, kInfeasible = 1, kStopped = 3;
  switch (model.status()) {
    case kOptimal:
      return with_places(program, model,
                         {LinearSolution::Status::optimal,
                          model.objectiveValue(),
                          {model.primalColumnSolution(), model.primalColumnSolution() + program.columns.size()},
                          {},
                          {},
                          taken});
    case kInfeasible:
      return {LinearSolution::Status::infeasible, 0, {}, {}, {}, taken};
    case kStopped:
      return {LinearSolution::Status::stopped, 0, {}, {}, {}, taken};
    default:
      throw InvariantError(fmt::format("linear program of {} rows and {} columns: Clp ends with status {}", program.rows.size(),
                                       program.columns.size(), model.status()));
  }
}

}  // namespace

std::uint32_t LinearProgram::add_column(double lower, double upper, double column_cost) {
  columns.push_back({lower, upper});
  cost.push_back(column_cost);
  return static_cast<std::uint32_t>(columns.size() - 1);
}

std::uint32_t LinearProgram::add_row(double lower, double upper) {
  rows.push_back({lower, upper});
  return static_cast<std::uint32_t>(rows.size() - 1);
}

struct GrowingProgram::Model {
  ClpSimplex clp;
  std::size_t columns = 0, rows = 0, entries = 0;  // taken over

  void grow(const LinearProgram& program) {
    struct Line {
      std::vector<int> at;
      std::vector<double> value;
    };
    std::vector<Line> new_rows(program.rows.size() - rows), new_columns(program.columns.size() - columns);
    for (std::size_t i = entries; i < program.entries.size(); ++i) {
      const LinearProgram::Entry& e = program.entries[i];
      const bool in_column = e.column >= columns;
      if (!in_column && e.row < rows) throw InvariantError("linear program: an entry where it has grown before");
      Line& line = in_column ? new_columns[e.column - columns] : new_rows[e.row - rows];
      line.at.push_back(static_cast<int>(in_column ? e.row : e.column));
      line.value.push_back(e.value);
    }
    for (std::size_t r = 0; r < new_rows.size(); ++r) {
      const LinearProgram::Bounds& b = program.rows[rows + r];
      clp.addRow(static_cast<int>(new_rows[r].at.size()), new_rows[r].at.data(), new_rows[r].value.data(), b.lower, b.upper);
    }
    for (std::size_t c = 0; c < new_columns.size(); ++c) {
      const LinearProgram::Bounds& b = program.columns[columns + c];
      clp.addColumn(static_cast<int>(new_columns[c].at.size()), new_columns[c].at.data(), new_columns[c].value.data(), b.lower, b.upper,
                    program.cost[columns + c]);
    }
  }

  LinearSolution solve(const LinearProgram& program, std::uint64_t pivots) {
    const bool first = columns == 0;
    if (first) {
      clp.setLogLevel(0);
      load(program, clp);
      clp.setPrimalTolerance(kTolerance);
      clp.setDualTolerance(kTolerance);
    } else {
      grow(program);
      for (std::size_t c = 0; c < columns; ++c) {
        clp.setObjectiveCoefficient(static_cast<int>(c), program.cost[c]);
        clp.setColumnBounds(static_cast<int>(c), program.columns[c].lower, program.columns[c].upper);
      }
    }
    columns = program.columns.size();
    rows = program.rows.size();
    entries = program.entries.size();
    constexpr std::uint64_t kMost = 2'000'000'000;
    constexpr int kPerturb = 50, kNever = 100;
    clp.setMaximumIterations(static_cast<int>(std::min(pivots, kMost)));
    clp.setPerturbation(kPerturb);
    if (first) {
      ClpSolve method;
      method.setSolveType(ClpSolve::useDual);
      method.setPresolveType(ClpSolve::presolveOn);
      method.setSpecialOption(2, 1);  // leave interrupts to the program
      clp.initialSolve(method);
    } else {
      clp.primal();
    }
    const auto taken = static_cast<std::uint64_t>(clp.numberIterations());
    if (!first && clp.status() == 0) {  // what perturbation has left
      clp.setPerturbation(kNever);
      clp.primal();
    }
    return solution_of(program, clp, taken);
  }
};

GrowingProgram::GrowingProgram() : model_(std::make_unique<Model>()) {}
GrowingProgram::~GrowingProgram() = default;

LinearSolution GrowingProgram::solve(const LinearProgram& program, std::uint64_t pivots) {
  if (pivots == 0) return {LinearSolution::Status::stopped, 0, {}};
  try {
    return model_->solve(program, pivots);
  } catch (const CoinError& error) {
    throw InvariantError("linear program: Clp: " + error.message());
  }
}

// Basic columns and rows are free, the others fixed: there is nothing to choose, and a solution takes no pivot.
struct BasisSolver::Model {
  ClpSimplex clp;
  std::vector<LinearSolution::Place> row_place;
};

BasisSolver::BasisSolver(const LinearProgram& program, const LinearSolution& solution) : model_(std::make_unique<Model>()) {
  LinearProgram fixed = program;
  for (std::size_t j = 0; j < fixed.columns.size(); ++j) {
    const bool basic = solution.column_place[j] == LinearSolution::Place::basic;
    fixed.columns[j] = basic ? LinearProgram::Bounds{-kUnbounded, kUnbounded} : LinearProgram::Bounds{0, 0};
    fixed.cost[j] = 0;
  }
  for (std::size_t i = 0; i < fixed.rows.size(); ++i) {
    const bool basic = solution.row_place[i] == LinearSolution::Place::basic;
    fixed.rows[i] = basic ? LinearProgram::Bounds{-kUnbounded, kUnbounded} : LinearProgram::Bounds{0, 0};
  }
  ClpSimplex& clp = model_->clp;
  clp.setLogLevel(0);
  load(fixed, clp);
  constexpr int kNever = 100;
  clp.setPerturbation(kNever);
  clp.scaling(0);
  clp.createStatus();
  for (int j = 0; j < clp.numberColumns(); ++j) {
    clp.setColumnStatus(j,
                        solution.column_place[static_cast<std::size_t>(j)] == LinearSolution::Place::basic ? ClpSimplex::basic : ClpSimplex::isFixed);
  }
  for (int i = 0; i < clp.numberRows(); ++i) {
    clp.setRowStatus(i, solution.row_place[static_cast<std::size_t>(i)] == LinearSolution::Place::basic ? ClpSimplex::basic : ClpSimplex::isFixed);
  }
  model_->row_place = solution.row_place;
}

BasisSolver::~BasisSolver() = default;

std::vector<double> BasisSolver::solve(const std::vector<double>& rows) const {
  ClpSimplex& clp = model_->clp;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (model_->row_place[i] != LinearSolution::Place::basic) clp.setRowBounds(static_cast<int>(i), rows[i], rows[i]);
  }
  clp.primal();
  return {clp.primalColumnSolution(), clp.primalColumnSolution() + clp.numberColumns()};
}

LinearSolution solve_linear_program(const LinearProgram& program, std::uint64_t pivots, SimplexMethod method) {
  if (pivots == 0) return {LinearSolution::Status::stopped, 0, {}};
  try {
    return solve_by_clp(program, pivots, method);
  } catch (const CoinError& error) {
    throw InvariantError("linear program: Clp: " + error.message());
  }
}

}  // namespace dateline
