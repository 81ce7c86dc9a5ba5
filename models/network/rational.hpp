// Exact rational numbers of unbounded size: probabilities, channel loads, bounds. Never wraps.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <string>

namespace dateline {

using Integer = boost::multiprecision::cpp_int;
using Rational = boost::multiprecision::cpp_rational;

// "p/q" in lowest terms, "p" if q = 1.
[[nodiscard]] inline std::string to_string(const Rational& x) { return x.str(); }
[[nodiscard]] inline double to_double(const Rational& x) { return x.convert_to<double>(); }

}  // namespace dateline
