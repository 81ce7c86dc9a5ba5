#include "models/base/numbers/galois_field.hpp"

#include <algorithm>

#include "models/base/error.hpp"

namespace dateline {
namespace {

std::uint32_t least_prime_of(std::uint32_t n) {
  for (std::uint32_t p = 2; p * p <= n; ++p) {
    if (n % p == 0) return p;
  }
  return n;
}

using Digits = std::vector<std::uint32_t>;  // lowest first, the last not 0

Digits digits_of(std::uint32_t number, std::uint32_t prime) {
  Digits digits;
  for (; number > 0; number /= prime) digits.push_back(number % prime);
  return digits;
}

// What is left of `a` by a monic polynomial.
Digits remainder(Digits a, const Digits& monic, std::uint32_t prime) {
  while (a.size() >= monic.size()) {
    const std::uint32_t top = a.back();
    const std::size_t shift = a.size() - monic.size();
    for (std::size_t i = 0; i < monic.size(); ++i) a[shift + i] = (a[shift + i] + (prime - top) * monic[i]) % prime;
    while (!a.empty() && a.back() == 0) a.pop_back();
  }
  return a;
}

bool is_irreducible(std::uint32_t number, std::uint32_t prime, std::uint32_t degree) {
  const Digits polynomial = digits_of(number, prime);
  std::uint32_t monic = prime;  // x
  for (std::uint32_t d = 1; 2 * d <= degree; ++d, monic *= prime) {
    for (std::uint32_t divisor = monic; divisor < 2 * monic; ++divisor) {
      if (remainder(polynomial, digits_of(divisor, prime), prime).empty()) return false;
    }
  }
  return true;
}

}  // namespace

bool GaloisField::exists(std::uint32_t order) {
  if (order < 2) return false;
  const std::uint32_t prime = least_prime_of(order);
  while (order % prime == 0) order /= prime;
  return order == 1;
}

GaloisField::GaloisField(std::uint32_t order) : order_(order), prime_(0), degree_(0) {
  constexpr std::uint32_t kMaxOrder = 1U << 15U;
  if (!exists(order) || order > kMaxOrder) throw InvariantError("there is no field of " + std::to_string(order) + " elements here");
  prime_ = least_prime_of(order);
  for (std::uint32_t rest = order; rest > 1; rest /= prime_) ++degree_;
  find_modulus();
  find_powers();
}

void GaloisField::find_modulus() {
  modulus_ = order_;
  while (!is_irreducible(modulus_, prime_, degree_)) ++modulus_;
}

void GaloisField::find_powers() {
  exponent_.assign(order_, 0);
  for (std::uint32_t candidate = 1; power_.size() != order_ - 1; ++candidate) {
    power_.assign(1, 1);
    for (std::uint32_t next = candidate; next != 1; next = product(next, candidate)) power_.push_back(next);
  }
  for (std::uint32_t e = 0; e < power_.size(); ++e) exponent_[power_[e]] = e;
}

std::uint32_t GaloisField::product(std::uint32_t a, std::uint32_t b) const {
  const Digits x = digits_of(a, prime_), y = digits_of(b, prime_);
  Digits all(x.size() + y.size(), 0);
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = 0; j < y.size(); ++j) all[i + j] = (all[i + j] + x[i] * y[j]) % prime_;
  }
  while (!all.empty() && all.back() == 0) all.pop_back();
  const Digits reduced = remainder(std::move(all), digits_of(modulus_, prime_), prime_);
  std::uint32_t number = 0;
  for (auto digit = reduced.rbegin(); digit != reduced.rend(); ++digit) number = number * prime_ + *digit;
  return number;
}

std::uint32_t GaloisField::add(std::uint32_t a, std::uint32_t b) const {
  std::uint32_t sum = 0;
  for (std::uint32_t place = 1; place < order_; place *= prime_, a /= prime_, b /= prime_) sum += (a + b) % prime_ * place;
  return sum;
}

std::uint32_t GaloisField::subtract(std::uint32_t a, std::uint32_t b) const {
  std::uint32_t difference = 0;
  for (std::uint32_t place = 1; place < order_; place *= prime_, a /= prime_, b /= prime_) {
    difference += (a % prime_ + prime_ - b % prime_) % prime_ * place;
  }
  return difference;
}

std::vector<std::uint32_t> GaloisField::basis() const {
  std::vector<std::uint32_t> basis;
  for (std::uint32_t place = 1; place < order_; place *= prime_) basis.push_back(place);
  return basis;
}

}  // namespace dateline
