// A non-negative exact fraction that is fast while it is small: 64-bit numerator and denominator, every operation
// checked; what does not fit continues as a rational of unbounded size. Nothing ever wraps.
#pragma once

#include <cstdint>
#include <memory>

#include "models/base/numbers/rational.hpp"

namespace dateline {

class ExactFraction {
 public:
  ExactFraction() = default;
  explicit ExactFraction(const Rational& value);
  ExactFraction(std::uint64_t numerator, std::uint64_t denominator);  // denominator > 0; kept in lowest terms
  ExactFraction(const ExactFraction& other) { *this = other; }
  ExactFraction& operator=(const ExactFraction& other);
  ExactFraction(ExactFraction&&) = default;
  ExactFraction& operator=(ExactFraction&&) = default;
  ~ExactFraction() = default;

  void add(const ExactFraction& other);
  // this * weight / total; weight <= total, total > 0.
  [[nodiscard]] ExactFraction scaled(std::uint64_t weight, std::uint64_t total) const;
  [[nodiscard]] Rational value() const;
  [[nodiscard]] bool is_zero() const { return !wide_ && numerator_ == 0; }
  [[nodiscard]] bool is_wide() const { return wide_ != nullptr; }
  // If not wide; equal values have equal numbers only in lowest terms.
  [[nodiscard]] std::uint64_t numerator() const { return numerator_; }
  [[nodiscard]] std::uint64_t denominator() const { return denominator_; }

 private:
  std::uint64_t numerator_ = 0, denominator_ = 1;
  std::unique_ptr<Rational> wide_;  // if set, the value; else numerator / denominator
};

}  // namespace dateline
