#include "models/base/numbers/exact_fraction.hpp"

#include <limits>
#include <numeric>

namespace dateline {

ExactFraction::ExactFraction(const Rational& value) {
  const Integer top = dateline::numerator(value);
  const Integer bottom = dateline::denominator(value);
  constexpr auto kLargest = std::numeric_limits<std::uint64_t>::max();
  if (top <= kLargest && bottom <= kLargest) {
    numerator_ = static_cast<std::uint64_t>(top);
    denominator_ = static_cast<std::uint64_t>(bottom);
  } else {
    wide_ = std::make_unique<Rational>(value);
  }
}

ExactFraction::ExactFraction(std::uint64_t numerator, std::uint64_t denominator) {
  const std::uint64_t common = std::gcd(numerator, denominator);
  numerator_ = numerator / common;
  denominator_ = denominator / common;
}

ExactFraction& ExactFraction::operator=(const ExactFraction& other) {
  if (this == &other) return *this;
  numerator_ = other.numerator_;
  denominator_ = other.denominator_;
  wide_ = other.wide_ ? std::make_unique<Rational>(*other.wide_) : nullptr;
  return *this;
}

void ExactFraction::add(const ExactFraction& other) {
  if (!wide_ && !other.wide_) {
    if (denominator_ == other.denominator_) {
      std::uint64_t sum = 0;
      if (!__builtin_add_overflow(numerator_, other.numerator_, &sum)) {
        numerator_ = sum;
        return;
      }
    } else {
      const std::uint64_t common = std::gcd(denominator_, other.denominator_);
      std::uint64_t denominator = 0, mine = 0, its = 0, sum = 0;
      const bool overflow = __builtin_mul_overflow(denominator_, other.denominator_ / common, &denominator) ||
                            __builtin_mul_overflow(numerator_, other.denominator_ / common, &mine) ||
                            __builtin_mul_overflow(other.numerator_, denominator_ / common, &its) || __builtin_add_overflow(mine, its, &sum);
      if (!overflow) {
        numerator_ = sum;
        denominator_ = denominator;
        return;
      }
    }
  }
  *this = ExactFraction(Rational(value() + other.value()));
}

ExactFraction ExactFraction::scaled(std::uint64_t weight, std::uint64_t total) const {
  if (weight == total) return *this;
  if (!wide_) {
    const std::uint64_t shared = std::gcd(weight, total);
    weight /= shared;
    total /= shared;
    const std::uint64_t across = std::gcd(numerator_, total);
    ExactFraction result;
    const bool overflow = __builtin_mul_overflow(numerator_ / across, weight, &result.numerator_) ||
                          __builtin_mul_overflow(denominator_, total / across, &result.denominator_);
    if (!overflow) return result;
  }
  return ExactFraction(Rational(value() * Rational(weight, total)));
}

Rational ExactFraction::value() const { return wide_ ? *wide_ : Rational(numerator_, denominator_); }

}  // namespace dateline
