#include "models/analysis/worst_case/scaled_values.hpp"

#include "models/base/error.hpp"

namespace dateline {
namespace {

template <typename Value>
std::vector<Value> convert(const std::vector<Integer>& from) {
  std::vector<Value> to;
  to.reserve(from.size());
  for (const Integer& x : from) to.push_back(static_cast<Value>(x));
  return to;
}

}  // namespace

ScaledValues scale_values(const std::vector<Rational>& values, const Integer& scale, std::uint32_t terms) {
  std::vector<Integer> whole;
  whole.reserve(values.size());
  Integer largest = 0;
  for (const Rational& value : values) {
    const Rational scaled = value * scale;
    if (denominator(scaled) != 1) throw InvariantError("a load is no multiple of 1/scale");
    whole.push_back(numerator(scaled));
    if (whole.back() > largest) largest = whole.back();
  }
  const Integer most = (largest + 1) * (Integer(terms) + 1) * 4;
  if (most < (Integer(1) << 62U)) return convert<std::int64_t>(whole);
  if (most < (Integer(1) << 124U)) return convert<Int128>(whole);
  return whole;
}

}  // namespace dateline
