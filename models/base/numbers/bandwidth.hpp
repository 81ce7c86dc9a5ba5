// The bandwidth of a channel: an exact fraction in lowest terms of two 64-bit integers, so that a network's wires need
// no big numbers.
// Units: flits/cycle. rational.hpp turns it into a Rational for the analysis.
#pragma once

#include <cstdint>
#include <numeric>
#include <string>

namespace dateline {

class Bandwidth {
 public:
  constexpr Bandwidth() = default;
  // Not explicit: a whole number is a bandwidth. `denominator` above 0.
  constexpr Bandwidth(std::uint64_t numerator, std::uint64_t denominator = 1)
      : numerator_(numerator / std::gcd(numerator, denominator)), denominator_(denominator / std::gcd(numerator, denominator)) {}

  [[nodiscard]] constexpr std::uint64_t numerator() const { return numerator_; }
  [[nodiscard]] constexpr std::uint64_t denominator() const { return denominator_; }
  // Of one flit, whole: 1 / bandwidth, rounded up.
  [[nodiscard]] constexpr std::uint64_t cycles() const { return (denominator_ - 1) / numerator_ + 1; }
  friend constexpr bool operator==(Bandwidth a, Bandwidth b) { return a.numerator_ == b.numerator_ && a.denominator_ == b.denominator_; }
  friend constexpr bool operator!=(Bandwidth a, Bandwidth b) { return !(a == b); }

 private:
  std::uint64_t numerator_ = 1, denominator_ = 1;
};

// "p/q" in lowest terms, "p" if q = 1.
[[nodiscard]] inline std::string to_string(Bandwidth b) {
  return std::to_string(b.numerator()) + (b.denominator() == 1 ? "" : "/" + std::to_string(b.denominator()));
}

}  // namespace dateline
