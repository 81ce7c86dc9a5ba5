#include "models/network/parse.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <sstream>

#include "models/network/error.hpp"

namespace dateline {
namespace {

bool all_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

constexpr std::size_t kLongestNumber = 64;  // digits of a number in a file; longer is a mistake

Integer power_of_ten(std::size_t exponent) { return Integer("1" + std::string(exponent, '0')); }

std::optional<Rational> read_decimal(std::string_view text) {
  int exponent = 0;
  if (const auto e = text.find_first_of("eE"); e != std::string_view::npos) {
    std::string_view digits = text.substr(e + 1);
    const bool negative = !digits.empty() && digits[0] == '-';
    if (!digits.empty() && (digits[0] == '-' || digits[0] == '+')) digits.remove_prefix(1);
    if (!all_digits(digits) || digits.size() > 2) return std::nullopt;
    exponent = std::stoi(std::string(digits)) * (negative ? -1 : 1);
    text = text.substr(0, e);
  }
  const auto dot = text.find('.');
  const std::string whole(text.substr(0, dot));
  const std::string fraction(dot == std::string_view::npos ? std::string_view{} : text.substr(dot + 1));
  if (!all_digits(whole + fraction)) return std::nullopt;
  Rational value(Integer(whole + fraction), power_of_ten(fraction.size()));
  if (exponent >= 0) return Rational(value * power_of_ten(static_cast<std::size_t>(exponent)));
  return Rational(value / power_of_ten(static_cast<std::size_t>(-exponent)));
}

}  // namespace

std::uint64_t parse_whole(const ValueSource& source, std::string_view text, std::uint64_t low, std::uint64_t high) {
  const auto refuse = [&](std::string_view why) -> std::uint64_t {
    throw ConfigError(source.component, source.key, text, fmt::format("{} {}..{}", why, low, high));
  };
  if (!all_digits(text)) return refuse("is not a whole number in");
  std::uint64_t value = 0;
  for (const char c : text) {
    const auto digit = static_cast<std::uint64_t>(c - '0');
    if (value > (high - std::min(high, digit)) / 10) return refuse("not in");
    value = value * 10 + digit;
  }
  if (value < low || value > high) return refuse("not in");
  return value;
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

LineReader::LineReader(std::string component, std::string key, std::string path, std::size_t longest_line)
    : component_(std::move(component)), key_(std::move(key)), path_(std::move(path)), longest_line_(longest_line) {
  std::error_code error;
  if (path_.empty()) throw ConfigError(component_, key_, path_, "needs a file name");
  if (std::filesystem::is_directory(path_, error)) throw ConfigError(component_, key_, path_, "is a folder, not a file");
  file_.open(path_, std::ios::binary);
  if (!file_) throw ConfigError(component_, key_, path_, "cannot be read");
}

void LineReader::fail_at(std::size_t line, const std::string& problem) const {
  throw ConfigError(component_, key_, path_, fmt::format("line {}: {}", line, problem));
}

bool LineReader::read_line(std::string& line) {
  line.clear();
  int c = file_.get();
  if (file_.bad()) throw ConfigError(component_, key_, path_, fmt::format("cannot be read beyond line {}", line_));
  if (c == std::char_traits<char>::eof()) return false;
  ++line_;
  for (; c != std::char_traits<char>::eof() && c != '\n'; c = file_.get()) {
    if (line.size() >= longest_line_) fail(fmt::format("is longer than {} characters", longest_line_));
    if (c < 0x09 || (c > 0x0d && c < 0x20) || c == 0x7f) fail("holds a byte that is no text (a binary file?)");
    line.push_back(static_cast<char>(c));
  }
  if (file_.bad()) fail("cannot be read to its end");
  return true;
}

std::optional<std::vector<std::string>> LineReader::next() {
  std::string line;
  while (read_line(line)) {
    std::istringstream words(line.substr(0, line.find('#')));
    std::vector<std::string> tokens;
    for (std::string word; words >> word;) tokens.push_back(word);
    if (!tokens.empty()) return tokens;
  }
  return std::nullopt;
}

}  // namespace dateline
