// Exact rational numbers of unbounded size: probabilities, channel loads, bounds. Never wraps. Always in lowest terms,
// the denominator above 0.
// Errors: InvariantError for a division by zero.
#pragma once

#include <iosfwd>
#include <string>
#include <type_traits>
#include <utility>

#include "models/base/numbers/bandwidth.hpp"
#include "models/base/numbers/integer.hpp"

namespace dateline {

class Rational {
 public:
  Rational() = default;
  template <typename T, typename = std::enable_if_t<std::is_integral_v<T>>>
  Rational(T value) : top_(value) {}  // not explicit, like the next: exact
  Rational(Integer value) : top_(std::move(value)) {}
  Rational(Integer numerator, Integer denominator);

  [[nodiscard]] friend Integer numerator(const Rational& x) { return x.top_; }
  [[nodiscard]] friend Integer denominator(const Rational& x) { return x.bottom_; }

  friend Rational operator+(const Rational& a, const Rational& b);
  friend Rational operator-(const Rational& a, const Rational& b);
  friend Rational operator*(const Rational& a, const Rational& b);
  friend Rational operator/(const Rational& a, const Rational& b);
  friend Rational operator-(const Rational& x) { return {Lowest{}, -x.top_, x.bottom_}; }
  Rational& operator+=(const Rational& b) { return *this = *this + b; }
  Rational& operator-=(const Rational& b) { return *this = *this - b; }
  Rational& operator*=(const Rational& b) { return *this = *this * b; }
  Rational& operator/=(const Rational& b) { return *this = *this / b; }

  friend bool operator==(const Rational& a, const Rational& b) { return a.top_ == b.top_ && a.bottom_ == b.bottom_; }
  friend bool operator!=(const Rational& a, const Rational& b) { return !(a == b); }
  friend bool operator<(const Rational& a, const Rational& b) {
    return a.bottom_ == b.bottom_ ? a.top_ < b.top_ : a.top_ * b.bottom_ < b.top_ * a.bottom_;
  }
  friend bool operator>(const Rational& a, const Rational& b) { return b < a; }
  friend bool operator<=(const Rational& a, const Rational& b) { return !(b < a); }
  friend bool operator>=(const Rational& a, const Rational& b) { return !(a < b); }

 private:
  struct Lowest {};  // already in lowest terms
  Rational(Lowest, Integer top, Integer bottom) : top_(std::move(top)), bottom_(std::move(bottom)) {}

  Integer top_, bottom_ = 1;
};

Integer numerator(const Rational& x);
Integer denominator(const Rational& x);
// "p/q" in lowest terms, "p" if q = 1.
[[nodiscard]] std::string to_string(const Rational& x);
// Rounded once.
[[nodiscard]] inline double to_double(const Rational& x) { return quotient(numerator(x), denominator(x)); }
// The very number that a finite double holds.
[[nodiscard]] Rational exact_value(double x);
[[nodiscard]] inline Rational to_rational(Bandwidth b) { return {b.numerator(), b.denominator()}; }

std::ostream& operator<<(std::ostream& out, const Rational& x);

}  // namespace dateline
