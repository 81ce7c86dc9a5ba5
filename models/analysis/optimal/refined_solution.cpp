#include "models/analysis/optimal/refined_solution.hpp"

#include <algorithm>
#include <cmath>

namespace dateline {
namespace {

using Place = LinearSolution::Place;

Rational power_of_two(int exponent) {
  const Integer power = Integer(1) << static_cast<unsigned>(std::abs(exponent));
  return exponent >= 0 ? Rational(power) : Rational(Integer(1), power);
}

// What is missing in the rows that the basis holds at a bound; 0 in the others.
std::vector<Rational> missing(const LinearProgram& program, const LinearSolution& solution, const std::vector<Rational>& x) {
  std::vector<Rational> rest(program.rows.size());
  for (std::size_t i = 0; i < rest.size(); ++i) {
    if (solution.row_place[i] == Place::lower) rest[i] = exact_value(program.rows[i].lower);
    if (solution.row_place[i] == Place::upper) rest[i] = exact_value(program.rows[i].upper);
  }
  for (const LinearProgram::Entry& e : program.entries) {
    if (solution.row_place[e.row] != Place::basic) rest[e.row] -= exact_value(e.value) * x[e.column];
  }
  return rest;
}

}  // namespace

std::optional<RefinedSolution> refine_solution(const LinearProgram& program, const LinearSolution& solution,
                                               const std::map<std::uint32_t, Rational>& exact_upper, int rounds) {
  if (solution.column_place.empty()) return std::nullopt;
  constexpr double kSlowest = 1e-3;  // of the correction before
  RefinedSolution refined;
  for (std::uint32_t j = 0; j < program.columns.size(); ++j) {
    const Place place = solution.column_place[j];
    const auto upper = exact_upper.find(j);
    if (place == Place::upper && upper != exact_upper.end()) {
      refined.x.push_back(upper->second);
    } else {
      refined.x.push_back(exact_value(place == Place::basic   ? solution.x[j]
                                      : place == Place::lower ? program.columns[j].lower
                                                              : program.columns[j].upper));
    }
  }
  const BasisSolver solver(program, solution);
  double before = 0;  // the largest correction, as a binary logarithm
  for (int round = 0; round < rounds; ++round) {
    const std::vector<Rational> rest = missing(program, solution, refined.x);
    Rational largest = 0;
    for (const Rational& r : rest) largest = std::max(largest, r < 0 ? -r : r);
    refined.error = 0;
    if (largest == 0) return refined;
    const int exponent = static_cast<int>(denominator(largest).str().size() * 10 / 3) - static_cast<int>(numerator(largest).str().size() * 10 / 3);
    std::vector<double> scaled;
    scaled.reserve(rest.size());
    const Rational up = power_of_two(exponent), down = power_of_two(-exponent);
    for (const Rational& r : rest) scaled.push_back(to_double(Rational(r * up)));
    const std::vector<double> correction = solver.solve(scaled);
    double most = 0;
    for (std::size_t j = 0; j < correction.size(); ++j) {
      if (solution.column_place[j] != Place::basic || correction[j] == 0) continue;
      refined.x[j] += exact_value(correction[j]) * down;
      most = std::max(most, std::abs(correction[j]));
    }
    if (!(most > 0) || !std::isfinite(most)) return std::nullopt;
    const double size = std::log2(most) - exponent;
    if (round > 0 && size > before + std::log2(kSlowest)) return std::nullopt;
    before = size;
    refined.error = exact_value(most) * down;
  }
  return refined;
}

}  // namespace dateline
