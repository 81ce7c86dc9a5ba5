#include "models/base/numbers/rational.hpp"

#include <cmath>
#include <ostream>

#include "models/base/error.hpp"

namespace dateline {

Rational::Rational(Integer numerator, Integer denominator) : top_(std::move(numerator)), bottom_(std::move(denominator)) {
  if (bottom_ == 0) throw InvariantError("division by zero");
  const Integer common = bottom_ < 0 ? -gcd(top_, bottom_) : gcd(top_, bottom_);
  if (common == 1) return;
  top_ /= common;
  bottom_ /= common;
}

// What is common to the denominators is taken out first (D. Knuth, volume 2, section 4.5.1): then little is left to
// reduce, and small numbers stay small.
Rational operator+(const Rational& a, const Rational& b) {
  const Integer common = gcd(a.bottom_, b.bottom_);
  if (common == 1) return {Rational::Lowest{}, a.top_ * b.bottom_ + b.top_ * a.bottom_, a.bottom_ * b.bottom_};
  const Integer sum = a.top_ * (b.bottom_ / common) + b.top_ * (a.bottom_ / common);
  const Integer shared = gcd(sum, common);
  return {Rational::Lowest{}, sum / shared, a.bottom_ / common * (b.bottom_ / shared)};
}

Rational operator-(const Rational& a, const Rational& b) { return a + -b; }

Rational operator*(const Rational& a, const Rational& b) {
  const Integer left = gcd(a.top_, b.bottom_), right = gcd(b.top_, a.bottom_);
  return {Rational::Lowest{}, (a.top_ / left) * (b.top_ / right), (a.bottom_ / right) * (b.bottom_ / left)};
}

Rational operator/(const Rational& a, const Rational& b) { return a * Rational(b.bottom_, b.top_); }

Rational exact_value(double x) {
  constexpr int kDigits = std::numeric_limits<double>::digits;
  int exponent = 0;
  const auto whole = static_cast<std::int64_t>(std::ldexp(std::frexp(x, &exponent), kDigits));
  exponent -= kDigits;
  if (exponent >= 0) return Integer(whole) << static_cast<unsigned>(exponent);
  return {whole, Integer(1) << static_cast<unsigned>(-exponent)};
}

std::string to_string(const Rational& x) { return denominator(x) == 1 ? numerator(x).str() : numerator(x).str() + "/" + denominator(x).str(); }

std::ostream& operator<<(std::ostream& out, const Rational& x) { return out << to_string(x); }

}  // namespace dateline
