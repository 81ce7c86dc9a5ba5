// Strict reading of what users write: whole numbers and exact rationals. Files: text_lines.hpp, line_reader.hpp.
// Every function throws ConfigError(component, key, value, what is allowed).
#pragma once

#include <cstdint>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/base/numbers/rational.hpp"

namespace dateline {

// Where a value came from, for the error line: "simulate: vcs=..." has component "simulate" and key "vcs".
struct ValueSource {
  std::string component;
  std::string key;
};

// Decimal digits only (no sign, no space, no exponent), at most `high`; nothing otherwise.
[[nodiscard]] std::optional<std::uint64_t> whole_number(std::string_view text, std::uint64_t high);

// The same within low..high; throws.
[[nodiscard]] std::uint64_t parse_whole(const ValueSource& source, std::string_view text, std::uint64_t low, std::uint64_t high);

// "3", "0.25", "2.5e-3" or "1/3", not negative, exactly; nothing if malformed, or so near to 0 that no double
// distinguishes it from 0. Exponents are -324..99.
[[nodiscard]] std::optional<Rational> read_rational(std::string_view text);

[[nodiscard]] bool begins_with_one(std::string_view text, const std::vector<std::string>& beginnings);

[[nodiscard]] std::vector<std::string> split(std::string_view text, char separator);

// A file opened for reading, by a name that a user gave. Throws: an empty name, a folder, what cannot be opened.
[[nodiscard]] std::ifstream open_file(const ValueSource& source, const std::string& path);

}  // namespace dateline
