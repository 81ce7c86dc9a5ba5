// Whole numbers of unbounded size that cost as much as 64-bit ones while they fit 64 bits: then they are one, every
// operation checked; what does not fit is a Boost number behind a pointer, which only integer.cpp sees. Never wraps.
// The form is canonical: equal values look alike.
// Errors: InvariantError for a division by zero and for a conversion to a narrower type that does not hold the value.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <limits>
#include <memory>
#include <string>
#include <type_traits>

namespace dateline {

__extension__ using Int128 = __int128;

class Integer {
 public:
  Integer() = default;
  // Not explicit: exact. Floating-point numbers are none.
  template <typename T, typename = std::enable_if_t<std::is_integral_v<T> || std::is_same_v<T, Int128>>>
  Integer(T value) : small_(static_cast<std::int64_t>(value)) {
    if constexpr (sizeof(T) >= sizeof(small_)) {
      if (Int128(small_) != Int128(value)) *this = beyond_64_bits(value);
    }
  }
  explicit Integer(const std::string& decimal);  // an optional minus and digits, else InvariantError
  Integer(const Integer& other) : small_(other.small_), big_(other.big_ ? copy(*other.big_) : nullptr) {}
  Integer& operator=(const Integer& other) {
    if (!big_ && !other.big_) {
      small_ = other.small_;
      return *this;
    }
    return *this = Integer(other);
  }
  Integer(Integer&&) = default;
  Integer& operator=(Integer&&) = default;
  ~Integer() = default;

  Integer& operator+=(const Integer& b) { return *this = *this + b; }
  Integer& operator-=(const Integer& b) { return *this = *this - b; }
  Integer& operator*=(const Integer& b) { return *this = *this * b; }
  Integer& operator/=(const Integer& b) { return *this = *this / b; }
  friend Integer operator+(const Integer& a, const Integer& b) {
    std::int64_t sum = 0;
    return a.fits(b) && !__builtin_add_overflow(a.small_, b.small_, &sum) ? Integer(sum) : a.big(Operation::sum, b);
  }
  friend Integer operator-(const Integer& a, const Integer& b) {
    std::int64_t difference = 0;
    return a.fits(b) && !__builtin_sub_overflow(a.small_, b.small_, &difference) ? Integer(difference) : a.big(Operation::difference, b);
  }
  friend Integer operator*(const Integer& a, const Integer& b) {
    std::int64_t product = 0;
    return a.fits(b) && !__builtin_mul_overflow(a.small_, b.small_, &product) ? Integer(product) : a.big(Operation::product, b);
  }
  // Towards zero, as in C++.
  friend Integer operator/(const Integer& a, const Integer& b) {
    return a.fits(b) && b.small_ > 0 ? Integer(a.small_ / b.small_) : a.big(Operation::quotient, b);
  }
  friend Integer operator%(const Integer& a, const Integer& b) {
    return a.fits(b) && b.small_ > 0 ? Integer(a.small_ % b.small_) : a.big(Operation::rest, b);
  }
  friend Integer operator<<(const Integer& a, unsigned bits);
  friend Integer operator-(const Integer& a) { return 0 - a; }

  friend bool operator==(const Integer& a, const Integer& b) { return a.fits(b) ? a.small_ == b.small_ : a.big_order(b) == 0; }
  friend bool operator!=(const Integer& a, const Integer& b) { return !(a == b); }
  friend bool operator<(const Integer& a, const Integer& b) { return a.fits(b) ? a.small_ < b.small_ : a.big_order(b) < 0; }
  friend bool operator>(const Integer& a, const Integer& b) { return b < a; }
  friend bool operator<=(const Integer& a, const Integer& b) { return !(b < a); }
  friend bool operator>=(const Integer& a, const Integer& b) { return !(a < b); }
  friend Integer gcd(const Integer& a, const Integer& b);  // never negative
  friend Integer lcm(const Integer& a, const Integer& b) { return a / gcd(a, b) * b; }

  explicit operator std::int64_t() const;
  explicit operator std::uint64_t() const;
  explicit operator Int128() const;
  [[nodiscard]] std::string str() const;
  // The quotient of two, rounded once.
  friend double quotient(const Integer& a, const Integer& b);

 private:
  enum class Operation { sum, difference, product, quotient, rest };
  struct Big;
  struct Drop {
    void operator()(const Big* big) const;
  };
  using Owned = std::unique_ptr<const Big, Drop>;

  explicit Integer(const Big& big);
  [[nodiscard]] bool fits(const Integer& b) const { return !big_ && !b.big_; }
  [[nodiscard]] static Owned copy(const Big& big);
  [[nodiscard]] static Integer beyond_64_bits(Int128 value);
  [[nodiscard]] Big wide() const;
  // What does not fit 64 bits, or might not.
  [[nodiscard]] Integer big(Operation operation, const Integer& b) const;
  [[nodiscard]] int big_order(const Integer& b) const;

  std::int64_t small_ = 0;  // the value, unless big_ is
  Owned big_;               // only if the value does not fit small_
};

std::ostream& operator<<(std::ostream& out, const Integer& x);

}  // namespace dateline
