// Strict reading of what users write: whole numbers, exact rationals, and text files line by line.
// Every function throws ConfigError(component, key, value, what is allowed).
#pragma once

#include <cstdint>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/network/rational.hpp"

namespace dateline {

// Where a value came from, for the error line: "simulate: vcs=..." has component "simulate" and key "vcs".
struct ValueSource {
  std::string component;
  std::string key;
};

// Decimal digits only (no sign, no space, no exponent), within low..high.
[[nodiscard]] std::uint64_t parse_whole(const ValueSource& source, std::string_view text, std::uint64_t low, std::uint64_t high);

// "3", "0.25", "2.5e-3" or "1/3", not negative, exactly; nothing if malformed.
[[nodiscard]] std::optional<Rational> read_rational(std::string_view text);

[[nodiscard]] std::vector<std::string> split(std::string_view text, char separator);

// Reads a text file line by line without ever holding more than one line. `#` starts a comment; lines that are empty
// after it are skipped. Errors name the file and the line: cannot be read, a line too long, bytes that are no text.
class LineReader {
 public:
  LineReader(std::string component, std::string key, std::string path, std::size_t longest_line);
  // The next line with content, split at white space; nothing at the end of the file.
  [[nodiscard]] std::optional<std::vector<std::string>> next();
  // The number of the line that next() gave last, from 1.
  [[nodiscard]] std::size_t line() const { return line_; }
  // Throws the error "component: key=path line 7: problem", of the line given last, or of an earlier one.
  [[noreturn]] void fail(const std::string& problem) const { fail_at(line_, problem); }
  [[noreturn]] void fail_at(std::size_t line, const std::string& problem) const;

 private:
  [[nodiscard]] bool read_line(std::string& line);

  std::string component_, key_, path_;
  std::size_t longest_line_;
  std::ifstream file_;
  std::size_t line_ = 0;
};

}  // namespace dateline
