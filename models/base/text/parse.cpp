#include "models/base/text/parse.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>

#include "models/base/error.hpp"
#include "models/base/text/in_digits.hpp"
#include "models/base/text/system_reason.hpp"

namespace dateline {
namespace {

bool all_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

constexpr std::size_t kLongestNumber = 64;  // digits of a number in a file; longer is a mistake
// Exponents that are read: down to those with which the least numbers of a double are printed.
constexpr int kLeastExponent = -324, kLargestExponent = 99;

Integer power_of_ten(std::size_t exponent) { return Integer("1" + std::string(exponent, '0')); }

std::optional<Rational> read_decimal(std::string_view text) {
  int exponent = 0;
  if (const auto e = text.find_first_of("eE"); e != std::string_view::npos) {
    std::string_view digits = text.substr(e + 1);
    const bool negative = !digits.empty() && digits[0] == '-';
    if (!digits.empty() && (digits[0] == '-' || digits[0] == '+')) digits.remove_prefix(1);
    if (!all_digits(digits) || digits.size() > 3) return std::nullopt;
    exponent = std::stoi(std::string(digits)) * (negative ? -1 : 1);
    if (exponent < kLeastExponent || exponent > kLargestExponent) return std::nullopt;
    text = text.substr(0, e);
  }
  const auto dot = text.find('.');
  const std::string whole(text.substr(0, dot));
  const std::string fraction(dot == std::string_view::npos ? std::string_view{} : text.substr(dot + 1));
  if (!all_digits(whole + fraction)) return std::nullopt;
  Rational value(Integer(whole + fraction), power_of_ten(fraction.size()));
  const Integer power = power_of_ten(static_cast<std::size_t>(std::abs(exponent)));
  value = exponent >= 0 ? value * power : value / power;
  if (value != 0 && to_double(value) == 0) return std::nullopt;
  return value;
}

}  // namespace

std::optional<std::uint64_t> whole_number(std::string_view text, std::uint64_t high) {
  std::uint64_t value = 0;
  bool fits = !text.empty();
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    fits =
        fits && !__builtin_mul_overflow(value, std::uint64_t{10}, &value) && !__builtin_add_overflow(value, static_cast<unsigned>(c - '0'), &value);
  }
  return fits && value <= high ? std::optional<std::uint64_t>(value) : std::nullopt;
}

std::uint64_t parse_whole(const ValueSource& source, std::string_view text, std::uint64_t low, std::uint64_t high) {
  const std::optional<std::uint64_t> value = whole_number(text, high);
  if (value && *value >= low) return *value;
  const char* const why = all_digits(text) ? "not in" : "is not a whole number in";
  throw ConfigError(source.component, source.key, text, fmt::format("{} {}..{}{}", why, low, high, in_digits(text, low, high)));
}

std::optional<Rational> read_rational(std::string_view text) {
  if (text.size() > kLongestNumber) return std::nullopt;
  const auto slash = text.find('/');
  if (slash == std::string_view::npos) return read_decimal(text);
  const std::string_view top = text.substr(0, slash);
  const std::string_view bottom = text.substr(slash + 1);
  if (!all_digits(top) || !all_digits(bottom)) return std::nullopt;
  const Integer denominator = Integer(std::string(bottom));
  if (denominator == 0) return std::nullopt;
  return Rational(Integer(std::string(top)), denominator);
}

bool begins_with_one(std::string_view text, const std::vector<std::string>& beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [&](const std::string& beginning) { return text.substr(0, beginning.size()) == beginning; });
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  while (true) {
    const auto end = text.find(separator, begin);
    parts.emplace_back(text.substr(begin, end == std::string_view::npos ? end : end - begin));
    if (end == std::string_view::npos) return parts;
    begin = end + 1;
  }
}

std::ifstream open_file(const ValueSource& source, const std::string& path) {
  const auto refuse = [&](const std::string& why) { throw ConfigError(source.component, source.key, path, why); };
  std::error_code error;
  if (path.empty()) refuse("needs a file name");
  if (std::filesystem::is_directory(path, error)) refuse("is a folder, not a file");
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) refuse("cannot be read" + because_of(errno));
  return file;
}

}  // namespace dateline
