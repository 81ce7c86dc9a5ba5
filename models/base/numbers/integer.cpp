#include "models/base/numbers/integer.hpp"

#include <boost/multiprecision/cpp_int.hpp>
#include <numeric>
#include <ostream>
#include <utility>

#include "models/base/error.hpp"

namespace dateline {
namespace {

using Wide = boost::multiprecision::cpp_int;

constexpr auto kLeast = std::numeric_limits<std::int64_t>::min();
constexpr auto kMost = std::numeric_limits<std::int64_t>::max();

template <typename Value>
Value narrowed(const Wide& x) {
  const auto refuse = [&] { throw InvariantError("the integer " + x.str() + " does not fit the narrower type"); };
  if (std::is_unsigned_v<Value> && x < 0) refuse();
  const auto value = static_cast<Value>(x);
  if (Wide(value) != x) refuse();
  return value;
}

Wide read(const std::string& decimal) {
  const std::size_t sign = decimal.substr(0, 1) == "-" ? 1 : 0;
  if (decimal.size() == sign || decimal.find_first_not_of("0123456789", sign) != std::string::npos) {
    throw InvariantError("'" + printable(decimal) + "' is no whole number");
  }
  Wide value = 0;
  for (std::size_t i = sign; i < decimal.size(); ++i) value = value * 10 + (decimal[i] - '0');  // never octal, whatever the leading digit
  return sign == 0 ? value : Wide(-value);
}

}  // namespace

struct Integer::Big {
  Wide value;
};

void Integer::Drop::operator()(const Big* big) const { std::default_delete<const Big>{}(big); }

Integer::Owned Integer::copy(const Big& big) { return Owned(std::make_unique<const Big>(big).release()); }

Integer::Integer(const Big& big) {
  if (big.value >= kLeast && big.value <= kMost) {
    small_ = static_cast<std::int64_t>(big.value);
  } else {
    big_ = copy(big);
  }
}

Integer Integer::beyond_64_bits(Int128 value) { return Integer(Big{Wide(value)}); }
Integer::Integer(const std::string& decimal) : Integer(Big{read(decimal)}) {}

Integer::Big Integer::wide() const { return big_ ? *big_ : Big{Wide(small_)}; }

Integer Integer::big(Operation operation, const Integer& b) const {
  const Big x = wide(), y = b.wide();
  if ((operation == Operation::quotient || operation == Operation::rest) && y.value == 0) throw InvariantError("division by zero");
  switch (operation) {
    case Operation::sum:
      return Integer(Big{Wide(x.value + y.value)});
    case Operation::difference:
      return Integer(Big{Wide(x.value - y.value)});
    case Operation::product:
      return Integer(Big{Wide(x.value * y.value)});
    case Operation::quotient:
      return Integer(Big{Wide(x.value / y.value)});
    case Operation::rest:
      return Integer(Big{Wide(x.value % y.value)});
  }
  throw InvariantError("unknown operation");
}
int Integer::big_order(const Integer& b) const { return wide().value.compare(b.wide().value); }

Integer operator<<(const Integer& a, unsigned bits) { return Integer(Integer::Big{Wide(a.wide().value << bits)}); }

Integer gcd(const Integer& a, const Integer& b) {
  if (a.fits(b) && a.small_ > kLeast && b.small_ > kLeast) return std::gcd(a.small_, b.small_);
  return Integer(Integer::Big{Wide(boost::multiprecision::gcd(a.wide().value, b.wide().value))});
}

Integer::operator std::int64_t() const { return narrowed<std::int64_t>(wide().value); }
Integer::operator std::uint64_t() const { return narrowed<std::uint64_t>(wide().value); }
Integer::operator Int128() const { return narrowed<Int128>(wide().value); }

std::string Integer::str() const { return big_ ? big_->value.str() : std::to_string(small_); }

double quotient(const Integer& a, const Integer& b) {
  constexpr std::int64_t kExact = std::int64_t{1} << 53;  // up to here a double holds every whole number
  if (a.fits(b) && -kExact <= a.small_ && a.small_ <= kExact && 0 < b.small_ && b.small_ <= kExact) {
    return static_cast<double>(a.small_) / static_cast<double>(b.small_);
  }
  return boost::multiprecision::cpp_rational(a.wide().value, b.wide().value).convert_to<double>();
}

std::ostream& operator<<(std::ostream& out, const Integer& x) { return out << x.str(); }

}  // namespace dateline
