// GF(Q), the field of Q = p^n elements. An element is a whole number 0..Q-1 whose digits in base p, lowest first, are
// the coefficients of a polynomial over GF(p); products are reduced by the monic irreducible polynomial of degree n
// whose number is least. The primitive element xi is the least number whose powers are all elements but 0. Source: R.
// Lidl and H. Niederreiter, "Finite Fields", 1983, chapters 1 and 2.
// Cost: O(Q n) to make, O(n) a sum, O(1) a product. Throws InvariantError where Q is no power of a prime.
#pragma once

#include <cstdint>
#include <vector>

namespace dateline {

class GaloisField {
 public:
  // At least 2, at most 2^15.
  explicit GaloisField(std::uint32_t order);
  [[nodiscard]] static bool exists(std::uint32_t order);

  [[nodiscard]] std::uint32_t order() const { return order_; }
  [[nodiscard]] std::uint32_t add(std::uint32_t a, std::uint32_t b) const;
  [[nodiscard]] std::uint32_t subtract(std::uint32_t a, std::uint32_t b) const;
  [[nodiscard]] std::uint32_t multiply(std::uint32_t a, std::uint32_t b) const { return a == 0 || b == 0 ? 0 : power(exponent_[a] + exponent_[b]); }
  // xi^e.
  [[nodiscard]] std::uint32_t power(std::uint32_t e) const { return power_[e % (order_ - 1)]; }
  // 1, p, p^2, ...: every element is a sum of some of them.
  [[nodiscard]] std::vector<std::uint32_t> basis() const;

 private:
  [[nodiscard]] std::uint32_t product(std::uint32_t a, std::uint32_t b) const;  // digit by digit
  void find_modulus();
  void find_powers();

  std::uint32_t order_, prime_, degree_;
  std::uint32_t modulus_ = 0;  // its number, p^n and more
  std::vector<std::uint32_t> power_, exponent_;
};

}  // namespace dateline
