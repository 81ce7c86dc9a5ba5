// A routing in exact numbers from a floating-point solution of its linear program (routing_program.hpp), and a proof of
// its worst case.
// Optimal flows have small denominators, so each is taken for the simplest fraction near it; that is right if flow is
// conserved exactly.
// If at no tolerance it is, or if more than the limit follows, the solution is refined (refined_solution.hpp) until its
// fractions show, whatever their denominators below 2^62. If even they do not, the flows of each pair are rounded to
// whole units of 2^-20 along paths, and averaged over the symmetries of the pair, which conserves them exactly. The
// bound: prices become fractions likewise, those that are too low for an exact flow are raised, and the sum over a
// focus channel's prices is, by duality, more than no permutation loads it. It is the program's optimum where flows and
// prices were the simple fractions they seemed. Cost O(pairs x C). Throws InvariantError if a flow needs a denominator
// beyond 2^62.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "models/analysis/optimal/refined_solution.hpp"
#include "models/analysis/optimal/routing_program.hpp"
#include "models/base/numbers/rational.hpp"
#include "models/network/relation/path_table.hpp"

namespace dateline {

// The fraction of the smallest denominator in [x - tolerance, x + tolerance]; 0 for x <= tolerance. tolerance > 0.
[[nodiscard]] Rational simplest_fraction(double x, double tolerance);

struct ExactRouting {
  std::vector<Rational> flow;  // per orbit of flows
  Rational gamma;              // no permutation loads a channel more, relative to its bandwidth; 0 of a program without prices
  bool rounded = false;        // flows were no simple fractions
};

[[nodiscard]] Rational simplest_fraction(const Rational& x, const Rational& tolerance);

// `x`: a solution of `program`, per column. `refine(rounds)`: the same to more digits, if it can be had. Fractions are
// taken if no more than `limit` follows.
using Refine = std::function<std::optional<RefinedSolution>(int rounds)>;
[[nodiscard]] ExactRouting exact_routing(const Topology& topology, const RoutingOrbits& orbits, const RoutingProgram& program,
                                         const std::vector<double>& x, const std::optional<Rational>& limit = {}, const Refine& refine = {});

// Paths that carry these flows. `relative`: from node 0 only.
[[nodiscard]] PathTable path_table(const Topology& topology, const RoutingOrbits& orbits, const std::vector<Rational>& flow, bool relative);

}  // namespace dateline
