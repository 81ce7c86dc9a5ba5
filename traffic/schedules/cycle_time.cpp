#include "traffic/schedules/cycle_time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "models/base/error.hpp"

namespace dateline {
namespace {

constexpr std::size_t kLongestTime = 64;  // characters; longer is a mistake

struct Unit {
  std::string_view name;
  std::int64_t nanoseconds;
};
constexpr Unit kUnits[] = {{"ns", 1}, {"us", 1'000}, {"ms", 1'000'000}};

bool all_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// Digits, and if there is a point digits on both sides of it; no exponent.
std::optional<Rational> read_decimal(std::string_view text) {
  const std::size_t point = text.find('.');
  if (!all_digits(text.substr(0, point))) return std::nullopt;
  if (point != std::string_view::npos && !all_digits(text.substr(point + 1))) return std::nullopt;
  return read_rational(text);
}

std::optional<Rational> read_nanoseconds(std::string_view text) {
  if (text.size() > kLongestTime || text.size() < 2) return std::nullopt;
  for (const Unit& unit : kUnits) {
    if (text.substr(text.size() - 2) != unit.name) continue;
    const std::optional<Rational> number = read_decimal(text.substr(0, text.size() - 2));
    return number ? std::optional<Rational>(*number * unit.nanoseconds) : std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

CycleTime::CycleTime(const ValueSource& source, std::string_view text) {
  const std::optional<Rational> time = read_nanoseconds(text);
  if (!time || *time == 0)
    throw ConfigError(source.component, source.key, text, "is no length of a cycle; allowed: a decimal above 0 with unit ns, us or ms (0.5us)");
  nanoseconds_ = *time;
}

std::optional<std::uint64_t> CycleTime::cycles(std::string_view text) const {
  if (text.size() > kLongestTime) return std::nullopt;
  if (!all_digits(text)) {
    const std::optional<Rational> time = read_nanoseconds(text);
    return time ? cycles_of(*time) : std::nullopt;
  }
  std::uint64_t value = 0;
  for (const char c : text) {
    value = value * 10 + static_cast<std::uint64_t>(c - '0');
    if (value > Operation::kMaxAmount) return std::nullopt;
  }
  return value;
}

std::uint64_t CycleTime::cycles(const ValueSource& source, std::string_view text) const {
  const std::optional<std::uint64_t> value = cycles(text);
  if (!value) throw ConfigError(source.component, source.key, text, fmt::format("is no time; {}", kTimesAllowed));
  return *value;
}

Rational CycleTime::exact_cycles(const ValueSource& source, std::string_view text) const {
  const std::uint64_t rounded = cycles(source, text);
  return all_digits(text) ? Rational(rounded) : *read_nanoseconds(text) / nanoseconds_;
}

std::optional<std::uint64_t> CycleTime::cycles_of(const Rational& nanoseconds) const {
  const Rational exact = nanoseconds / nanoseconds_;
  const Integer whole = numerator(exact) / denominator(exact);
  const Integer rounded = Rational(whole) == exact ? whole : whole + 1;
  if (rounded > Operation::kMaxAmount) return std::nullopt;
  return static_cast<std::uint64_t>(rounded);
}

}  // namespace dateline
