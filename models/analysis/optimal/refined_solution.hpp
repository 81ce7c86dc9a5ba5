// The solution that belongs to the basis of a linear program's floating-point solution, to as many digits as wanted:
// what is missing in every row is computed exactly, the basis solved for it in floating point, and the solution
// corrected; every round adds about 25 bits (iterative refinement; A.
// Gleixner, D. Steffy, K. Wolter, 2016, for programs). Numbers of the program are taken for what their doubles hold,
// but for exact upper bounds given. Cost: rounds x (a factorisation, and a rational operation for every entry).
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "models/analysis/optimal/linear_program.hpp"
#include "models/base/numbers/rational.hpp"

namespace dateline {

struct RefinedSolution {
  std::vector<Rational> x;  // per column
  Rational error;           // no column is farther off, as far as the rounds went on converging; 0: exact
};

// None if the rounds do not converge, or if the solution has no basis.
[[nodiscard]] std::optional<RefinedSolution> refine_solution(const LinearProgram& program, const LinearSolution& solution,
                                                             const std::map<std::uint32_t, Rational>& exact_upper, int rounds);

}  // namespace dateline
